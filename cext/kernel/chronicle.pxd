"""What a game tells of itself in a game record: hooks for Python alone, without a place in the table of methods."""


cdef class Chronicle:
    pass
