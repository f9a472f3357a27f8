"""What is being played in this process at this moment, for whoever watches it from outside."""

from libc.stdint cimport int64_t


cdef struct Heartbeat:
    int64_t steps          # grows by one with each game, and with each decision of a policy that takes long
    int64_t seed
    int64_t game           # -1: none
    int64_t decision       # of the policy that is asked
    int64_t seat           # of that policy
    int64_t policy         # that takes long and is asked now, by number; -1: none

# Where it is written: own memory, or that of set_heartbeat_memory().
cdef Heartbeat* heartbeat
