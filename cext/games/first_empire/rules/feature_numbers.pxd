"""The features a strategy weighs: their numbers, what they mean, and their units.

A feature tells what the move brings the player who makes it. Where a move only names a card and an action, it tells
what the best target promises.
"""

# The features: meaning | unit. Strategies name them in lower case without F_. Indicators of several things have numbers
# in a row: F_UNIFY + ACT_... - 1, F_PLACE_RECRUIT + TRIGGER_..., F_FIRST_ALCHEMIST + type of official.
cdef enum:  # Feature
    F_VP                 # victory points scored at once by a soldier, a palace or an ability | VP
    F_UNIFY              # the card goes to the own player board (unification action) | 0/1
    F_RECRUIT            # court action: recruit 1 official | 0/1
    F_ELIXIR             # court action: search for the elixir | 0/1
    F_GOVERNOR           # court action: install 1 governor | 0/1
    F_HIRE               # court action: hire workers | 0/1
    F_PALACE             # court action: build 1 palace | 0/1
    F_WALL               # court action: build 1 wall | 0/1
    F_TRIGGERS           # own cards that the court card's number and action activate | cards
    F_TRIGGER_VP         # victory points those abilities score | VP
    F_TRIGGER_WORKERS    # workers those abilities give or move | workers
    F_TRIGGER_OFFICIALS  # officials those abilities may give or move | officials
    F_TRIGGER_TOKENS     # tokens those abilities give | tokens
    F_TRIGGER_SHIP       # spaces of the Elixir route, and soldiers, those abilities give | spaces, soldiers
    F_TRIGGER_CALM       # levels of unrest those abilities take away | levels
    F_EXTREME  # minus the number's distance from the middle of 1-120, when the card activates nothing | 6 numbers
    F_SAME_TRIGGER       # own cards on the board with the trigger of the card placed | cards
    F_PLACE_RECRUIT      # the card placed has the trigger: recruit 1 official | 0/1
    F_PLACE_ELIXIR       # the card placed has the trigger: search for the elixir | 0/1
    F_PLACE_GOVERNOR     # the card placed has the trigger: install 1 governor | 0/1
    F_PLACE_HIRE         # the card placed has the trigger: hire workers | 0/1
    F_PLACE_PALACE       # the card placed has the trigger: build 1 palace | 0/1
    F_PLACE_WALL         # the card placed has the trigger: build 1 wall | 0/1
    F_PLACE_VP  # victory points the ability of the card placed scores each time, as the board stands | VP
    F_PLACE_WORKER       # the ability of the card placed gives or moves workers | 0/1
    F_PLACE_OFFICIAL     # the ability of the card placed gives or moves officials | 0/1
    F_PLACE_TOKENS       # the ability of the card placed gives tokens | 0/1
    F_PLACE_SHIP         # the ability of the card placed moves the ship or unlocks soldiers | 0/1
    F_PLACE_CALM         # the ability of the card placed takes unrest away | 0/1
    F_FIRST_CARD         # the card is the first in its region | 0/1
    F_THIRD_CARD         # the card is the third in its region | 0/1
    F_TOKENS             # small tokens taken, minus those spent or returned | tokens
    F_LEAD               # 1: the player gains the highest value of an aspect; -1: loses it | -1 to 1
    F_TOKENS_PAID        # value of the tokens given back for a reward | tokens
    F_REWARD             # a unification reward is accepted | 0/1
    F_MARKER             # places the own turn order marker falls behind | places
    F_UNREST             # change of unrest | levels
    F_SILENCED           # regions that come to unrest 3, minus regions freed from it | regions
    F_OFFICIALS          # officials that come from the supply | officials
    F_FIRST_ALCHEMIST    # regions that come to hold an Alchemist, minus those that lose the last | regions
    F_FIRST_ARCHITECT    # regions that come to hold an Architect, minus those that lose the last | regions
    F_FIRST_GENERAL      # regions that come to hold a General, minus those that lose the last | regions
    F_SETS               # regions that come to hold one official of each type, minus regions that lose it | regions
    F_SET_MAJORITY       # majority points a governor in those regions would add | VP
    F_SET_TILE           # points of Mausoleum tiles a governor there would fulfil | VP
    F_APPROACH           # steps an official comes nearer to a region that lacks just his type for a governor | steps
    F_MOVES              # movements of officials gained | movements
    F_WORKERS            # change of the number of workers | workers
    F_WORKER_REGIONS     # change of the regions with a worker (a wall takes them from different ones) | regions
    F_PALACE_SITES       # change of the regions with an Architect and two workers | regions
    F_MAJORITY           # change of the own points for governors as the game board stands | VP
    F_DENIED             # points for governors the other players lose together | VP
    F_BONUS_SPACE        # the governor takes a space with a bonus | 0/1
    F_TILE_VP            # points of Mausoleum tiles newly fulfilled, slots free | VP
    F_TILE_PROGRESS      # governors, palaces and walls that such tiles still ask for, fewer | pieces
    F_LINES              # rows and columns of the Mausoleum completed | lines
    F_LINE_PROGRESS      # own soldiers in the row and the column of the tile | soldiers
    F_UNLOCKED           # soldiers unlocked | soldiers
    F_SHIP               # spaces the ship moves | spaces
    F_SYMBOLS            # symbols and Master Alchemist cards the ship reaches or passes | symbols
    F_ELIXIR_VP          # change of the points for the elixir, cards times the value of the ship's space | VP
    F_ALCHEMIST_CARD     # Alchemist cards placed | cards
    F_WALL_VP            # points of walls as the player board stands: a wall built, or a criterion met or lost | VP
    F_MARKINGS           # workers the slot of the wall costs | workers
    F_EMPEROR            # the wall is the first of its section, which has an Emperor tile | 0/1
    F_ABILITY            # an ability is activated | 0/1
    F_STOP               # no more of what could go on | 0/1
    F_HIS_VP             # victory points Li Si scores with his soldier | VP
    N_FEATURES
