"""The features a strategy weighs."""

# Numbers of the features, in the order of feature_docs.py (a test compares the two).
cdef enum:
    F_VP
    F_UNIFY                # 1 to 7: action indicators, F_UNIFY + ACT_... - 1
    F_RECRUIT
    F_REASSIGN
    F_GOVERNOR
    F_HIRE
    F_PALACE
    F_WALL
    F_TRIGGERS
    F_TRIGGER_VP
    F_TRIGGER_WORKERS
    F_TRIGGER_OFFICIALS
    F_SAME_TRIGGER
    F_EXTREME
    F_PLACE_WALL           # five indicators, F_PLACE_WALL + TRIGGER_...
    F_PLACE_PALACE
    F_PLACE_HIRE
    F_PLACE_RECRUIT
    F_PLACE_GOVERNOR
    F_PLACE_VP
    F_PLACE_WORKER
    F_PLACE_OFFICIAL
    F_FIRST_CARD
    F_THIRD_CARD
    F_MARKERS
    F_LEAD
    F_MARKERS_PAID
    F_UNREST
    F_SILENCED
    F_OFFICIALS
    F_SET_PROGRESS
    F_SETS
    F_SET_MAJORITY
    F_SET_TASK
    F_APPROACH
    F_HIRE_SPOTS
    F_WORKERS
    F_WORKER_REGIONS
    F_WORKER_PAIRS
    F_PAIR_TASK
    F_OUT_OF_OFFICE
    F_MAJORITY
    F_DENIED
    F_SQUARE_OFFICIAL
    F_SQUARE_REASSIGN
    F_TASK_VP
    F_TASK_PROGRESS
    F_WALL_VP
    F_RODS
    F_REWARD
    F_DISC
    F_POINTS
    F_ABILITY
    F_CIRCLE               # four indicators: boards
    F_SQUARE
    F_TRIANGLE
    F_STAR
    F_CHOICE
    F_BID
    N_FEATURES
