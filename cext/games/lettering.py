"""How much room a text takes in a picture: its width, the size at which it fits, the lines it is broken into."""

from functools import cache

__all__ = ["SIZE", "sized", "text_width", "wrapped"]

SIZE, LEAST = 10, 8  # of letters
# Widths of letters of DejaVu Sans, the widest of the fonts a page may fall back on, in parts of the size.
NARROW, SLIM, WIDE = 0.36, 0.45, 0.98
LETTER, DIGIT, CAPITAL = 0.62, 0.64, 0.72


@cache
def text_width(text: str, size: float = SIZE) -> float:
    """The room a text needs at most."""

    def of(letter: str) -> float:
        if letter in "ijl.,:;'|! ·":
            return NARROW
        if letter in "frt()[]/-":
            return SLIM
        if letter in "mwMW%@−≥×":
            return WIDE
        return DIGIT if letter.isdigit() else CAPITAL if letter.isupper() or ord(letter) > 0x2000 else LETTER

    return size * sum(map(of, text))


@cache
def sized(text: str, width: float, size: float = SIZE) -> float:
    """The size at which a text fits into a width: the wanted one, or less in steps of a half, never below LEAST."""
    while size > LEAST and text_width(text, size) > width:
        size -= 0.5
    return size


def wrapped(text: str, width: float, size: float = SIZE) -> list[str]:
    """A text in lines no wider than that, broken between words."""
    lines: list[str] = []
    for word in text.split():
        if lines and text_width(f"{lines[-1]} {word}", size) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines
