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
    }


def test_nothing_is_fetched_and_no_note_to_a_test_is_shown(site: Path) -> None:
    for page in site.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        fetched = re.findall(r'<(?:script|img|link rel="stylesheet")[^>]*(?:src|href)="(https?:[^"]+)"', text)
        assert fetched == [], page
        assert "<!-- games" not in text
