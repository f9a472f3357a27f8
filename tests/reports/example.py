"""Answers as a run would give them, made up but plausible: all three questions, ordinary and long names, and none."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from reports.answer import Answer
from reports.page.write import write_report
from tests.reports.example_balance import balance
from tests.reports.example_boards import boards
from tests.reports.example_openings import openings
from tests.reports.example_parts import game_facts, told

__all__ = ["QUESTIONS", "answer", "emptied", "game_facts"]

QUESTIONS = ("boards", "balance", "openings")


def answer(question: str, *, long: bool = False) -> Answer:
    """The example answer to a question."""
    return {"boards": boards, "balance": balance, "openings": openings}[question](long)


def emptied(full: Answer) -> Answer:
    """The same answer with every table empty and no verdict."""
    return replace(
        full, verdicts=[], tables={name: frame.clear() for name, frame in full.tables.items()}, facts={}, notes=[]
    )


def main() -> None:
    """Write the example reports into a folder, to be looked at."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--long", action="store_true", help="use long names")
    chosen = parser.parse_args()
    for question in QUESTIONS:
        print(
            write_report(answer(question, long=chosen.long), chosen.out / question, game=told(game_facts(chosen.long)))
        )


if __name__ == "__main__":
    main()
