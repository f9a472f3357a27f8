"""The process that worker processes are forked from: it loads all that they need, and uses nothing of it."""

import atexit
import gc
import os
import signal

import analyser.runs.batch  # noqa: F401

__all__: list[str] = []

signal.signal(signal.SIGHUP, signal.SIG_IGN)  # it reaches the whole group; this process ends with its parent
# It prints nothing: who reads a command's output to its end does not wait for this process. Workers print elsewhere.
nothing = os.open(os.devnull, os.O_RDWR)
for number in (1, 2):
    os.dup2(nothing, number)
os.close(nothing)
gc.freeze()  # a collection in a worker would write to, and so copy, all that is loaded
atexit.register(os._exit, 0)  # its end takes a millisecond, not a tenth of a second
