"""Stored strengths are of the plans as they are, found by what decides play, and told with every answer."""

import html
import json
from functools import cache
from pathlib import Path

import pytest
from msgspec import structs

from analyser.errors import DataError
from analyser.experiments.objective import FINAL, Objective, evaluate_strategy
from analyser.ratings.__main__ import main, rated_strategies, tournament_command
from analyser.ratings.table import digest_of, elo_file, load_elo, lookup_strength
from analyser.runs.answer import answer_run
from cext.games import load_game
from reports.facts import GameFacts, parse_facts
from strategies import list_strategies
from strategies.levels import levels_of
from strategies.plan import LEARNER
from tests.analyser.runs.experiment import new_run
from tests.game_lists import rated_games

ROOT = Path(__file__).parents[3]
COUNTS = (2, 3, 4)
AGAIN = "strategies, options or component data have changed: run `python -m analyser.ratings {} --players 4`"


@cache
def facts(game: str, players: int = 2, **options: object) -> GameFacts:
    return parse_facts(load_game(game, players=players, **options).facts())


@pytest.mark.parametrize("game", rated_games())
@pytest.mark.parametrize("players", COUNTS)
def test_every_plan_beats_random_players(game: str, players: int) -> None:
    """Who plays weakly on purpose by less."""
    objective = Objective(game=game, against=("random",), players=(players,))
    for info in list_strategies(game):
        if info.kind == "weighted":
            low, _ = evaluate_strategy(objective, info.name, FINAL, 0, 240).limits
            assert low > (1.1 / players if info.strength == LEARNER else min(1.8 / players, 0.8)), info.name


@pytest.mark.parametrize("game", rated_games())
def test_the_stored_elo_are_of_the_levels_and_plans_as_they_are(game: str) -> None:
    rows = load_elo(elo_file(game))
    counts = {one.players for one in rows}
    assert 4 in counts, AGAIN.format(game)
    for players in counts:
        stored = {one.strategy: one.digest for one in rows if one.players == players}
        wanted = {name: digest_of(name, facts(game, players)) for name in rated_strategies(game)}
        assert stored == wanted, AGAIN.format(game)
        assert all(one.low < one.elo < one.high for one in rows)


@pytest.mark.parametrize("game", rated_games())
def test_each_level_is_stronger_than_the_one_before(game: str) -> None:
    elo = {one.strategy: one for one in load_elo(elo_file(game)) if one.players == 4}
    rated = [elo[level.strategy].elo for level in levels_of(game)]
    assert rated == sorted(rated)
    assert len(set(rated)) == len(rated)
    assert elo[levels_of(game)[-1].strategy].low > elo[levels_of(game)[0].strategy].high
    readme = (ROOT / "cext" / "games" / game / "README.md").read_text(encoding="utf-8")
    assert tournament_command(game, 4) in readme


def test_the_digest_of_a_search_is_of_its_parameters_and_its_plans() -> None:
    game = facts("zhanguo")
    digests = [digest_of(name, game) for name in ("search:balanced:32", "search:balanced:64", "search:builder:32")]
    assert all(digests)
    assert len({*digests, digest_of("search:balanced:32:bias=0.1", game), digest_of("balanced", game)}) == 5
    assert digest_of("mcts:50", game) == digest_of("mcts:50", game) != ""
    assert digest_of("search:no_such_plan:32", game) == ""


def test_elo_are_told_with_the_answer() -> None:
    known = lookup_strength(["search:jade:16:leaf=jade", "collector", "mcts:9"], facts("middle_kingdom", 4))
    assert known is not None
    assert "Elo, 0 the mean of the game's players" in known.line
    search, collector, other = known.strategies
    assert search.elo is not None
    assert collector.elo is not None
    assert search.elo.low > collector.elo.high
    assert f"search:jade:16:leaf=jade ({search.elo.words}), collector ({collector.elo.words}), mcts:9." in known.line
    assert other.elo is None
    assert known.line.endswith("Not measured: mcts:9.")


def test_the_digest_is_of_what_decides_play(tmp_path: Path) -> None:
    shipped = elo_file("zhanguo").with_name("builder.toml").read_text()

    def of(text: str, game: GameFacts) -> str:
        file = tmp_path / "mine.toml"
        file.write_text(text)
        return digest_of(str(file), game)

    plain = facts("zhanguo", 4)
    digest = digest_of("builder", plain)
    body = "".join(
        line for line in shipped.splitlines(keepends=True) if not line.startswith(("name", "idea", "strength"))
    )
    labelled = f'name = "x"\nidea = "y"\nstrength = "learner"\n{body}'.replace('who = "', 'who = "me and ')
    assert of(shipped, plain) == of(labelled, plain) == digest
    warmer = shipped.replace("temperature = 0.3", "temperature = 0.4")
    for text in (
        warmer,
        'never = ["W"]\n' + shipped,
        'opening = ["U"]\n' + shipped,
        shipped + "\n[by_round.3]\nvp = 3\n",
    ):
        assert of(text, plain) not in ("", digest)
    assert digest_of("builder", facts("zhanguo", 4, draft=True)) != digest
    assert digest_of("builder", structs.replace(plain, digest="another")) != digest
    assert [digest_of(name, plain) for name in ("random", "no such plan", "none.toml")] == [""] * 3


def test_what_was_not_measured_is_said() -> None:
    game = facts("middle_kingdom")
    known = lookup_strength(["disruptor", "random", "mcts:9"], game)
    assert known is not None
    disruptor, random, search = known.strategies
    assert disruptor.elo is not None
    assert (random.elo, search.elo) == (None, None)
    assert known.line.endswith("Not measured: mcts:9.")
    for other in (
        lookup_strength(["disruptor"], game, changed_strategies=["disruptor"]),
        lookup_strength(["disruptor"], game, forbidden=True),
        lookup_strength(["disruptor"], structs.replace(game, digest="edited")),
        lookup_strength(["disruptor"], facts("middle_kingdom", 5)),
    ):
        assert other is not None
        assert other.line == "Bots that played: disruptor. Not measured: disruptor."
        assert other.warnings == []
    assert lookup_strength(["disruptor"], structs.replace(game, players=1)) is None


def test_measuring_says_in_one_line_what_cannot_be(capsys: pytest.CaptureFixture[str]) -> None:
    for words, code, line in (
        (["zhangou"], 3, "analyser: unknown game 'zhangou': did you mean zhanguo?"),
        (["qin", "--players", "2;3"], 2, "analyser: --players 2;3: give numbers of players with commas between them"),
        (["qin", "--players", "9"], 3, "analyser: qin "),
    ):
        assert main(words) == code
        said = [text for text in capsys.readouterr().err.splitlines() if text.startswith("analyser: ")]
        assert len(said) == 1
        assert said[0].startswith(line)


def test_a_table_that_is_none_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "elo.csv").write_text("players,strategy\n2,x\n")
    with pytest.raises(DataError, match=r"elo\.csv: not a table of Elo"):
        load_elo(tmp_path / "elo.csv")


@pytest.mark.usefixtures("undrawn")
def test_every_answer_says_how_strong_those_who_played_are(tmp_path: Path) -> None:
    for game in ("middle_kingdom", "zhanguo"):
        run = new_run(tmp_path / game, "balance", game=game, players=2, games=40)
        (one,) = answer_run(run, "balance")
        one.report.write()
        stored = json.loads((one.page.parent / "report.json").read_text())
        page = html.unescape(one.page.read_text()).replace("\N{NO-BREAK SPACE}", " ")
        assert set(one.answer.head) <= set(stored["notes"])
        assert stored["warnings"] == list(one.answer.warnings)
        assert one.answer.head[0].startswith("Bots that played (Elo, 0 the mean of the game's players): ")
        assert one.answer.head[0] in page
        table = stored["strength"]
        assert table["players"] == 2
        assert [row["strategy"] for row in table["strategies"]] == list(run.manifest.strategies)
        assert all(row["elo"]["low"] < row["elo"]["elo"] < row["elo"]["high"] for row in table["strategies"])
        assert all(warning in page for warning in one.answer.warnings)
        (expert,) = (level.strategy for level in levels_of(game)[-1:])
        assert [
            w
            for w in one.answer.warnings
            if w.startswith(f"Stronger than all that played: the {expert} bot. By Elo (+")
        ]
