"""A comparison as it is typed: texts, the arguments of `Run.compare` and of `analyser compare` that say the same."""

from __future__ import annotations

import re
import shlex
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from reports.comparison import split_reference

__all__ = ["ComparisonText", "join_measures", "split_list"]


@dataclass(frozen=True)
class ComparisonText:
    """A comparison as it is typed: texts, several of them with commas between; "" where nothing is said."""

    measure: str = "win_share"
    by: str = ""
    against: str = ""
    within: str = ""
    where: str = ""
    of: str = ""
    player_class: str = ""
    weights: str = ""

    @classmethod
    def of_texts(cls, texts: Mapping[str, str]) -> ComparisonText:
        """The comparison of these texts, each without the blanks around it; others are left out."""
        stripped = {name: " ".join(texts.get(name, "").split()) for name in NAMES}
        return cls(**{name: text for name, text in stripped.items() if text or name != "measure"})

    @property
    def texts(self) -> dict[str, str]:
        """Its texts by name, those that say something: what stands in an address or a file of questions."""
        return {name: text for name in NAMES if (text := getattr(self, name))}

    @property
    def keywords(self) -> dict[str, Any]:
        """The arguments of `Run.compare` that say the same."""
        lists = {"measure": _simple(split_list(self.measure)), "by": _simple(split_list(self.by))}
        return {
            **lists,
            "against": references(self.against, split_list(self.by)),
            **{n: getattr(self, n) for n in ("within", "where", "of", "player_class", "weights")},
        }

    @property
    def arguments(self) -> str:
        """What is typed after `analyser compare RUN`."""
        texts = [(name, text) for name, text in self.texts.items() if (name, text) != ("measure", "win_share")]
        return " ".join(f"--{name.removeprefix('player_')} {_quoted(text)}" for name, text in texts)

    @property
    def words_typed(self) -> str:
        """In one line: "win_share by board against A"."""
        return " ".join([self.measure, *(f"{name} {text}" for name, text in self.texts.items() if name != "measure")])

    @property
    def python(self) -> str:
        """The call of `Run.compare` on a run."""
        measure, *rest = ((name, value) for name, value in self.keywords.items() if value)
        return f"run.compare({', '.join([repr(measure[1]), *(f'{name}={value!r}' for name, value in rest)])})"


NAMES = tuple(field.name for field in fields(ComparisonText))


def _quoted(text: str) -> str:
    """A text as a shell takes it: in double quotes where it has single ones and nothing that a shell reads in it."""
    is_plain = not set(text.replace("!=", "")) & set('"$`\\!')
    return f'"{text}"' if "'" in text and is_plain else shlex.quote(text)


def split_list(text: str, mark: str = ",") -> tuple[str, ...]:
    """Words with commas, or another mark, between them, but for those in parentheses and in quotes."""
    parts, depth = [""], 0
    for token in re.findall(r"""'[^']*'|"[^"]*"|.""", text, re.DOTALL):
        depth += (token == "(") - (token == ")")
        if token == mark and depth <= 0:
            parts.append("")
        else:
            parts[-1] += token
    return tuple(part.strip() for part in parts if part.strip())


def references(text: str, by: Sequence[str]) -> Sequence[str | Mapping[str, str]] | Mapping[str, str] | str | None:
    """References as they are typed: FACTOR=REFERENCE for several of these factors is one chain, else each stands for
    itself; several of all these have semicolons between them."""
    parts = [_references(split_list(part), by) for part in split_list(text, ";")]
    several = [each for part in parts for each in (part if isinstance(part, list) else [part])]
    return (several[0] if len(several) == 1 else several) if several else None


def _references(parts: Sequence[str], by: Sequence[str]) -> list[str | Mapping[str, str]] | Mapping[str, str]:
    chain = dict(split_reference(part, by) for part in parts)
    return chain if len(parts) > 1 and len(chain) == len(parts) and "" not in chain else [*parts]


def join_measures(names: Sequence[str], columns: Collection[str]) -> str:
    """Names of columns with commas between them; those that begin alike, where all columns that do are among them, as
    a pattern such as `action_*`."""
    starts = {name: f"{name.partition('_')[0]}_" for name in names}
    sharing = {start: {name for name in columns if name.startswith(start)} for start in starts.values()}
    parts = (f"{start}*" if {name} < sharing[start] <= {*names} else name for name, start in starts.items())
    return ",".join(dict.fromkeys(parts))


def _simple(parts: Sequence[str]) -> Sequence[str] | str:
    """The one text, or all of them."""
    return parts[0] if len(parts) == 1 else list(parts)
