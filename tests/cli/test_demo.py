"""`analyser demo`: the answer, the page in a browser where that is asked for, and what to type next."""

import re
from pathlib import Path
from urllib.parse import unquote, urlparse

import pytest

from analyser.cli import questions
from tests.cli.conftest import Cli


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Addresses that a browser was given."""
    addresses: list[str] = []

    def browser(address: str) -> bool:
        addresses.append(address)
        return True

    monkeypatch.setattr("webbrowser.open", browser)
    return addresses


@pytest.mark.usefixtures("undrawn")
def test_it_shows_a_decided_answer_and_what_to_type_next(called: Cli, tmp_path: Path, opened: list[str]) -> None:
    done = called("demo", "--out", "trial")
    assert done.returncode == 0, done.stderr
    answer, after = done.stdout.split("\nThat was a trial")
    assert "Triangle is too strong, star too weak" in answer
    page = Path("trial/reports/boards/boards.html")
    assert f"Page: {page}\n" in answer
    assert page.is_file()
    assert "Open the page in a browser; --open does it." in after
    assert opened == []
    assert max(map(len, after.splitlines())) <= 80
    commands = re.findall(r"^  analyser (.*?)(?:   |$)", after, re.MULTILINE)
    assert len(commands) == 3
    for line in commands:
        assert called(*line.split(), *(["--help"] if line.startswith("boards") else [])).returncode == 0
    assert (tmp_path / "mygame.py").is_file()


@pytest.mark.parametrize(("words", "is_opened"), [([], False), (["--open"], True)])
def test_the_page_is_opened_on_request(
    played: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, opened: list[str], words: list[str], is_opened: bool
) -> None:
    monkeypatch.setattr(questions, "DEMO_GAMES", 60)
    done = played("demo", *words)
    assert done.returncode == 0, done.stderr
    (run,) = (tmp_path / "runs").iterdir()
    page = run / "reports" / "boards" / "boards.html"
    assert [Path(unquote(urlparse(address).path)) for address in opened] == [page] * is_opened
    assert ("The page opens in your browser." in done.stdout) == is_opened
