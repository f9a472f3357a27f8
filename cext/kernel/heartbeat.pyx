"""The memory that the heartbeat of this process is written into: a policy may never return, or end the process."""

from libc.stdint cimport int64_t

__all__ = ["HEARTBEAT_FIELDS", "set_heartbeat_memory"]

# What a heartbeat consists of, each 64 bits wide, in order.
HEARTBEAT_FIELDS = ("steps", "seed", "game", "decision", "seat", "policy")

cdef Heartbeat own_heartbeat = Heartbeat(0, 0, -1, 0, 0, -1)
heartbeat = &own_heartbeat
cdef int64_t[::1] heartbeat_array = None


def set_heartbeat_memory(buffer):
    """Write what is played in this process into this buffer from now on: int64[6], as HEARTBEAT_FIELDS names them;
    None: into none that anybody reads. Games played in several threads overwrite each other's."""
    global heartbeat, heartbeat_array
    heartbeat_array = buffer
    if heartbeat_array is not None and heartbeat_array.shape[0] < <Py_ssize_t>(sizeof(Heartbeat) // sizeof(int64_t)):
        raise ValueError(f"{len(buffer)} numbers: a heartbeat has {len(HEARTBEAT_FIELDS)}")
    heartbeat = &own_heartbeat if heartbeat_array is None else <Heartbeat*>&heartbeat_array[0]
