"""Values of switches as text: imported by every command, so light."""

__all__ = ["read_value"]


def read_value(text: str) -> str | int | bool:
    """The value of a switch from text: true, false and whole numbers in their own types."""
    plain = {"true": True, "false": False}.get(text.lower())
    whole = text.removeprefix("-").isdigit()
    return plain if plain is not None else int(text) if whole else text
