"""`analyser people`: plays of a file against bots of each level, a screen, a page, and every mistake in one line."""

import json
import random
import re
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from analyser.errors import DataError
from analyser.experiments.people import read_plays
from analyser.runs import people
from analyser.runs.store import RunDirectory
from reports.estimators.people import Nearest, width_by_player
from tests.cli.conftest import Cli, Golden, assert_refused
from tests.games.tables import FORMS, as_saved
from tests.reports.expected import contradictions, reports_of
from tests.reports.golden_text import text_of_report

pytestmark = pytest.mark.usefixtures("undrawn")

HEAD = "play,players,seat,score"


def plays(n: int = 60, *, head: str = HEAD, points: int = 10) -> str:
    """Made-up plays of three."""
    draw = random.Random(1)
    rows = [f"{play},3,{seat},{points + draw.randint(0, 9)}" for play in range(n) for seat in (1, 2, 3)]
    return "\n".join([head, *rows]) + "\n"


def test_people_are_nearest_to_somebody(called: Cli, tmp_path: Path, golden: Golden) -> None:
    Path(tmp_path / "plays.csv").write_text(plays())
    words = ["people", "toy", "plays.csv", "--games", 60, "--workers", 0, "--quiet"]
    done = called(*words, "--out", "answer")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert len(lines) <= 24
    assert max(map(len, lines)) <= 80
    assert any(line.startswith("People score most like ") for line in lines)
    assert "chance in the plays" in done.stdout
    assert "No skill level plays as these people do." in done.stdout
    assert (tmp_path / "answer/report/people.html").is_file()
    assert (tmp_path / "answer/report/estimates.parquet").is_file()
    text = text_of_report(done.stdout, tmp_path / "answer/report")
    assert text == golden("people.txt", text)
    (report,) = reports_of(tmp_path / "answer")
    assert contradictions(tmp_path / "answer", report) == []
    screen = report["screen"]
    for changes in (
        {"rows": screen["rows"][1:]},
        {"rows": [{**row, "side": "unclear"} for row in screen["rows"]]},
        {"finding": screen["finding"].replace("novice", "expert")},
        {"lead": ""},
    ):
        assert contradictions(tmp_path / "answer", {**report, "screen": {**screen, **changes}})
    again = json.loads(called(*words, "--json").stdout)
    rows = {row["level"]: row for row in again["tables"]["score"]}
    file = pl.read_csv(tmp_path / "plays.csv")
    assert rows["novice"]["people"] == pytest.approx(file["score"].mean())
    for row in rows.values():
        assert row["people"] - row["bots"] == pytest.approx(row["difference"])
        assert row["difference_low"] < row["difference"] < row["difference_high"]
    assert sum(row["nearest"] for row in again["tables"]["levels"]) == pytest.approx(1.0)


def test_what_was_stopped_goes_on_by_the_command_it_prints(
    called: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stopped in the games of the second number of players; the answer is that of a run that was not stopped."""
    two = "".join(f"b{line}\n" for line in plays().splitlines()[1:] if ",3,3," not in line).replace(",3,", ",2,")
    (tmp_path / "plays.csv").write_text(plays() + two)
    words = ["people", "toy", "plays.csv", "--games", 60, "--workers", 0, "--json", "--quiet", "--out"]
    whole = called(*words, "whole")
    assert whole.returncode == 0, whole.stderr
    play, paths = people.play_adaptively, list[str]()

    def stop(*futures: object, **how: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:

        def stop_second(run: RunDirectory, *job: Any, **how: Any) -> None:
            paths.append(run.path.name)
            if len(paths) == 2:
                patch.setattr("analyser.runs.play.wait", stop)
            play(run, *job, **how)

        patch.setattr(people, "play_adaptively", stop_second)
        done = called(*words, "answer")
    assert (done.stdout, paths) == ("", ["2-players", "3-players"])
    (line,) = done.stderr.splitlines()
    assert line.startswith("analyser: stopped: answer/3-players keeps 0 of ")
    again = re.search("`analyser (.*?)` plays the others and answers", line)
    assert again is not None
    assert again[1] == "people --resume answer"
    done = called(*again[1].split(), "--json", "--quiet")
    assert done.returncode == 0, done.stderr
    first, second = (json.loads(each.stdout)["tables"] for each in (whole, done))
    assert first == second
    (report,) = reports_of(tmp_path / "answer")
    assert contradictions(tmp_path / "answer", report) == []
    said = "`analyser people --resume answer` resumes the whole"
    assert_refused(called("run", "--resume", "answer/2-players"), 2, said)


def wrong(old: str, new: str) -> str:
    """Plays with one line that differs."""
    assert old in plays()
    return plays().replace(old, new, 1)


FIRST = "\n0,3,1,12\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (plays().replace("score", "points"), "no column 'score'"),
        (plays(head="play,play,seat,score"), "two columns are called 'play'"),
        ("", "is empty"),
        ("play,seat,score\n1,1,2,3\n", "row 2: 4 cells where the header has 3"),
        ("PK\x03\x04", "a spreadsheet's own file, no CSV: save the sheet as CSV in UTF-8"),
        (wrong(FIRST, "\n0,3,1,77.5\n"), "row 2: score '77.5': give a whole number"),
        (wrong(FIRST, "\n0,3,1,1.000\n"), "row 2: score '1.000': give a whole number"),
        (wrong(FIRST, "\n0,3,1,=B2\n"), "row 2: score holds the formula '=B2': save the values"),
        (wrong(FIRST, "\n0,3,1,many\n"), "row 2: score 'many': give a whole number"),
        (wrong(FIRST, "\n0,3,,12\n"), "row 2: no seat"),
        ("play,seat\n1,1\n", "no column 'score'"),
        (
            HEAD + "\n" + "".join(f"{n},2,1,{n}\n{n},2,2,\n" for n in range(12)),
            "0 plays, 12 more have neither points nor a winner: at least 10",
        ),
        (wrong(FIRST, "\n,3,1,12\n"), "row 2: no play"),
        (wrong(FIRST, "\n0,3,2,12\n"), "row 3: seat 2 of play '0' again"),
        (wrong(FIRST, "\n0,3,4,12\n"), "row 2: seat 4 of play '0', which has 3 seats"),
        (wrong(FIRST, "\n0,4,1,12\n"), "row 2: play '0' has 3 of 4 seats"),
        (wrong(FIRST, "\n"), "row 2: play '0' has 2 of 3 seats"),
        (plays(3), "plays.csv: 3 plays: at least 10 are compared"),
        (HEAD + "\n", "plays.csv: 0 plays: at least 10 are compared"),
        (HEAD + "\n" + "".join(f"{n},2,1,5\n{n},2,2,9\n" for n in range(10)), "all plays have the same points"),
        (plays(12) + "99,1,1,7\n", "row 38: play '99' has one player, others have more: put solo plays in a file"),
        (plays(12).replace("players", "winner").replace(",3,", ",no,"), "row 2: play '0' has no winner"),
        (plays(12).replace("players", "winner").replace(",3,", ",yes,"), "has fewer points than another seat"),
        (plays(12).replace("players", "winner").replace(",3,", ",maybe,"), "row 2: winner 'maybe': write yes or no"),
        (plays(12).replace("players", "player").replace(",3,", ",Ada,"), "'Ada' has two seats of play '0'"),
        (plays(12).replace("players", "rounds").replace("0,3,2", "0,4,2", 1), "has 4 rounds here and others above"),
    ],
)  # fmt: skip
def test_a_mistake_in_a_file_is_one_line(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "plays.csv"
    file.write_text(text)
    with pytest.raises(DataError) as error:
        read_plays(file)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["toy"], 2, "the plays are missing: name a CSV file"),
        (["toy", "none.csv"], 3, "none.csv: cannot be read"),
        (["zhangou", "plays.csv"], 3, "did you mean zhanguo?"),
        (["toy", "game.py"], 3, "game.py: a program, not a table of plays: `analyser people GAME plays.csv` reads"),
        (["plays.csv"], 2, "plays.csv is no game: name the game first: `analyser people zhanguo plays.csv`"),
        (["--resume", "empty"], 3, "--resume empty: no plays.csv in it: name the folder of an answer of `people`"),
        (["--resume", "empty", "--games", 9], 2, "--resume empty: its plays and games stay as they are"),
        (["zhanguo", "boards.csv"], 3, "boards.csv, row 2: zhanguo has no player board 'sta': did you mean star?"),
        (["zhanguo", "six.csv"], 3, "six.csv, row 2: a play of 6 players: zhanguo takes 2, 3 or 4"),
    ],
)
def test_an_error_is_one_line(called: Cli, tmp_path: Path, words: list[str], code: int, message: str) -> None:
    (tmp_path / "plays.csv").write_text(plays())
    (tmp_path / "game.py").write_text("print(1)\n")
    (tmp_path / "empty").mkdir()
    (tmp_path / "boards.csv").write_text(plays(12).replace("players", "board").replace(",3,", ",sta,"))
    six = [f"{play},{seat},{seat * play}" for play in range(12) for seat in range(1, 7)]
    (tmp_path / "six.csv").write_text("\n".join(["play,seat,score", *six]))
    assert_refused(called("people", *words, "--workers", 0, "--quiet"), code, message)


def test_ties_share_the_win(tmp_path: Path) -> None:
    file = tmp_path / "plays.csv"
    file.write_text(HEAD + "\n" + "".join(f"{play},2,1,{play}\n{play},2,2,{play}\n" for play in range(10)))
    assert read_plays(file).n_ties == 10


@pytest.mark.parametrize("form", FORMS)
def test_a_file_is_read_as_programs_write_it(tmp_path: Path, form: str) -> None:
    plain, other = tmp_path / "plain.csv", tmp_path / "other.csv"
    plain.write_text(plays(12))
    other.write_bytes(as_saved(plays(12), form))
    columns = ("play", "seat", "score", "players", "winner")
    assert read_plays(other).rows.select(columns).equals(read_plays(plain).rows.select(columns))


def test_plays_without_points_are_counted_and_left_out(tmp_path: Path) -> None:
    file, partial = tmp_path / "plays.csv", tmp_path / "partial.csv"
    rows = [(play, seat) for play in range(14) for seat in (1, 2)]
    scores = {(play, seat): "" if play in (3, 4) else 20 + 3 * play + seat for play, seat in rows}
    lines = [f"{p},{s},{scores[p, s]},{'x' if (p, s) == (3, 1) else ''}" for p, s in rows]
    file.write_text("\n".join(["play,seat,score,winner", *lines]))
    found = read_plays(file)
    assert (found.n_plays, found.empty, found.n_unscored) == (13, 1, 1)
    winners = dict(found.rows.filter("winner").select("play", "seat").rows())
    assert winners == {str(play): 1 if play == 3 else 2 for play in range(14) if play != 4}
    partial.write_text(file.read_text().replace("5,1,36,", "5,1,,"))  # the other seat's points are not used either
    assert (read_plays(partial).empty, read_plays(partial).n_plays) == (2, 12)


def test_solo_plays_say_wins_by_marks(tmp_path: Path) -> None:
    file = tmp_path / "solo.csv"
    for blank, n_plays in (("", 24), ("no", 24)):
        file.write_text("play,seat,winner\n" + "".join(f"{n},1,{'x' if n % 3 else blank}\n" for n in range(24)))
        found = read_plays(file)
        assert (found.n_plays, found.rows["winner"].sum()) == (n_plays, 16)
    file.write_text("play,seat,winner\n" + "".join(f"{n},1,{('yes', 'no', '')[n % 3]}\n" for n in range(24)))
    assert (read_plays(file).n_plays, read_plays(file).empty) == (16, 8)  # there a blank says nothing


def test_plays_with_winners_alone_are_compared(called: Cli, tmp_path: Path) -> None:
    lines = [f"{p},{s},{'yes' if s == 1 + p % 3 else 'no'},{'AB'[(p + s) % 2]}" for p in range(60) for s in (1, 2, 3)]
    (tmp_path / "plays.csv").write_text("\n".join(["play,seat,winner,board", *lines]))
    done = called("people", "toy", "plays.csv", "--games", 60, "--workers", 0, "--quiet", "--json")
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert answer["tables"].keys() == {"levels", "first_seat", "board_share"}
    assert answer["tables"]["first_seat"][0]["people"] == pytest.approx(1 / 3)
    assert any("Counted for who wins alone" in caution for caution in answer["screen"]["cautions"])
    (report,) = reports_of(Path(answer["folder"]))
    assert contradictions(Path(answer["folder"]), report) == []


def test_a_measure_rests_on_plays_that_have_it(called: Cli, tmp_path: Path) -> None:
    won = [f"{p},{s},,{'yes' if s == 1 + p % 2 else 'no'}" for p in range(20) for s in (1, 2, 3)]
    scored = [f"{p},{s},{10 * s + p % 7}," for p in range(20, 80) for s in (1, 2, 3)]
    (tmp_path / "plays.csv").write_text("\n".join(["play,seat,score,winner", *won, *scored]))
    done = called("people", "toy", "plays.csv", "--games", 60, "--workers", 0, "--quiet", "--json")
    assert done.returncode == 0, done.stderr
    tables = json.loads(done.stdout)["tables"]
    assert tables["score"][0]["people"] == pytest.approx(20 + sum(p % 7 for p in range(20, 80)) / 60)
    assert tables["first_seat"][0]["people"] == pytest.approx(10 / 80)


def test_a_file_in_another_encoding_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "plays.csv"
    for encoding in ("latin-1", "cp1252", "utf-16-le"):
        file.write_bytes((plays(12) + "é,,,").encode(encoding))
        with pytest.raises(DataError, match=r"plays.csv, row [0-9]+: not UTF-8 text: save the sheet as CSV in UTF-8"):
            read_plays(file)


@pytest.mark.parametrize("names_winners", [True, False])
def test_solo_plays_are_held_against_bots_who_play_alone(
    called: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, names_winners: bool
) -> None:
    monkeypatch.setattr("analyser.runs.people.MIN_GAMES", 10)
    draw = random.Random(4)
    rows = [(play, 1, draw.randint(60, 130)) for play in range(60)]
    lines = [
        f"{play},{seat},{score}" + f",{'yes' if score > 80 else 'no'}" * names_winners for play, seat, score in rows
    ]
    head = "play,seat,score" + ",winner" * names_winners
    (tmp_path / "solo.csv").write_text("\n".join([head, *lines]))
    words = ["--games", 10, "--workers", 0, "--quiet", "--json"]
    done = called("people", "first_empire", "solo.csv", *words)
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert {"score", "won"} & answer["tables"].keys() == ({"score", "won"} if names_winners else {"score"})
    assert "winning_margin" not in answer["tables"]
    if names_winners:
        assert answer["tables"]["won"][0]["people"] == pytest.approx(sum(score > 80 for _, _, score in rows) / 60)
    cautions = " ".join(answer["screen"]["cautions"])
    assert "against Li Si 1: --option lisi=… plays another" in cautions
    assert ("does not say who won" in cautions) != names_winners
    (report,) = reports_of(Path(answer["folder"]))
    assert contradictions(Path(answer["folder"]), report) == []


NO_LEVELS = """
from analyser.rules import Rules, points


class Luck(Rules):
    players = 2, 3
    rounds = 2
    moves = {"draw": ("draws", "d", {})}
    luck = points("luck")

    def legal(self, table, seat):
        return [("draw",)]

    def play(self, table, seat, move):
        table.luck[seat] += table.rng.below(6)
        table.end_turn()
"""


def test_a_game_without_levels_says_what_to_add_and_then_is_compared(called: Cli, tmp_path: Path) -> None:
    (tmp_path / "plays.csv").write_text(plays())
    (tmp_path / "luck.py").write_text(NO_LEVELS)
    words = ["people", "./luck.py", "plays.csv", "--games", 50, "--workers", 0, "--quiet", "--json"]
    done = called(*words)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (3, "", 1)
    levels = 'levels = {"novice": "random", "expert": "mcts:8"}'
    assert f"names no skill levels to compare people with: add {levels} to its class" in done.stderr
    (tmp_path / "levels.py").write_text(NO_LEVELS.replace("rounds = 2", f"rounds = 2\n    {levels}"))
    done = called(words[0], "./levels.py", *words[2:])
    assert done.returncode == 0, done.stderr
    assert [row["level"] for row in json.loads(done.stdout)["tables"]["score"]] == ["novice", "expert"]


def test_intervals_by_player_are_wider_where_the_same_people_score_alike() -> None:
    draw = random.Random(2)
    rows = [
        {"play": play, "players": 2, "player": name, "score": skill + draw.randint(0, 5)}
        for play in range(60)
        for name, skill in draw.sample([("a", 0), ("b", 10), ("c", 20), ("d", 40), ("e", 60)], 2)
    ]
    assert width_by_player(pl.DataFrame(rows)) > 1.5
    strangers = [{**row, "player": str(number)} for number, row in enumerate(rows)]
    assert width_by_player(pl.DataFrame(strangers)) == pytest.approx(1.0)


def test_the_nearest_level_is_the_first_of_the_likely() -> None:
    distance, share = np.array([0.1, 0.05, 0.3]), np.array([0.5, 0.3, 0.2])
    nearest = Nearest(("novice", "journeyman", "expert"), distance, distance, distance, share)
    assert (nearest.level, nearest.likely) == ("journeyman", ["journeyman", "novice", "expert"])
