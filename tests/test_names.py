"""Names are nouns and verbs of the field: a word that says nothing by itself is no name."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

# Files whose names were gone through; what is added to the repository, and what is renamed, joins them.
FILES = (
    "analyser/__init__.py", "analyser/cli/compare.py", "analyser/records/__init__.py", "analyser/records/format.py",
    "analyser/records/playing.py", "analyser/records/query.py", "analyser/records/reading.py",
    "analyser/records/rebuilding.py", "analyser/records/schema.py", "analyser/records/source.py",
    "analyser/records/verifying.py", "analyser/records/writing.py", "analyser/runs/__init__.py",
    "analyser/runs/answers.py", "analyser/runs/batch.py", "analyser/runs/changes.py", "analyser/runs/checking.py",
    "analyser/runs/cluster.py", "analyser/runs/descendants.py", "analyser/runs/digests.py", "analyser/runs/frames.py",
    "analyser/runs/journal.py", "analyser/runs/keeping.py", "analyser/runs/limits.py", "analyser/runs/lock.py",
    "analyser/runs/looks.py", "analyser/runs/piloting.py", "analyser/runs/playing.py", "analyser/runs/printings.py",
    "analyser/runs/prints.py", "analyser/runs/processes.py", "analyser/runs/reader.py", "analyser/runs/repeating.py",
    "analyser/runs/retuning.py", "analyser/runs/shares.py", "analyser/runs/stages.py", "analyser/runs/starting.py",
    "analyser/runs/store.py", "analyser/runs/there.py", "analyser/runs/timing.py", "analyser/runs/workers.py",
    "reports/arms.py", "reports/compare.py", "reports/comparison.py",
    "reports/conditions.py", "reports/deal_sums.py", "reports/derived.py", "reports/estimate_chart.py",
    "reports/estimate_text.py", "reports/estimates.py", "reports/factors.py", "reports/frame_columns.py",
    "reports/estimators/free_games.py", "reports/estimators/game_course.py", "reports/estimators/luck.py",
    "reports/estimators/scenarios.py", "reports/estimators/seat_price.py", "reports/estimators/winners.py",
    "reports/game_measures.py", "reports/measures.py", "reports/references.py", "reports/run.py",
    "reports/questions/balance.py", "reports/questions/scenarios.py", "reports/questions/solo.py", "reports/questions/views.py",
    "reports/scenario_comparison.py", "reports/stats/cluster.py", "reports/stats/deal_means.py",
    "reports/stats/families.py", "reports/stats/joint.py", "reports/stats/within.py", "reports/whatif/__init__.py",
    "reports/whatif/counters.py", "reports/whatif/drawing.py", "reports/whatif/fairness.py",
    "reports/whatif/games.py", "reports/whatif/points.py", "reports/whatif/powers.py", "reports/whatif/response.py",
    "reports/whatif/shape.py", "reports/whatif/sides.py", "reports/whatif/tuned.py", "reports/whatif/uses.py",
    "reports/whatif/verdicts.py", "reports/whatif/win_shares.py",
)  # fmt: skip

# Participles, adverbs, prepositions and pronouns that stand alone, and metaphors where the field has a word.
ODD = """
ahead alike alone among anew apart asked before begun beside beyond both brought changed chosen come compared
counted drawn either every fewest fitting found given gone heard held idle judged kept known least looked
looked_at made marks matched mend met missed most named never once one otherwise own paid placed played put
reached said seen shown skeleton spoken standins strange taken telling there thing things told told_apart turned
typed unmoved used wanted what whole whose worth wrong
"""


def names(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """Every name that a module gives to something, with its line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name, node.lineno
        elif isinstance(node, ast.arg):
            yield node.arg, node.lineno
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id, node.lineno


@pytest.mark.parametrize("file", FILES)
def test_a_name_says_what_it_stands_for(file: str) -> None:
    odd_names = set(ODD.split())
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    odd = {f"{name} (line {line})" for name, line in names(tree) if name.strip("_").lower() in odd_names}
    assert not odd, f"{file}: {', '.join(sorted(odd))}"
