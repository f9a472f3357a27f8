"""`analyser demo`: a small run from the first game to the page, in seconds."""

from __future__ import annotations

import os
import sys
from inspect import signature
from pathlib import Path

from analyser.cli.options import OUTPUT, declared, flag

__all__ = ["demo"]

# One plan and so many games show, of the boards of ZhanGuo, one that is too strong and one that is too weak.
GAME, PLAN, GAMES = "zhanguo", "walls", 4000
DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")  # environment variables, one of which is set where a page can open


@declared(no_open=flag(OUTPUT, "Do not open the page in the browser."))
def demo(out: Path | None, no_open: bool, quiet: bool) -> None:
    """See in ten seconds what an answer looks like: 4,000 games of ZhanGuo, their finding, chart and page.

    One plan plays in all seats, so this is a trial and no answer to rely on: `analyser boards zhanguo` has that.

    Example: `analyser demo`
    """
    from analyser.cli import experiment, questions

    options = {name: parameter.default for name, parameter in signature(questions.boards).parameters.items()}
    # In this process: workers take longer to start than these games to be played.
    options |= {"game": GAME, "strategies": PLAN, "games": GAMES, "workers": 0, "out": out, "quiet": quiet}
    run = experiment.run_experiment("boards", options)
    is_opened = not no_open and _open_page(run / "reports" / "boards" / "boards.html")
    print(f"""
That was a trial of few games, and one plan played them all.
{"The page opens in your browser." if is_opened else "Open the page in a browser."} Next:
  analyser boards zhanguo      all plans, 200,000 games: an answer to rely on
  analyser games new mygame    a game of your own in one Python file
  analyser compare {run} --by seat    another question""")


def _open_page(page: Path) -> bool:
    """Whether a browser took the page; none is tried where nothing can be shown."""
    import webbrowser

    if sys.platform != "darwin" and not any(map(os.environ.get, DISPLAYS)):
        return False
    return webbrowser.open(page.resolve().as_uri())
