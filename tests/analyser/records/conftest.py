"""A validator of record lines that looks at equal parts once."""

from collections.abc import Callable, Iterator
from typing import Any

import jsonschema
import pytest

from analyser.records.format import Line, canonical
from analyser.records.schema import record_schema
from cext.games import load_game


def remembering(schema: dict[str, Any]) -> Any:
    """A validator of the schema that skips what it has found valid before: moves and boards repeat a thousandfold."""
    valid: set[tuple[str, str]] = set()
    plain_ref = jsonschema.Draft202012Validator.VALIDATORS["$ref"]

    def ref(validator: Any, target: str, instance: Any, below: Any) -> Iterator[Any]:
        key = (target, canonical(instance))
        if key in valid:
            return
        errors = list(plain_ref(validator, target, instance, below))
        if not errors:
            valid.add(key)
        yield from errors

    kind = jsonschema.validators.extend(jsonschema.Draft202012Validator, {"$ref": ref})
    kind.check_schema(schema)
    return kind(schema)


@pytest.fixture(scope="session")
def wrong() -> Callable[[Line], list[str]]:
    """wrong(line): what the schema has against a line."""
    validator = remembering(record_schema(load_game("zhanguo", players=2)))
    return lambda line: [error.message for error in validator.iter_errors(line)]
