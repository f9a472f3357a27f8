"""The features a strategy weighs: their numbers, what they mean, and their units.

A feature tells what the move brings the player who makes it. Where a move only names a card and an action, it tells
what the best target promises.
"""

# The features: meaning | unit. Strategies name them in lower case without F_. Indicators of several things have numbers
# in a row: F_UNIFY + ACT_... - 1, F_PLACE_WALL + TRIGGER_..., F_TAKE_CIRCLE + board - 1.
cdef enum:  # Feature
    F_VP                 # victory points scored at once: palace, VP square, markers the supply lacks | VP
    F_UNIFY              # the card goes to the own player board (unification action) | 0/1
    F_RECRUIT            # court action: recruit 1 official | 0/1
    F_REASSIGN           # court action: re-assign officials | 0/1
    F_GOVERNOR           # court action: install 1 governor | 0/1
    F_HIRE               # court action: hire workers | 0/1
    F_PALACE             # court action: build 1 palace | 0/1
    F_WALL               # court action: build 1 wall | 0/1
    F_TRIGGERS           # own cards the court card's number and action activate | cards
    F_TRIGGER_VP         # victory points those abilities score | VP
    F_TRIGGER_WORKERS    # workers those abilities give or move | workers
    F_TRIGGER_OFFICIALS  # officials those abilities may give | officials
    F_SAME_TRIGGER       # own cards on the board with the trigger of the card placed (lost, when drafted away) | cards
    F_EXTREME  # minus the number's distance from the middle of 1-120, when the card activates nothing | 6 numbers
    F_PLACE_WALL         # the card placed has the trigger: build 1 wall | 0/1
    F_PLACE_PALACE       # the card placed has the trigger: build 1 palace | 0/1
    F_PLACE_HIRE         # the card placed has the trigger: hire workers | 0/1
    F_PLACE_RECRUIT      # the card placed has the trigger: recruit 1 official | 0/1
    F_PLACE_GOVERNOR     # the card placed has the trigger: install 1 governor | 0/1
    F_PLACE_VP  # victory points the ability of the card placed scores each time, as the player board stands | VP
    F_PLACE_WORKER       # the ability of the card placed gives a worker | 0/1
    F_PLACE_OFFICIAL     # the ability of the card placed gives an official | 0/1
    F_FIRST_CARD         # the card is the first in its region | 0/1
    F_THIRD_CARD         # the card is the third in its region | 0/1
    F_MARKERS            # value of the unification markers taken | markers
    F_LEAD               # 1: the player gains the highest value of an aspect; -1: loses it | -1 to 1
    F_MARKERS_PAID       # value of the markers given back for a reward | markers
    F_UNREST             # change of unrest | levels
    F_SILENCED           # regions that come to their maximum of unrest, minus regions freed from it | regions
    F_OFFICIALS          # officials that come from the supply | officials
    F_SET_PROGRESS       # types of officials that become present in a governors area, minus types that vanish | types
    F_SETS               # regions that come to hold one official of each type, minus regions that lose it | regions
    F_SET_MAJORITY       # majority points a governor in those regions would add | VP
    F_SET_TASK  # symbols of open governor tasks where a type of official appears, minus where one vanishes | symbols
    F_APPROACH           # steps an official comes nearer to a region that lacks just his type for a governor | steps
    F_HIRE_SPOTS  # regions that come to hold an official who can hire, minus regions that lose the last | regions
    F_WORKERS            # change of the number of workers | workers
    F_WORKER_REGIONS     # change of the regions with a worker (a wall takes them from different ones) | regions
    F_WORKER_PAIRS       # change of pairs of workers in regions open to a palace | pairs
    F_PAIR_TASK  # symbols of open palace tasks where a pair of workers comes about, minus where one goes | symbols
    F_OUT_OF_OFFICE      # officials who leave a governors area to hire, minus officials who come back | officials
    F_MAJORITY           # change of the own points for governors as the gameboard stands | VP
    F_DENIED             # points for governors the other players lose together | VP
    F_SQUARE_OFFICIAL    # the governor's square gives an official | 0/1
    F_SQUARE_REASSIGN    # the governor's square gives re-assignment points | 0/1
    F_TASK_VP            # points of tasks accomplished by the move | VP
    F_TASK_PROGRESS      # symbols of open tasks newly met | symbols
    F_WALL_VP  # points of walls as the player board stands: a wall built, or a criterion of an own wall met | VP
    F_RODS               # rods of the slot the wall takes | rods
    F_REWARD             # a unification reward is accepted | 0/1
    F_DISC               # places the own disc falls behind on the rewards track | places
    F_POINTS             # re-assignment points spent | points
    F_ABILITY            # an ability is activated (against stopping) | 0/1
    F_TAKE_CIRCLE        # the circle board is taken | 0/1
    F_TAKE_SQUARE        # the square board is taken | 0/1
    F_TAKE_TRIANGLE      # the triangle board is taken | 0/1
    F_TAKE_STAR          # the star board is taken | 0/1
    F_CHOICE             # other boards a player who goes on bidding could still choose | boards
    F_BID                # victory points bid for the choice of the board | VP
    N_FEATURES
