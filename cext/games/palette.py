"""Colours of drawn tables, once for page and terminal: seats, and the grounds of pieces, cards and squares.

Seats are dark with white letters, grounds light with dark ones: so no ground can be taken for a seat, also by readers
who see no red and green (tests/games/test_palette.py measures it), and both read alike on white and on black pages.
"""

from collections.abc import Mapping, Sequence

__all__ = ["DARK_INKS", "DARK_SEATS", "GROUNDS", "INK", "INKS", "SEATS", "style"]

INK = "#1d2a35"  # letters on grounds

SEATS = ("#0f5fb3", "#9a5b00", "#161b22", "#b5509e", "#1c6456", "#6a1226")
DARK_SEATS = ("#74b4f4", "#e3a94c", "#e3e7ea", "#e49bd4", "#6fcab7", "#f0909f")  # as letters on a black page

GROUNDS = {
    "ivory": "#f7f0d6", "orange": "#f4bd73", "brown": "#b8906b", "red": "#ec9388", "gray": "#b9c1c9",
    "white": "#ffffff", "yellow": "#f6e07a", "green": "#c6e2b3", "cyan": "#c9e5f2", "blue": "#9fc0ee",
}  # fmt: skip

# The same as letters, on white and on black.
INKS = {
    "ivory": "#76661f", "orange": "#a3570a", "brown": "#80522e", "red": "#a8322a", "gray": "#5f6972",
    "white": "#5f6972", "yellow": "#7a6000", "green": "#41702f", "cyan": "#1d6784", "blue": "#2a5aa0",
}  # fmt: skip
DARK_INKS = {
    "ivory": "#d8c88c", "orange": "#e08a2a", "brown": "#c39468", "red": "#ef8277", "gray": "#a3abb3",
    "white": "#f2f2f2", "yellow": "#dcb93a", "green": "#8fbf7a", "cyan": "#74b9d4", "blue": "#7fabe6",
}  # fmt: skip


def style(dark: str = "@media (prefers-color-scheme: dark)") -> str:
    """Style of a page with pictures: grounds (`on-red`, `on-seat1`) and letters (`in-red`, `in-seat1`).

    dark: under which condition letters lie on a black page.
    """
    grounds = [(f"seat{n}", colour, "#fff") for n, colour in enumerate(SEATS, 1)]
    grounds += [(name, colour, INK) for name, colour in GROUNDS.items()]
    lines = [
        f".on-{name}, .t-on-{name} {{ fill: {ground}; background: {ground}; color: {ink}; }}"
        for name, ground, ink in grounds
    ]
    lines += [f".in-{name}, .t-{name} {{ color: var(--{name}); fill: var(--{name}); }}" for name, _, _ in grounds]
    return "\n".join(
        [f":root {{ {_inks(SEATS, INKS)} }}", f"{dark} {{ :root {{ {_inks(DARK_SEATS, DARK_INKS)} }} }}", *lines]
    )


def _inks(seats: Sequence[str], inks: Mapping[str, str]) -> str:
    """Colours of letters as variables."""
    named = {**{f"seat{n}": colour for n, colour in enumerate(seats, 1)}, **inks}
    return " ".join(f"--{name}: {colour};" for name, colour in named.items())
