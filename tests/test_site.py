"""The documentation builds without a warning: every link, anchor, page of the navigation and name in the reference."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.browser import chromium
from tests.needs import lacking, module

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built strictly."""
    module("mkdocs", extra="docs")
    if chromium() is None:
        lacking("Chromium is not installed: it draws the tutorial's pictures")
    folder: Path = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "DOCS_GAMES": "400"}
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    return folder


def test_it_has_every_command_word_and_picture(site: Path) -> None:
    commands = (site / "reference/commands.html").read_text(encoding="utf-8")
    for command in ("boards", "repair", "runs check", "strategies new"):
        assert f'id="{command.replace(" ", "-")}"' in commands
    words = re.findall(r"<dt>(.*?)</dt>", (site / "reference/glossary.html").read_text(encoding="utf-8"))
    assert {"Deal", "Measure", "Printing", "Tolerance"} <= set(words)
    assert len(words) == len(set(words))
    assert {path.name for path in (site / "pictures").iterdir()} == {
        "report.png",
        "report-phone.png",
        "report-dark.png",
        "report-phone-dark.png",
    }


def test_the_first_page_shows_an_answer_in_the_colours_of_the_programs_pages(site: Path) -> None:
    """The header of the very page of a run, its chart drawn in variables that both themes set."""
    page = (site / "index.html").read_text(encoding="utf-8")
    answer = page.partition('<div class="answer">')[2].partition("</table>")[0]
    assert "ZhanGuo · 4 players · are the player boards balanced?" in answer
    assert "How sure" in answer
    used = set(re.findall(r"var\(--([\w-]+)", answer))
    assert {"chart-band", "words-ink"} <= used
    colours = (site / "theme.css").read_text(encoding="utf-8")
    for rule in re.findall(r"\{(.*?)\}", colours):
        assert used <= set(re.findall(r"--([\w-]+):", rule))
    assert len(re.findall(r">\s*analyser\s*<", page.partition("Is one player board")[0])) <= 3


def test_nothing_is_fetched_and_no_note_to_a_test_is_shown(site: Path) -> None:
    for page in site.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        fetched = re.findall(r'<(?:script|img|link rel="stylesheet")[^>]*(?:src|href)="(https?:[^"]+)"', text)
        assert fetched == [], page
        assert "<!-- games" not in text
