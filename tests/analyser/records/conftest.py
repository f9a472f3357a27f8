"""A validator of record lines."""

from collections.abc import Callable

import jsonschema_rs
import pytest

from analyser.records.format import Line, record_schema
from cext.games import load_game


@pytest.fixture(scope="session")
def wrong() -> Callable[[Line], list[str]]:
    """wrong(line): what the schema has against a line."""
    validator = jsonschema_rs.Draft202012Validator(record_schema(load_game("zhanguo", players=2)))
    return lambda line: [error.message for error in validator.iter_errors(line)]
