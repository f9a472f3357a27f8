"""End of the Game: the six categories of the scorepad, and who wins."""

from cext.games.first_empire.data.component_types import GOVERNOR_LINES, ScoringFace
from tests.games.first_empire.model.buildings import counted_cards, lines
from tests.games.first_empire.model.facts import ASPECTS, OFFICIALS, REGIONS
from tests.games.first_empire.model.table import Player, ShownSection, Table

CATEGORIES = ("track", "governors", "elixir", "mausoleum", "walls", "entrance")  # 1 to 6


def final_scores(table: Table) -> list[dict[str, int]]:
    """Points of each player by category, and their sum as "score"."""
    result = []
    for player in table.players:
        if table.lisi is not None and table.lisi.seat == player.seat:
            result.append(lisi_score(table, player))
            continue
        points = {
            "track": player.vp,
            "governors": sum(governor_majority(table, player, region) for region in REGIONS),
            "elixir": elixir(table, player),
            "mausoleum": table.facts.numbers.line_vp * lines(table, player),
            "walls": sum(wall(table, player, section) for section in table.sections),
            "entrance": entrance(table, player),
        }
        result.append({**points, "score": sum(points.values())})
    return result


def ranks(table: Table) -> list[int]:
    """ "The player with the highest total is the winner. ... Tied players share the victory"."""
    scores = [points["score"] for points in final_scores(table)]
    return [1 + sum(other > score for other in scores) for score in scores]


def governor_majority(table: Table, player: Player, region: int) -> int:
    """2. 10/15/20 VP for the most Governors, "split (rounded down) between the tied players"."""
    governors = [table.governors_of(other, region) for other in table.players]
    most = max(governors)
    if most == 0 or governors[player.seat] < most:
        return 0
    if table.lisi is not None and wins_ties(table) and governors[table.lisi.seat] == most:
        return 0
    return table.facts.majority_vp // governors.count(most)


def elixir(table: Table, player: Player) -> int:
    """3. Alchemist cards placed, times "the highest VP value reached by their Ship"."""
    reached = max(space.vp for space in table.facts.route[: player.ship + 1])
    return player.cards_of("alchemist") * reached


def entrance(table: Table, player: Player) -> int:
    """6. "2/5/9 VP if they have 1/2/3+ Terracotta Soldiers at the entrance"."""
    vp = [0, *table.facts.numbers.entrance_vp]
    return vp[min(player.entrance, len(vp) - 1)]


# -- 5. Walls ------------------------------------------------------------------------------------------------------


def wall(table: Table, player: Player, section: ShownSection) -> int:
    """By the position of the wall and how well its owner meets the condition of the tile."""
    if player.seat not in section.walls:
        return 0
    vp = table.facts.wall_vp(section.face, section.markings[section.walls.index(player.seat)])
    if section.face == "quadruplet":
        return vp * min(player.cards_of(kind) for kind in (*ASPECTS, "alchemist"))
    return vp * sum(meets(table, player, region, section.face) for region in REGIONS)


def meets(table: Table, player: Player, region: int, face: str) -> bool:
    """Appendix 2: whether a region counts for a Wall tile."""
    officials, unrest = player.officials[region], player.unrest[region]
    kinds = ["alchemist" if card.is_alchemist() else card.kind for card in player.cards[region]]
    if face in OFFICIALS:
        return officials[face] > 0
    if face.endswith("_card"):
        return face.removesuffix("_card") in kinds
    bare = unrest == 0 and sum(officials.values()) == 0
    return {
        "worker": player.workers[region] > 0,
        "two_of_a_type": any(kinds.count(kind) >= 2 for kind in kinds),
        "palace": table.palaces_of(player, region) > 0,
        "governor": table.governors_of(player, region) > 0,
        "no_unrest": unrest == 0,
        "officials_cover_unrest": sum(officials.values()) >= unrest and (not bare or table.says("bare_region_covers")),
    }[face]


# -- Li Si's Scoring cards -----------------------------------------------------------------------------------------


def faces(table: Table) -> list[ScoringFace]:
    """The upper card, and the lower one of which only the last line is shown."""
    assert table.lisi is not None
    card = table.facts.data.lisi[table.lisi.level - 1]
    return [table.facts.data.scoring_faces[card.top], table.facts.data.scoring_faces[card.bottom]]


def wins_ties(table: Table) -> bool:
    """Scoring card B: "Li Si wins all ties"."""
    return any(GOVERNOR_LINES[face.governors] == "wins_ties" for face in faces(table))


def lisi_score(table: Table, player: Player) -> dict[str, int]:
    """Walls and Palace tiles by the upper card, Governors and Elixir by the card that has the line."""
    assert table.lisi is not None
    reached = max(space.vp for space in table.facts.route[: player.ship + 1])
    alchemists = player.cards_of("alchemist")
    wall_vp = faces(table)[0].wall_vp
    slots = [s.markings[s.walls.index(player.seat)] for s in table.sections if player.seat in s.walls]
    points = {
        "track": player.vp + sum(lisi_palace_tile(table, player, *tile) for tile in table.lisi.palace_tiles),
        "governors": sum(lisi_majority(table, player, region) for region in REGIONS),
        "elixir": sum(alchemists * (reached + face.elixir_plus) for face in faces(table) if face.elixir),
        "mausoleum": table.facts.numbers.line_vp * lines(table, player),
        "walls": sum(wall_vp[markings - 1] for markings in slots),
        "entrance": entrance(table, player),
    }
    return {**points, "score": sum(points.values())}


def lisi_palace_tile(table: Table, player: Player, region: int, kind: str) -> int:
    """ "Li Si scores the Palace tiles he placed in the regions of his player board"."""
    return table.facts.palace_tile_vp[kind] * counted_cards(player, region, kind)


def lisi_majority(table: Table, player: Player, region: int) -> int:
    """10 VP for the most Governors; a tie is 5 for each, or all his."""
    governors = [table.governors_of(other, region) for other in table.players]
    mine = governors[player.seat]
    if mine == 0 or mine < max(governors):
        return 0
    vp = table.facts.numbers.lisi_majority_vp
    shown = any(GOVERNOR_LINES[face.governors] != "none" for face in faces(table))
    tied = governors.count(mine) > 1 and not wins_ties(table)
    return (vp // 2 if tied else vp) if shown else 0
