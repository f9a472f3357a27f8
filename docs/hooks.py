"""What the documentation takes from the sources while it is built: pages of the repository, commands, words, pictures.

MkDocs calls the functions that begin with on_; all others are plain functions from the repository to text or bytes.
"""

import posixpath
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from inspect import cleandoc
from pathlib import Path
from typing import Any, Literal

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).resolve().parent.parent
GAMES = ("zhanguo", "first_empire", "qin", "middle_kingdom")

# Page of the site -> file of the repository that it shows.
SHOWN = {
    "reference/frames.md": "analyser/SCHEMA.md",
    "reference/records.md": "analyser/records/README.md",
    "reference/coverage.md": "reports/stats/README.md",
    "built/architecture.md": "ARCHITECTURE.md",
    "built/contributing.md": "CONTRIBUTING.md",
    "built/cluster.md": "analyser/runs/CLUSTER.md",
    "built/reliability.md": "analyser/runs/RELIABILITY.md",
    "built/scale.md": "analyser/runs/SCALE.md",
    "changes.md": "CHANGELOG.md",
    **{f"games/{game}.md": f"cext/games/{game}/README.md" for game in GAMES},
    **{f"games/{game}-data.md": f"cext/games/{game}/data/README.md" for game in GAMES},
}
PAGE_OF = {file: page for page, file in SHOWN.items()}

LINK = re.compile(r"(\]\()([^)\s#:]+)((?:#[^)\s]*)?\))")
FENCE = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)
COMMENT = re.compile(r"<!--.*?-->\n?", re.DOTALL)

# Pictures of the tutorial: name -> width and height of the window, colours.
PICTURES: dict[str, tuple[int, int, Literal["light", "dark"]]] = {
    "report.png": (1280, 800, "light"),
    "report-phone.png": (390, 780, "light"),
    "report-dark.png": (1280, 800, "dark"),
    "report-phone-dark.png": (390, 780, "dark"),
}
ANSWER = re.compile(r"<p><img [^>]*gallery/boards\.png[^>]*></p>")  # replaced by the first screen of the same run


# -- called by mkdocs ---------------------------------------------------------------------------------------------


def on_files(files: Files, config: Any) -> Files:
    """Add what is made of the sources, and every file that some page links to."""
    for page, file in SHOWN.items():
        files.append(File.generated(config, page, content=(ROOT / file).read_text(encoding="utf-8")))
    files.append(File.generated(config, "reference/commands.md", content=command_reference()))
    files.append(File.generated(config, "reference/glossary.md", content=glossary()))
    files.append(File.generated(config, "theme.css", content=theme()))
    for name, picture in played(str(config.extra["games"]))[0].items():
        files.append(File.generated(config, f"pictures/{name}", content=picture))
    linked = {
        target for file in files.documentation_pages() for target in linked_files(file.src_uri, file.content_string)
    }
    for target in sorted(linked):
        files.append(File.generated(config, f"files/{target}", content=(ROOT / target).read_bytes()))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """The text of a page with links to files of the repository as links of the site, without notes to the tests."""
    return COMMENT.sub("", site_links(page.file.src_uri, markdown))


def on_page_content(html: str, config: Any, **_: Any) -> str:
    """A page with the first screen of the run in place of the README's chart."""
    return ANSWER.sub(lambda _: played(str(config.extra["games"]))[1], html)


# -- links --------------------------------------------------------------------------------------------------------


def source_of(page: str) -> str:
    """The file of the repository that a page of the site is made of."""
    return SHOWN.get(page, f"docs/{page}")


def linked_files(page: str, markdown: str) -> Iterator[str]:
    """Files of the repository outside docs that a page links to and that are no page of the site."""
    folder = posixpath.dirname(source_of(page))
    for part in FENCE.split(markdown)[::2]:
        for _, target, _ in LINK.findall(part):
            file = posixpath.normpath(posixpath.join(folder, target))
            if file not in PAGE_OF and not file.startswith("docs/") and (ROOT / file).is_file():
                yield file


def site_links(page: str, markdown: str) -> str:
    """The text with every link to a file of the repository as the link of the site; folders are no links."""
    folder, here = posixpath.dirname(source_of(page)), posixpath.dirname(page)

    def on_site(match: re.Match[str]) -> str:
        file = posixpath.normpath(posixpath.join(folder, match[2]))
        if file in PAGE_OF:
            target = PAGE_OF[file]
        elif file.startswith("docs/"):
            target = file.removeprefix("docs/")
        elif (ROOT / file).is_file():
            target = f"files/{file}"
        else:
            return match[0]  # mkdocs says that it leads nowhere
        return f"{match[1]}{posixpath.relpath(target, here or '.')}{match[3]}"

    parts = FENCE.split(markdown)
    parts[::2] = [LINK.sub(on_site, part) for part in parts[::2]]
    return "".join(parts)


# -- commands -----------------------------------------------------------------------------------------------------


@cache
def command_reference() -> str:
    """Every command with its options, as `--help` has them."""
    from typer.main import get_command

    from analyser.cli import app
    from analyser.errors import EXIT_CODES

    lines = [
        "# Commands",
        "",
        "What `analyser COMMAND --help` says, on one page. An option means the same in every command.",
    ]
    for words, command in commands_of(get_command(app), ("analyser",)):
        lines += ["", f"## {' '.join(words[1:])}", "", *help_of(words, command)]
    lines += ["", "## Exit codes", "", "| code | meaning |", "|---|---|"]
    lines += [f"| {code} | {cell(meaning)} |" for code, meaning in EXIT_CODES.items()]
    return "\n".join(lines) + "\n"


def commands_of(command: Any, words: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any]]:
    """The commands below one, each with its words."""
    for name, part in getattr(command, "commands", {}).items():
        yield (*words, name), part
        yield from commands_of(part, (*words, name))


def help_of(words: tuple[str, ...], command: Any) -> Iterator[str]:
    """Usage, purpose and options of a command."""
    arguments = [
        p.metavar if p.required else f"[{p.metavar}]" for p in command.params if p.param_type_name == "argument"
    ]
    yield from ("```text", " ".join([*words, *arguments, "[OPTIONS]"]), "```", "")
    paragraphs = cleandoc(command.help or "").split("\n\n")
    yield "\n\n".join(re.sub(r"^Example: (.*)", r"Example: `\1`", " ".join(text.split())) for text in paragraphs)
    if command.params:
        yield from ("", "| option | meaning |", "|---|---|")
    for parameter in command.params:
        is_argument = parameter.param_type_name == "argument"
        names = parameter.metavar if is_argument else "/".join([*parameter.opts, *parameter.secondary_opts])
        value = "" if is_argument or parameter.is_flag else f" {parameter.metavar}"
        yield f"| `{cell(names + value)}` | {cell(parameter.help or '')} |"


def cell(text: str) -> str:
    """A text as a cell of a table."""
    return text.replace("|", r"\|").replace("\n", " ")


# -- words --------------------------------------------------------------------------------------------------------


def glossary() -> str:
    """The words of the program, from the table of ARCHITECTURE.md, and those of reports, from the questions."""
    from importlib import import_module

    lines = ["# Glossary", "", "One word means one thing, in commands, on pages and in the code.", ""]
    table = re.findall(r"^\| ([\w -]+) \| (.+) \|$", section_of("ARCHITECTURE.md", "Words"), re.MULTILINE)
    terms = {word[0].upper() + word[1:]: meaning for word, meaning in table if word != "word"}
    for question in ("shared", "boards", "balance", "openings", "cards", "whatif", "tournament"):
        module = import_module(f"reports.questions.{question}")
        terms |= {word: meaning for word, meaning in getattr(module, "TERMS", ()) if "{" not in word + meaning}
    for word, meaning in sorted(terms.items()):
        lines += [word, f":   {meaning[0].upper()}{meaning[1:]}{'' if meaning.endswith('.') else '.'}", ""]
    return "\n".join(lines)


def section_of(file: str, title: str) -> str:
    """The section of a page of the repository with that title."""
    text = (ROOT / file).read_text(encoding="utf-8")
    return text.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


# -- pictures -----------------------------------------------------------------------------------------------------


def theme() -> str:
    """The colours of the program's pages, by day and by night, as the documentation switches between them."""
    from reports.charts.theme import DAY, NIGHT, listed

    return f':root {{ {listed(DAY)} }}\n[data-md-color-scheme="slate"] {{ {listed(NIGHT)} }}\n'


@cache
def played(games: str) -> tuple[dict[str, bytes], str]:
    """The page of a run of `games` games, asked for as in the README: pictures of it in a browser, name -> PNG, and its
    first screen as HTML. Needs Chromium on the PATH."""
    from shutil import which

    from playwright.sync_api import sync_playwright

    program = which("chromium") or which("chromium-browser") or which("google-chrome")
    if program is None:
        raise SystemExit("docs: Chromium is not installed: it draws the tutorial's pictures")
    shots = {}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        command = [sys.executable, "-m", "analyser", "boards", "zhanguo", "--games", games, "--out", "run", "--quiet"]
        subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
        report = Path(folder) / "run/reports/boards/boards.html"
        browser = driver.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        for name, (width, height, colours) in PICTURES.items():
            page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=colours)
            page.goto(report.as_uri())
            shots[name] = page.screenshot()
        browser.close()
        return shots, first_screen(report.read_text(encoding="utf-8"))


def first_screen(page: str) -> str:
    """The header of a page that the program wrote, whose title is a heading below that of another page."""
    header = page.partition("<header>")[2].partition("</header>")[0]
    below = header.replace("<h1>", "<h2>").replace("</h1>", "</h2>")
    return f'<div class="answer">{below}</div>'
