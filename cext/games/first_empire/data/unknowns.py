"""What nobody but the box knows of The First Empire, in groups, and how each may vary within all that is known.

Priors are honest ignorance: where sources say nothing, each admissible value is as likely as another; where they lean,
the shipped value has the weight they give it. How each group is drawn stands in unknown_draws.py, and for Li Si in
unknown_solo_draws.py. "Notes" are the working notes on what text and public sources say of the pictures.
"""

from cext.games.card_decks import card_questions, card_stocks, wall_questions, wall_stocks
from cext.games.first_empire.data import owner_questions as look
from cext.games.first_empire.data import unknown_draws as common
from cext.games.first_empire.data import unknown_solo_draws as solo
from cext.games.first_empire.data.component_cards import CARD_ROWS
from cext.games.printings import RulingReading, UnknownGroup

__all__ = ["READINGS", "UNKNOWNS"]


UNKNOWNS = (  # in the order in which an owner best looks them up
    UnknownGroup(
        name="elixir route", data="board.toml: elixir_symbols, elixir_masters, elixir_vp",
        prior="18 to 20 or 21 to 26 spaces alike; symbols 2 to 4 spaces apart, one or two double; one Master within 2 "
              "spaces after a symbol; VP up to 4 to 8, with a 3, where they like",
        reason="Search for the Elixir, its example and Li Si's clarification; 15 or 20 spaces of his ship in five "
               "rounds",
        draw=common.draw_route, lookups=look.look_at_route, faults=common.faults_of_route,
    ),
    UnknownGroup(
        name="Mausoleum tiles", data="mausoleum_tiles.csv: conditions, slots and three_plus of the nine tiles",
        prior="different conditions of 1 to 3 governors, palaces or both; 1 or 2 walls; ship on 6 to 15, 1 to 4 "
              "Alchemist cards; the first slot 1 to 4 VP above 3 a piece, then 1 to 3 less each; one or two slots are "
              "3+, on all tiles the same ones or not",
        reason="Mausoleum: the highest VP topmost, spaces of 3+; Li Si meets all conditions, and has neither "
               "officials nor workers",
        draw=common.draw_mausoleum_tiles, lookups=look.look_at_mausoleum_tiles, legend=look.LEGEND_OF_MAUSOLEUM,
    ),
    UnknownGroup(
        name="wall slots", data="board.toml: markings",
        prior="2 players: all three numbers occur in 70 of 100 cases; 3: 1, 2, 3 in 75; 4: those of 3 and any fourth; "
              "sites alike or not, ascending in 60 of 100 cases",
        reason="Build 1 Wall: a slot a player, 1 to 3 markings; Li Si's scoring cards score all three with 2 players",
        draw=common.draw_markings, lookups=look.look_at_markings,
    ),
    UnknownGroup(
        name="Alchemist cards", data="alchemist_cards.csv: trigger",
        prior="five different ones in 60 of 100 cases, else any",
        reason="Appendix 1 gives the abilities only; an Emperor tile may change the trigger, so there is one",
        draw=common.draw_alchemists, lookups=look.look_at_alchemists, legend=look.LEGEND_OF_TRIGGERS,
    ),
    UnknownGroup(
        name="Master Alchemist cards", data="master_cards.csv: trigger",
        prior="five different ones in 60 of 100 cases, else any",
        reason="Appendix 1 gives the abilities only",
        draw=common.draw_masters, lookups=look.look_at_masters, legend=look.LEGEND_OF_TRIGGERS,
    ),
    UnknownGroup(
        name="Starting tiles with tokens", data="starting_tiles.csv: unrest and tokens of tiles 4 to 6",
        prior="three different regions; 1, 2 or 3 tokens of an aspect each in 60 of 100 cases, else one of each of "
              "two aspects",
        reason="Appendix 4: unrest in the indicated region, indicated tokens; three of ten tiles, probably one an "
               "aspect",
        draw=common.draw_starting_tiles, lookups=look.look_at_starting_tiles,
    ),
    UnknownGroup(
        name="Emperor tiles", data="emperor_tiles.csv: trigger",
        prior="each of the six once in 40 of 100 cases, in any order, else any",
        reason="six tiles and six actions; which trigger lies in which section is not said",
        draw=common.draw_emperor_tiles, lookups=look.look_at_emperor_tiles, legend=look.LEGEND_OF_TRIGGERS,
    ),
    UnknownGroup(
        name="indicated tokens",
        data="abilities.csv: tokens of each aspect of the three abilities that give indicated tokens",
        prior="one of each of two aspects in 70 of 100 cases, else two of each; alike for all three pairs",
        reason="Appendix 1: +1 unrest for the indicated tokens; an Alchemist card gives any two for the same",
        draw=common.draw_indicated, lookups=look.look_at_indicated,
    ),
    UnknownGroup(
        name="Palace tiles", data="palace_tiles.csv: copies",
        prior="three of each in 65 of 100 cases, else 1 to 5 of each, 15 in all",
        reason="Components: 15 tiles; Appendix 3: five kinds",
        draw=common.draw_palace_tiles, lookups=look.look_at_palace_tiles, faults=common.faults_of_palace_tiles,
    ),
    UnknownGroup(
        name="spaces of Palace tiles", data="numbers.toml: palace_spaces",
        prior="with 3 and 4 players 2 and 3 in 50 of 100 cases, else 1 and 2 or 1 and 3; with 2 players no more than "
              "with 3",
        reason="General setup, 5: 15 tiles in 5 regions, fewer with 3 players than with 4",
        draw=common.draw_palace_spaces, lookups=look.look_at_palace_spaces,
    ),
    UnknownGroup(
        name="Mausoleum layout", data="mausoleum.csv: kind and place of the nine spots",
        prior="the elixir in the middle and a wall spot in every row and column, or any places, alike",
        reason="Components: five regions, three walls, one elixir; the picture is not described",
        draw=common.draw_layout, lookups=look.look_at_layout, pools=look.pools_of_layout, legend=look.LEGEND_OF_SPOTS,
    ),
    UnknownGroup(
        name="borders", data="board.toml: adjacency",
        prior="a path in 90 of 100 cases, else a path with one border more, not of Chu and Yan",
        reason="Move 1 Official: Chu and Yan are not adjacent; the columns of the player board",
        draw=common.draw_borders, lookups=look.look_at_borders,
    ),
    UnknownGroup(
        name="faces of wall tiles", data="wall_tiles.csv: which two faces share a tile",
        prior="as they stand in the list in 35 of 100 cases, else any two",
        reason="Appendix 2: 14 faces with VP, 7 tiles",
        draw=common.draw_wall_tiles, lookups=wall_questions, pools=wall_stocks, legend=look.LEGEND_OF_WALL_TILES,
    ),
    UnknownGroup(
        name="loose tableau", data="tableaus.csv: rows of A and B",
        prior="three different orders; in one of two cases every aspect stands in every row once",
        reason="Phase 3: the order of rows depends on the board used; an example shows the printed one",
        draw=common.draw_tableaus, lookups=look.look_at_tableaus,
    ),
    UnknownGroup(
        name="Li Si",
        data="solo_cards.csv: once and steps of 6 to 9; lisi_cards.csv: deck, top, bottom, position, space, soldiers",
        prior="two or three elixir cards of 3 or 4 spaces come back, the others have 2 to 6; decks at random with "
              "every card in one; upper faces A, D, B, C in 40 of 100 cases, else any that ascend; starts ascend",
        reason="Li Si setup; a designer's note: 3 Unification cards and one of each other family come back, two are "
               "played once, 15 or 20 spaces in five rounds; the four get harder",
        draw=solo.draw_lisi, lookups=look.look_at_lisi, faults=solo.faults_of_lisi,
        legend=look.LEGEND_OF_LISI,
    ),
    UnknownGroup(
        name="governor cards of Li Si", data="solo_cards.csv: mode and order of 10 to 14",
        prior="10 to 13 on the first bonus space or in the open area, both occur; 14 places two; regions in any order",
        reason="Li Si, Install 1 Governor: three ways; card 14 places both Governors",
        draw=solo.draw_governor_cards, lookups=look.look_at_governor_cards,
        legend=look.LEGEND_OF_GOVERNOR_CARDS,
    ),
    UnknownGroup(
        name="palace cards of Li Si", data="solo_cards.csv: order, tokens and takes_tile of 15 to 19",
        prior="any orders; some take the Palace tile, some do not",
        reason="Li Si, Build 1 Palace: orders and the symbol of the tile are on the cards",
        draw=solo.draw_palace_cards, lookups=look.look_at_palace_cards, legend=look.LEGEND_OF_PALACE_CARDS,
    ),
    UnknownGroup(
        name="wall cards of Li Si", data="solo_cards.csv: order, section, slot and takes_tile of 20 to 24",
        prior="any orders and sections; the three ways to build on one card at least",
        reason="Li Si, Build 1 Wall: three ways; arrows on the cards",
        draw=solo.draw_wall_cards, lookups=look.look_at_wall_cards, legend=look.LEGEND_OF_WALL_CARDS,
    ),
    UnknownGroup(
        name="cards", data="cards.csv: trigger and ability of the 120 cards",
        prior="the procedure of reconstruct.py with other random numbers",
        reason="Appendix 1 lists triggers and abilities; no card is shown with its number; nothing else is known",
        draw=common.draw_cards,
        lookups=card_questions(CARD_ROWS, "Court Action", "the Unification card of that activation number"),
        pools=card_stocks, legend=look.LEGEND_OF_CARDS, searched=True,
    ),
)  # fmt: skip

# The reading taken against the other one; no source gives a confidence but for the Governor tiles.
READINGS = (
    RulingReading("court", {"stays": 0.7, "cleared": 0.3},
                  'F1: the end of a round clears nothing; but "the first Court Action" might be that of a round'),
    RulingReading("alchemist_cards", {"count": 0.7, "apart": 0.3},
                  "F2: the limit of three cards applies to them; whether they count for tokens is not said"),
    RulingReading("placed_cards", {"wait": 0.7, "join": 0.3},
                  'F3: "after having performed their Court Action entirely", bonuses included'),
    RulingReading("silent_cards", {"activated": 0.7, "triggered": 0.3},
                  'F4: "cannot activate cards in a region" at unrest 3; when it is looked at is not said'),
    RulingReading("official_move", {"instead": 0.7, "after": 0.3}, 'F6: "must choose one"'),
    RulingReading("elixir_symbol", {"must": 0.7, "may": 0.3}, 'F7: "they choose one"'),
    RulingReading("emperor_tiles", {"section": 0.7, "site": 0.3},
                  'F8: "one tile per section"; but also "the top Emperor tile"'),
    RulingReading("emperor_card", {"unification": 0.7, "any": 0.3},
                  'F30: "after having played at least one Unification action"; the tile may lie on any card'),
    RulingReading("free_wall", {"first": 0.7, "always": 0.3},
                  'F31: "gain an Emperor tile, if possible" repeats the rule of walls; but it does not name '
                  "the first"),
    RulingReading("alchemist_reward", {"possible": 0.7, "always": 0.3},
                  'F15: "able to immediately take the full reward"; but none is a part of "up to two"'),
    RulingReading("emperor_trigger", {"replaces": 0.7, "added": 0.3}, 'F9: "thus modifying the trigger"'),
    RulingReading("open_area", {"always": 0.7, "if_full": 0.3}, 'F10: "with a bonus or not"'),
    RulingReading("unrest_reset", {"after": 0.7, "before": 0.3}, "F10: the order of the steps"),
    RulingReading("governor_bonus", {"one": 0.65, "both": 0.35},
                  'F11: "the indicated bonus"; notes, 2.4: a choice at .65'),
    RulingReading("palace_tile", {"must": 0.7, "may": 0.3}, 'F13: "if possible"'),
    RulingReading("any_officials", {"apart": 0.7, "together": 0.3}, 'F16: other rewards say "in the same region"'),
    RulingReading("large_change", {"lost": 0.7, "exact": 0.3},
                  "F19: no change is spoken of; the example of large and small is exact"),
    RulingReading("token_limit", {"all": 0.7, "each": 0.3}, 'F20: "keep exactly 5"'),
    RulingReading("reward_soldiers", {"placed": 0.7, "wait": 0.3},
                  'F21: "at the end of their turn or after accepting a reward"'),
    RulingReading("bare_region", {"meets": 0.7, "fails": 0.3}, 'F25: "equal to or higher", and 0 equals 0'),
    RulingReading("lisi_court", {"no_room": 0.7, "if_full": 0.3},
                  'S2: "proceeding towards the region of the round"; B speaks of that region alone'),
    RulingReading("lisi_x", {"covers": 0.7, "under": 0.3},
                  'S13: "the very first card played at the Court"; but X belongs to the first Court Action'),
    RulingReading("lisi_symbols", {"card": 0.7, "symbol": 0.3},
                  'S3: "if there are no Soldiers at the entrance", once for the card'),
    RulingReading("lisi_rules", {"family": 0.7, "card": 0.3},
                  "S4: the rules for 14, 18, 19, 23, 24 are the only ones there are"),
    RulingReading("lisi_emperor", {"site": 0.7, "section": 0.3}, "S12: \"an Emperor's tile in the Wall site\""),
    RulingReading("lisi_unlocks", {"last": 0.7, "in_order": 0.3}, 'S8: "at the end of the phase"'),
)  # fmt: skip
