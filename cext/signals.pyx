"""Signals that end the program: the first becomes an exception, and one that follows ends the process at once."""

import os
import signal

from libc.signal cimport SIGHUP, SIGINT, SIGTERM
from libc.stdint cimport int64_t, uintptr_t
from posix.signal cimport sigaction, sigaction_t, sigemptyset
from posix.time cimport CLOCK_MONOTONIC, clock_gettime, timespec
from posix.unistd cimport _exit, write

__all__ = ["SIGNALS", "SignalReceived", "TimeOver", "exit_code", "flag_address", "install_handlers"]

cdef extern from "Python.h":
    int PyErr_SetInterruptEx(int number) noexcept nogil

cdef enum:
    # What sends a signal to a group and to its members (shells, services), or two kinds of them, means one.
    SAME_NS = 300000000    # nanoseconds

SIGNALS = (SIGINT, SIGTERM, SIGHUP)

cdef int first = 0         # number of the signal that came first; 0: none
cdef int64_t first_ns = 0  # when it came
cdef bint on_terminal = False
cdef int errors = 2        # descriptor of the last message: 2 may lead elsewhere while a strategy runs
cdef const char* ENDED = b"analyser: ended at once; finished parts are kept\n"
cdef const char* SHOW_CURSOR = b"\x1b[?25h\r\n"  # a progress bar had it hidden


class SignalReceived(KeyboardInterrupt):
    """One of SIGNALS came."""


class TimeOver(BaseException):
    """What is played has taken all its time; what strategies catch is Exception."""


cdef void handle_signal(int number) noexcept nogil:
    """The handler: calls what may be called in one. The first signal is Python's, which looks for it between two
    steps; where code never comes to such a place, the next one still ends the process."""
    global first, first_ns
    cdef timespec now
    clock_gettime(CLOCK_MONOTONIC, &now)
    cdef int64_t now_ns = <int64_t>now.tv_sec * 1000000000 + now.tv_nsec
    if not first:
        first, first_ns = number, now_ns
        PyErr_SetInterruptEx(number)
    elif now_ns - first_ns > SAME_NS:
        if on_terminal:
            write(errors, SHOW_CURSOR, 8)
        write(errors, ENDED, 49)
        _exit(128 + first)


def flag_address():
    """Where in memory the number of the signal that came first is, an int: 0 while none has."""
    return <uintptr_t>&first


def install_handlers():
    """Handle the signals that this process does not ignore (`nohup` ignores SIGHUP); to be called in the main thread.
    The first raises SignalReceived there."""
    global errors, on_terminal
    cdef sigaction_t action
    errors = os.dup(2)
    on_terminal = os.isatty(errors)
    for number in SIGNALS:
        if signal.getsignal(number) == signal.SIG_IGN:
            continue
        signal.signal(number, raise_signal)
        action.sa_handler = handle_signal
        action.sa_flags = 0
        sigemptyset(&action.sa_mask)
        if sigaction(number, &action, NULL):
            raise OSError(f"signal {number} cannot be taken")


def raise_signal(number, frame):
    """What Python calls for a signal."""
    raise SignalReceived


def exit_code():
    """The exit code of a program that was stopped: 128 and the number of the signal; 130, Ctrl-C's, where none came."""
    return 128 + (first or SIGINT)
