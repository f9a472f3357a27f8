"""The game's README explains every option and counter."""

from pathlib import Path

from cext.games import load_game

FOLDER = Path(__file__).resolve().parents[3] / "cext/games/qin"  # the sources; a build holds no .pyx
README = (FOLDER / "README.md").read_text(encoding="utf-8")


def test_every_switch_and_tally_is_explained() -> None:
    game = load_game("qin", players=2)
    for name in [*game.options, *(name for name, _ in game.tallies if not name.startswith("score_after_round"))]:
        assert f"`{name}" in README, name
