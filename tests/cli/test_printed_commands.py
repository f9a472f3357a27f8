"""Every command that the program prints runs: as it is put together in the sources, with 8 games, on a tiny run."""

import ast
import io
import re
import shutil
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from analyser.cli import app
from reports.page.html import MORE
from tests.cli.conftest import ROOT
from tests.pages import BY_HAND, check_options, command_of, run_shortened
from tests.undrawn import leave_charts_out

pytestmark = pytest.mark.usefixtures("undrawn")

PACKAGES = ("analyser", "cext", "reports", "strategies")
COMMANDS: dict[str, Any] = command_of().commands
TYPED = re.compile(rf"\banalyser (?:{'|'.join(COMMANDS)}|-)")
MAKERS = {"command", "command_line", "typed"}  # `typed`: where a decorator is called command
CALL = re.compile(rf"\b(?:{'|'.join(MAKERS)})\(")
EXAMPLE = re.compile(r"`(analyser [^`]+)`")
# What stands for what is worked out, or filled in by the reader, in a folder with a game, a run and a record.
OWN = "./mygame.py"
SAMPLES: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("GAME", "<game>", "<path>", "<name>", "<game.name>", "<run.game.name>"), (OWN,)),
    **dict.fromkeys(("<checkpoint.objective.game>", "<facts.game>", "<simulator.game.name>"), (OWN,)),
    **dict.fromkeys(("RUN", "<run>", "<run.path>", "<self.path>", "<self._run>", "<self.out>"), ("run",)),
    "<self.path.parent>": ("run",), "<game if is_table else 'plays.csv'>": ("plays.csv",),
    **dict.fromkeys(("<file>", "<out>"), ("game.jsonl",)), **dict.fromkeys(("G", "<game['game']>"), ("1",)),
    **dict.fromkeys(("<f'{game}/PLAN'>", "<f'{run.game.name}/{last}'>"), (f"{OWN}/greedy",)),
    **dict.fromkeys(("<f'{session.out},{others}'>", "<f'{spec},random'>"), ("greedy,random",)),
    "<f'{game.name}/{name}.toml'>": (f"{OWN}/plan.toml",), "<game.players>": ("2",), "DIR": ("edited",),
    "<DEMO_GAME>": ("zhanguo",), "WORD": ("one_stone",), "<games>": ("8",), "<game.boards[-1]>": ("B",),
    "<PLAYED_BY[factor.name]>": ("boards",), "<*scenario>": (), "<*cluster>": (), "<*table>": (), "<*players>": (),
    "<*paths[:2]>": ("run",), "<*shlex.split(text.arguments)>": ("--by", "seat"),
    "<*(word for option in change for word in option)>": ("--set", "numbers.heaps.1=4"),
}  # fmt: skip
# Of a site whose names mean something else: the words behind the first.
SITES = {
    "games zhanguo <name>": "zhanguo --options",
    "boards <evidence.game.name> --option <option>": "zhanguo --option boards_by=given,auction",
    "<question.name> <run.game.name> <*players> --printings 40": "balance middle_kingdom --printings 40",
    "components draw <run.game.name> --number 1 DIR": "draw middle_kingdom --number 1 drawn",
    "balance <run.game.name> --players 1 --printings 40": "first_empire --players 1 --printings 40",
    "balance <facts.game> <*(('--players', 1) if facts.is_solo else ())> --levels": "toy --levels",
    "whatif <game.name> --players 1 <*words>": "toy --players 1 --forbid push",
    "components export <name> DIR": f"export {OWN} exported",
    "components export <game.name> DIR": f"export {OWN} exported",
    "components export <self.unknowns.game> --unknown FILE.csv": "export middle_kingdom --unknown unknown.csv",
    "balance <game.name> --players <game.players>": "toy --players 1",
    "games new mygame": "new another",
    "whatif <run.game.name> --players <run.players> <*edits>": f"{OWN} --players 2 --set numbers.heaps.1=4",
    "balance <run.game.name> --players <run.players> --strategies <','.join(others)>": (
        f"{OWN} --players 2 --strategies greedy,random"
    ),
    "<spec.name> <game.name>": f"balance {OWN}",
    "tournament <game> --players <players> --strategies <names> <*size>": f"{OWN} --strategies greedy,random",
}


def sources() -> Iterator[Path]:
    for package in PACKAGES:
        yield from sorted(path for suffix in ("py", "pyx") for path in (ROOT / package).rglob(f"*.{suffix}"))


def strings(path: Path) -> Iterator[tuple[int, str]]:
    """The strings of a file but those that stand alone, which document what follows or precedes them."""
    before = tokenize.NEWLINE
    for token in tokenize.generate_tokens(io.StringIO(path.read_text(encoding="utf-8")).readline):
        if token.type in (tokenize.COMMENT, tokenize.NL):
            continue
        is_alone = before in (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT)
        if token.type == tokenize.STRING and not is_alone:
            yield token.start[0], token.string
        before = token.type


def calls() -> dict[str, tuple[str, ...]]:
    """The sites that put a command together: how each is written, and its words with samples in place of names."""
    found: dict[str, tuple[str, ...]] = {}
    for path in sources():
        text = path.read_text(encoding="utf-8")
        if path.suffix != ".py" or path.name == "commands.py" or not CALL.search(text):
            continue
        for node in ast.walk(ast.parse(text)):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MAKERS):
                continue
            if not isinstance(node.args[0], ast.Constant | ast.Subscript | ast.Attribute) or len(node.args) < 1:
                continue
            texts = [str(arg.value) if isinstance(arg, ast.Constant) else f"<{ast.unparse(arg)}>" for arg in node.args]
            site = " ".join(texts)
            words: list[str] = []
            for text in texts:
                words += SAMPLES.get(text, (text,))
            if site in SITES:
                words = [*(() if words[0].startswith("<") else words[:1]), *SITES[site].split()]
            found[site] = tuple(words)
    return found


CALLS = calls()
SITES_OF = {words: [site for site in CALLS if CALLS[site] == words] for words in CALLS.values()}  # of each command


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what commands name: a game of one's own, a run of it, a record, edited data, plays."""
    folder = tmp_path_factory.mktemp("commands")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        leave_charts_out(patch)
        for words in (
            "games new mygame",
            f"balance {OWN} --players 2 --strategies greedy,random --games 40 --workers 0 --out run --quiet",
            "record --from run --game 1 --out game.jsonl",
            f"components export {OWN} edited",
            f"strategies new {OWN} plan",
        ):
            done = CliRunner().invoke(app, words.split())
            assert done.exit_code == 0, (words, done.output)
    (folder / "plays.csv").touch()
    return folder


@pytest.mark.parametrize("typed", SITES_OF, ids=[" | ".join(sites) for sites in SITES_OF.values()])
def test_a_printed_command_runs(
    typed: tuple[str, ...], folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = list(typed)
    assert not [word for word in words if word.startswith("<")], "say in SAMPLES what stands for it"
    here = tmp_path / "here"
    shutil.copytree(folder, here)
    monkeypatch.chdir(here)
    run_shortened(words)


@pytest.mark.parametrize("words", [words for _, words in MORE])
def test_commands_below_a_page_run(words: tuple[str, ...], folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    typed = [{"RUN": "run", "QUESTION": "balance"}.get(word, word) for word in words]
    if words[0] in BY_HAND:
        command_of(*typed).make_context(typed[0], typed[1:])
    else:
        assert CliRunner().invoke(app, typed).exit_code == 0


def test_no_command_is_typed_into_a_sentence() -> None:
    typed = [
        f"{path.relative_to(ROOT)}:{line}: {text}"
        for path in sources()
        if TYPED.search(path.read_text(encoding="utf-8"))
        for line, text in strings(path)
        if TYPED.search(text) and "Example: `analyser" not in text  # a help: its examples are parsed below
    ]
    assert typed == []


def help_texts(command: Any) -> Iterator[str]:
    """The help of a command, and of those below it."""
    yield command.help or ""
    for inner in getattr(command, "commands", {}).values():
        yield from help_texts(inner)


def test_examples_of_the_help_have_known_words() -> None:
    lines = [line for command in COMMANDS.values() for text in help_texts(command) for line in EXAMPLE.findall(text)]
    assert len(lines) > 50
    for line in lines:
        check_options(line)
