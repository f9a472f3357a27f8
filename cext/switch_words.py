"""Values of switches as words: on and off, however they are typed, and as they are printed."""

__all__ = ["read_switch", "switch_words"]

WORDS = {"on": True, "true": True, "yes": True, "off": False, "false": False, "no": False}


def read_switch(text: str) -> bool | None:
    """Whether a text means on or off, capitals apart; None where it means neither."""
    return WORDS.get(text.strip().lower())


def switch_words(value: object) -> str:
    """The value of a switch as the command line takes it: on, off, or its own text."""
    return ("on" if value else "off") if isinstance(value, bool) else str(value)
