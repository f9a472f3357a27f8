"""The facts of a game whose rules are a Python class, and what its rules have raised."""

from cext.games.python_table cimport Fields, MoveNumbers
from cext.games.simple_game cimport SimpleGame
from libc.stdint cimport int64_t


cdef class DeclaredGame(SimpleGame):
    cdef readonly object rules           # the author's object
    cdef readonly Fields fields
    cdef readonly object data            # what the class declares as data()
    cdef object file, failure            # its file; what the rules have raised, None: nothing
    cdef bint has_failed                 # whether there is such a failure
    cdef int64_t n_turns                 # turns ended in the last game that was dealt
    cdef readonly object ask_for_moves   # methods of the rules
    cdef object ask_to_play, ask_for_class, ask_before_features, ask_for_features, ask_for_stage
    cdef bint has_before, has_classes, has_stages, has_redeal, has_secrets, has_end, has_ties
    cdef int category_fields[16]         # numbers of the fields that hold them
    cdef int counter_fields[128]
    cdef dict class_numbers, stage_numbers
    cdef list hands, piles               # of the fields: those of rows of data that each seat has, all of the same rows
    cdef readonly MoveNumbers moves

    cdef void fail(self, error, str method) noexcept
