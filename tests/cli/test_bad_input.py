"""Bad input ends in one line on standard error that says what and where, and in the documented exit code."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.main import get_command

from analyser.cli import app
from analyser.cli.command_group import COMMAND_SYNONYMS
from analyser.cli.error_report import report_errors
from tests.cli.conftest import Cli, assert_refused

BAD_STRATEGIES = """
from strategies import Strategy


class Raises(Strategy):
    def choose(self, view, moves):
        raise KeyError("palace")


class Nonsense(Strategy):
    def choose(self, view, moves):
        return "build"
"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path) -> Path:
    """A directory with things to stumble over."""
    (tmp_path / "mine.py").write_text(BAD_STRATEGIES)
    (tmp_path / "syntax.py").write_text("class X:\n  def (")
    (tmp_path / "broken.toml").write_text("games = = 5\n")
    (tmp_path / "key.toml").write_text('game = "zhanguo"\ngmaes = 5\n')
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "letter.txt").write_text("dear")
    return tmp_path


CASES = [
    ("boards", 2, ["no game", "analyser games"]),
    ("boards zhangou", 3, ["'zhangou'", "did you mean zhanguo?"]),
    ("boards zhanguo --strategies balancd", 3, ["'balancd'", "balanced"]),
    ("boards zhanguo --players 7", 3, ["not 7"]),
    ("boards zhanguo --players 2,,3", 2, ["--players 2,,3: give a number"]),
    ("boards zhanguo --games 0", 2, ["--games 0"]),
    ("boards zhanguo --games -3", 2, ["--games -3"]),
    ("boards zhanguo --margin 0", 2, ["--margin 0"]),
    ("boards zhanguo --out full", 3, ["full", "not empty"]),
    ("boards zhanguo --out full/letter.txt", 3, ["full/letter.txt", "a file of that name"]),
    ("boards zhanguo --out full/letter.txt/run", 3, ["cannot be written (Not a directory): name another place"]),
    ("boards zhanguo --config broken.toml", 3, ["broken.toml", "line 1"]),
    ("boards zhanguo --config key.toml", 3, ["key.toml", "'gmaes'", "did you mean games?"]),
    ("boards zhanguo --config no.toml", 3, ["no.toml", "No such file"]),
    ("boards zhanguo --option drft=true", 3, ["'drft'", "did you mean draft?", "analyser games zhanguo --options"]),
    ("boards zhanguo --option draft=maybe", 3, ["draft=maybe", "on or off"]),
    ("run first_empire --option tableau=b", 3, ["tableau=b", "did you mean B?"]),
    ("boards zhanguo --option draft", 2, ["draft", "switch=value"]),
    ("boards zhanguo --components full", 3, ["full"]),
    ("boards zhanguo --engine ray://x", 2, ["ray://x"]),
    ("run zhanguo --boards A,cirle,star,square", 3, ["'cirle'", "did you mean circle?"]),
    ("run zhanguo --boards circle", 3, ["'circle'", "exists once"]),
    ("run zhanguo --players 2 --boards star,star", 3, ["'star'", "exists once"]),
    ("run zhanguo --boards A,circle", 2, ["2 boards for 4 players"]),
    ("run qin --players 2 --boards bird,lakes_reconstructed", 2, ["one map", "bird, lakes_reconstructed"]),
    ("run qin --boards brd", 3, ["no map 'brd'", "did you mean bird?"]),
    ("run zhanguo --record all", 2, ["--record all"]),
    ("run zhanguo --sample 2 --record decisions", 2, ["--sample 2"]),
    ("run --resume", 2, ["--resume has no value", "--resume RUN"]),
    ("run --resume --quiet", 2, ["--resume has no value", "--resume RUN"]),
    ("run --more 4", 2, ["--more needs --out"]),
    ("run --resume nowhere", 3, ["nowhere", "no such directory"]),
    ("run --resume full", 3, ["full", "not a run directory"]),
    ("run zhanguo --strategies mine.py:Nobody", 3, ["mine.py", "'Nobody'"]),
    ("run zhanguo --strategies no.py:Plan", 3, ["no.py"]),
    ("run zhanguo --strategies syntax.py:X", 3, ["syntax.py", "line 2"]),
    ("run zhanguo --strategies mine.py:Raises --games 4 --workers 0 --out a", 3,
     ["mine.py:Raises", "game 0, decision 0, player 1 (play)", "KeyError: 'palace'", "print(view)"]),
    ("run zhanguo --strategies mine.py:Nonsense --games 4 --workers 1 --out b", 3,
     ["mine.py:Nonsense", "'build'", "index of a move"]),
    ("boards zhanguo --components nowhere", 3, ["analyser: nowhere: no such directory: name one that holds component"]),
    ("whatif zhanguo --change nowhere", 3, ["analyser: nowhere: no such directory: name one that holds component"]),
    ("replay nowhere.jsonl", 3, ["analyser: nowhere.jsonl: cannot be read (No such file or directory)"]),
    ("report boards nowhere", 3, ["nowhere", "no such directory"]),
    ("report boards full", 3, ["full", "not a run directory"]),
    ("strategies zhangou", 3, ["did you mean zhanguo?"]),
    ("tournament zhanguo --strategies walls,walls", 2, ["--strategies walls,walls: one alone meets nobody else"]),
    ("tournament first_empire --players 1", 2, ["--players 1", "`analyser balance first_empire --players 1`"]),
    ("tournament zhanguo --strategies mcts:50..70", 3, ["a ladder doubles its games", "mcts:50..100 is one"]),
    ("strategies zhanguo/balancd", 3, ["did you mean balanced?"]),
    ("strategies --features", 2, ["needs a game"]),
    ("components check zhangou", 3, ["did you mean zhanguo?"]),
    ("components check zhanguo full", 3, ["full"]),
    ("components export zhanguo full", 3, ["full", "not empty"]),
    ("config show full", 3, ["full", "not a run directory"]),
    ("play zhanguo --seat 5", 2, ["seats 1 to 4"]),
    ("play zhanguo --seat 0", 2, ["seats 1 to 4"]),
    ("play zhanguo --opponents random,random --players 4", 2, ["2 strategies for 3 other seats"]),
    ("play zhanguo --opponents nobody", 3, ["nobody"]),
    ("play zhanguo --players 9", 3, ["9"]),
    ("play zhanguo --boards moon", 3, ["moon"]),
    ("play zhanguo --out missing/game.jsonl", 3, ["folder does not exist"]),
    ("play zhanguo --out .", 3, ["is a folder"]),
    ("play zhanguo --opponents random --hints", 2, ["nobody at the table values moves"]),
    ("play zhanguo --judge random", 2, ["a random player values no moves"]),
    ("play zhangou", 3, ["did you mean zhanguo"]),
    ("play qin --opponents vilager", 3,
     ["analyser: --opponents: no strategy 'vilager' for qin: did you mean villager?"]),
    ("strategies new zhangou mine", 3, ["analyser: unknown game 'zhangou': did you mean zhanguo?"]),
    ("strategies new zhanguo 2nd", 2,
     ["analyser: '2nd' cannot name a strategy: use letters, digits, _ and -, such as my_plan"]),
    ("strategies new zhanguo mine.txt", 2, ["analyser: mine.txt: a strategy is a file.toml, or Python in a file.py"]),
    ("strategies new zhanguo no/folder/mine", 3,
     ["analyser: no/folder/mine.toml cannot be written (No such file or directory)"]),
    ("strategies new zhanguo", 2, ["analyser: FILE is missing: `analyser strategies new --help` explains"]),
    ("whatif zhanguo", 2, ["analyser: nothing is changed: name what is, with --set, --option, --forbid or --change"]),
    ("whatif zhanguo --set boards.triangle", 2, ["analyser: --set boards.triangle: write it as name=value"]),
    ("whatif zhanguo --set boards.triangle.tracks.4=9", 3,
     ["scenario 'after': boards.toml, triangle.tracks: value holds 9: allowed are 2 to 4"]),
    ("whatif zhanguo --set boards.triangl.tracks.4=3", 3,
     ["scenario 'after': boards.toml: no key 'triangl': did you mean triangle?"]),
    ("whatif zhanguo --option draft=maybe", 3, ["scenario 'after': option draft=maybe: use on or off"]),
    ("whatif zhanguo --forbid wals", 3, ["--forbid wals: no such action or ability of zhanguo: did you mean wall?"]),
    ("whatif zhanguo --set boards.triangle.tracks.4=3 --players 2,3", 2, ["analyser: --players 2,3: "]),
    ("run middle_kingdom --strategies search:nobody:64", 3,
     ["analyser: --strategies: strategy search:nobody:64: no plan 'nobody': choose from "]),
    ("strategies middle_kingdom/search:curve:0", 3,
     ["write search:PLAN:N, PLAN the plan that guides it, N games a decision from 1 to 1,000,000"]),
    ("balance qin --printings=7", 2,
     ["analyser: --printings 7: give 0 for none, auto, or a number of printings from 8 to 200"]),
    ("balance qin --printings=many", 2,
     ["analyser: --printings many: give 0 for none, auto, or a number of printings from 8 to 200"]),
    ("balance qin --printings=201", 2,
     ["analyser: --printings 201: give 0 for none, auto, or a number of printings from 8 to 200"]),
    ("balance qin --printings=-3", 2,
     ["analyser: --printings -3: give 0 for none, auto, or a number of printings from 8 to 200"]),
    ("balance toy --players 2 --printings 8", 3, ["there are no printings to draw"]),
    ("compare nowhere", 3, ["analyser: nowhere: no such directory: name a run directory"]),
    ("components draw zhanguo full", 3, ["analyser: full: exists and is not empty: name a new folder"]),
    ("components draw toy new", 3,
     ["analyser: toy does not say how its unknown data may vary: there is nothing to draw"]),
    ("whatif toy --forbid push --retune soon", 2,
     ["analyser: --retune soon: give minutes for all plans together (5, or 90s, 1h), or"]),
    ("whatif toy --forbid push --retune 0gen", 2, ["analyser: --retune 0gen: give minutes for all plans"]),
    ("whatif toy --forbid push --retune -1", 2, ["analyser: --retune -1: give minutes for all plans"]),
    ("whatif toy --retune 5", 2, ["analyser: nothing is changed: name what is, with --set"]),
    ("whatif toy --forbid push --retune 5 --strategies mcts:5", 3,
     ["analyser: --retune: mcts:5 is no plan of weights: name plans"]),
    ("whatif toy --forbid push --retune 5 --strategies noisy:banker:1", 3,
     ["analyser: --retune: noisy:banker:1 is no plan of weights"]),
    ("whatif toy --forbid push --retune 5 --until decided", 2, ["analyser: --retune and --until: "]),
    ("decisions toy --strategies banker", 3, ["it does not look ahead: name a search, such as search:banker:8"]),
    ("decisions toy --strategies mcts:8,mcts:16", 2, ["one search plays in all seats: name one"]),
    ("decisions nothing", 3, ["unknown game 'nothing'"]),
    ("decisions", 2, ["no game: name one"]),
]  # fmt: skip


def test_a_process_ends_like_that_too(cli: Cli) -> None:
    done = cli("boards", "zhangou")
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr == "analyser: unknown game 'zhangou': did you mean zhanguo?\n"


@pytest.mark.parametrize(("words", "code", "said"), CASES, ids=[case[0] for case in CASES])
def test_one_line_and_the_exit_code(called: Cli, words: str, code: int, said: list[str]) -> None:
    quiet = ["--quiet"] if words.split()[0] in ("boards", "run", "report") else []
    done = called(*words.split(), *quiet)
    assert done.returncode == code
    assert done.stdout == ""
    lines = done.stderr.splitlines()
    assert len(lines) == 1
    assert lines[0].startswith("analyser: ")
    for text in said:
        assert text in lines[0]


WHOLE = "such as 20000, 20_000, 20k, 2M or 1e4"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("run zhanguo --games many", f"--games many is no number: give a whole one, {WHOLE}"),
        ("run zhanguo --games 1.5", f"--games 1.5 is no whole number: give one {WHOLE}"),
        ("run zhanguo --more 1e-3", f"--more 1e-3 is no whole number: give one {WHOLE}"),
        ("run zhanguo --batch 5kk", f"--batch 5kk is no number: give a whole one, {WHOLE}"),
        ("boards zhanguo --margin 2%", "--margin 2% is no number: give one such as 2 or 1.5, with a point and without"),
        ("record zhanguo --deal -1", "--deal -1: give a whole number from 0 to 4,294,967,295"),
        ("run zhanguo --bords A", "no option --bords: did you mean --boards? `analyser run --help` explains"),
        ("run zhanguo -players 4", "no option -p: options begin with two hyphens, such as --"),
        ("run zhanguo –players 4", "'–players': write it with two hyphens, --players"),
        ("run zhanguo --rotate yes", "'yes' is not understood: an option such as --quiet is on where it is given"),
        ("run zhanguo players 4", "'players' is not understood here: did you mean --players? `analyser run --help`"),
        ("run zhanguo qqq", "'qqq' is not understood here: `analyser run --help`"),
        ("run zhanguo --games 20.000", "--games 20.000 is 20 or 20000: write the one you mean, without a point"),
        ("run zhanguo --games 20.500", "--games 20.500 is no whole number: write 20500, without a point"),
        ("run zhanguo --batch 1.234.567", "--batch 1.234.567 is no whole number: write 1234567, without a point"),
        ("run zhanguo --games 1,5", f"--games 1,5 is no number: give a whole one, {WHOLE}"),
        ("run zhanguo --players 2.000", "--players 2.000: give a number of players from 1 to 20, or several"),
        ("run zhanguo --margin 1,5", "--margin 1,5 is no number: give one such as 2 or 1.5"),
        ("run zhanguo --margin 2k", "--margin 2k is no number: give one such as 2 or 1.5"),
        ("run zhanguo --strategies builder --strategies walls", "--strategies is given twice: give it once"),
        ("run zhanguo --rotate --no-rotate", "--rotate/--no-rotate is given twice: give it once"),
        ("run zhanguo --option draft=on --option draft=off", "--option draft is given twice: give it once"),
        ("run zhanguo --collect", "--collect brings parts back from a cluster: name one with --engine"),
        ("run zhanguo --strategies=", "--strategies '': a name is missing"),
        ("run zhanguo --strategies builder,,tasks", "--strategies 'builder,,tasks': a name is missing between commas"),
        ("tune zhanguo/balanced --opponents builder,", "--opponents 'builder,': a name is missing between commas"),
        ("run --resume x --more 4", "--resume and --more: choose one of them"),
        ("run --resume x --config x", "--resume and --config: leave --config out"),
        ("run --more 4 --config x --out x", "--more and --config: leave --config out"),
        ("record zhanguo --option draft=on,off", "--option draft=on,off: one game has one value of a switch: choose"),
        ("play zhanguo --option draft=on,off", "--option draft=on,off: one game has one value of a switch: choose"),
        ("--version x", "--version takes no other words: leave 'x' out"),
        ("run zhanguo --time-limit 5x", "--time-limit 5x is no time: give one such as 90s, 5m or 1h, or a number of"),
        ("run zhanguo --time-limit 10000h", "--time-limit 3.6e+07: give seconds, or a time such as 90s, 5m or 1h"),
        ("boards zhanguo --memory-limit much", "--memory-limit much is no size: give one such as 500MB or 2GB"),
        ("tune qin/random --memory-limit 20MB", "--memory-limit 20MB: give a size from 200MB to 100000GB"),
        ("record qin --time-limit -1", "--time-limit -1: give seconds, or a time such as 90s, 5m or 1h, above 0"),
        ("play zhanguo --think 2h", "--think 7200: give seconds, or a time such as 90s or 5m, above 0, at most 3,600"),
        (
            "tune zhanguo/balanced --time 5x",
            "--time 5x is no time: give one such as 90s, 5m or 1h, or a number of",
        ),
        (
            "whatif zhanguo --forbid walls --retune 5x",
            "--retune 5x: give minutes for all plans together (5, or 90s, 1h)",
        ),
        ("run zhanguo --games", "--games has no value: write --games N"),
        ("run zhanguo --quiet=yes", "--quiet takes no value: write --quiet alone"),
        ("bords zhanguo", "no command 'bords': did you mean boards? `analyser --help` lists all"),
        ("zhanguo", "'zhanguo' is a game, not a command: put a question before it, such as `analyser boards zhanguo`"),
        ("components chek zhanguo", "no command 'chek': did you mean check? `analyser components --help` lists all"),
        ("report bords my-run", "QUESTION 'bords': did you mean boards?"),
        ("report boards", "RUN is missing: `analyser report --help` explains"),
        ("report", "QUESTION is missing: `analyser report --help` explains"),
        ("config", "RUN is missing: `analyser config show --help` explains"),
        ("components", "no command: choose from check, export, draw; `analyser components --help` explains them"),
        ("arena zhanguo", "no command 'arena': did you mean tournament? `analyser --help` lists all"),
        (
            "boards zhanguo --boards A",
            "no option --boards: `analyser balance`, `analyser openings` and `analyser whatif` have it; ",
        ),
        ("tune zhanguo/balanced --against builder", "--against is now --opponents"),
        ("whatif zhanguo --against old", "--against is now --baseline"),
        ("record zhanguo --players 2,3", "--players 2,3: one game has one number of players: name one"),
        ("tune --resume --out mine.toml", "--resume has no value: write --resume FILE"),
        ("verify --htlm x", "no option --htlm: `analyser replay` has --html; `analyser verify --help` explains"),
    ],
)
def test_what_the_parser_refuses_is_one_line_too(called: Cli, words: str, said: str) -> None:
    assert_refused(called(*words.split()), 2, f"analyser: {said}")


def test_no_message_lists_all_that_there_is_or_repeats_all_that_was_typed(called: Cli, small_run: Path) -> None:
    long = "q" * 3_000
    where = ("record", "--from", small_run, "--where")
    for words in (
        (*where, "x.score > 1"), (*where, f"{long} > 1"), ("tune", "zhanguo/balanced", "--bonus", "qqqq=1"),
        ("run", long), ("run", "zhanguo", f"--{long}"), ("run", "zhanguo", long),
        (long,), ("run", "zhanguo", "--strategies", long), ("run", "zhanguo", "--option", f"draft={long}"),
        ("run", "zhanguo", "--config", long), ("run", "zhanguo", "--components", long), ("report", "boards", long),
        ("report", long, "x"), ("games", long), ("verify", long), ("run", "zhanguo", "--games", "1" * 3_000),
    ):  # fmt: skip
        done = called(*words)
        assert (done.returncode in (2, 3), len(done.stderr) < 600) == (True, True), (words, done.stderr)


def test_a_select_in_a_condition_is_told_in_our_words(called: Cli, small_run: Path) -> None:
    done = called("record", "--from", small_run, "--where", "score in (select 1)")
    message = "analyser: --where: ')' is missing after 'select'\n"
    assert (done.returncode, done.stderr) == (2, message)


def paths(command: Any, *words: str) -> Iterator[tuple[str, ...]]:
    """The words of every command and every group below."""
    for name, one in getattr(command, "commands", {}).items():
        yield (*words, name)
        yield from paths(one, *words, name)


def test_a_command_alone_lists_what_there_is_or_says_in_a_line_what_is_missing(
    played: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("analyser.cli.questions.DEMO_GAMES", 60)
    root: Any = get_command(app)
    listing = []
    for words in paths(root):
        done = played(*words)
        if done.returncode == 0:
            listing.append(" ".join(words))
            continue
        assert (done.returncode, done.stdout) == (2, ""), words
        lacking = r"missing|no game|no plan|no command|nothing is changed"
        assert re.fullmatch(rf"analyser: .*({lacking}): .*\n", done.stderr), words
    assert listing == ["demo", "strategies", "strategies show", "games", "games show", "runs", "runs list"]


def test_words_of_other_programs_lead_to_commands_that_there_are() -> None:
    known = get_command(app).commands  # type: ignore[attr-defined]
    assert set(COMMAND_SYNONYMS.values()) <= set(known)
    assert not set(COMMAND_SYNONYMS) & set(known)


def parameters(command: Any, path: str = "analyser") -> Iterator[tuple[str, Any]]:
    """Every parameter of every command, with the command's words."""
    for parameter in command.params:
        yield path, parameter
    for name, one in getattr(command, "commands", {}).items():
        yield from parameters(one, f"{path} {name}")


def test_no_value_is_read_by_the_library_whose_errors_are_not_ours() -> None:
    """Texts, paths and flags cannot be refused; whatever else is typed has a parser of ours."""
    found = list(parameters(get_command(app)))
    assert len(found) > 200
    unread = [
        (path, parameter.name)
        for path, parameter in found
        for kind in [parameter.type_descriptor.annotation]
        if kind not in (str, bool, Path, list[str], list[Path])
        and parameter.type_descriptor.parameter_info.parser is None
        if parameter.name not in ("install_completion", "show_completion")
    ]
    assert unread == []


def test_a_broken_component_file_is_told_by_row(called: Cli, here: Path) -> None:
    assert called("components", "export", "zhanguo", "mine").returncode == 0
    assert called("components", "check", "zhanguo", "mine").returncode == 0
    path = here / "mine" / "wall_tiles.csv"
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines[:3], lines[3].replace(",", ";"), *lines[4:]]) + "\n")
    for words in ("components check zhanguo mine", "run zhanguo --components mine --quiet"):
        assert_refused(called(*words.split()), 3, "wall_tiles.csv, row ")


def test_checking_components_names_every_broken_file_and_what_is_not_as_in_the_box(called: Cli, here: Path) -> None:
    def edit(file: str, old: str, new: str) -> None:
        path = here / "mine" / file
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")

    assert called("components", "export", "qin", "mine").returncode == 0
    edit("maps/bird.toml", "v..", "x..")
    edit("maps/lakes_reconstructed.toml", "v..", "x..")
    done = called("components", "check", "qin", "mine")
    assert (done.returncode, done.stdout) == (3, "")
    assert [line.split(",")[0] for line in done.stderr.splitlines()] == [
        "analyser: bird.toml", "analyser: lakes_reconstructed.toml",
    ]  # fmt: skip
    (here / "mine").rename(here / "qin")
    assert called("components", "export", "middle_kingdom", "mine").returncode == 0
    edit("numbers.toml", "token_vp = { value = 2", "token_vp = { value = 3")
    done = called("components", "check", "middle_kingdom", "mine")
    assert done.returncode == 0
    assert "not as in the box: token_vp is 3, in the box 2" in done.stdout


def test_a_run_of_another_version_is_refused(called: Cli, here: Path) -> None:
    (here / "old").mkdir()
    (here / "old" / "manifest.json").write_text(json.dumps({"schema_version": 99}))
    done = called("report", "boards", "old")
    assert done.returncode == 3
    assert "old: made by another version (schema 99" in done.stderr


def test_a_run_is_not_overwritten(called: Cli, small_run: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in small_run.rglob("*")}
    done = called("run", "zhanguo", "--out", small_run, "--quiet")
    assert done.returncode == 3
    assert "holds a run already" in done.stderr
    assert {path: path.stat().st_mtime_ns for path in small_run.rglob("*")} == before


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ("boards --more 5 --out RUN", 2, "--more 5: RUN: the run was started by `run`: use `run`"),
        ("run qin --more 5 --out RUN", 6, "--more 5: RUN: the run is of zhanguo: start a new run"),
        ("run --more 5 --out none", 3, "none: no such directory"),
    ],
)
def test_games_are_not_added_to_another_run(called: Cli, small_run: Path, words: str, code: int, said: str) -> None:
    run = str(small_run)
    assert_refused(called(*words.replace("RUN", run).split()), code, f"analyser: {said.replace('RUN', run)}")


def test_debug_shows_where_an_error_was_raised(called: Cli) -> None:
    done = called("boards", "zhangou", "--debug")
    assert done.returncode == 3
    assert "Traceback" in done.stderr
    assert done.stderr.splitlines()[-1].startswith("analyser: unknown game")


def test_a_closed_pipe_is_no_error(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(typer.Exit) as ended, report_errors((), trust=False, debug=False):  # noqa: PT012
        try:
            raise BrokenPipeError
        except BrokenPipeError:
            raise SystemExit(1)  # noqa: B904  # as rich does
    assert (ended.value.exit_code, capsys.readouterr().err) == (0, "")
