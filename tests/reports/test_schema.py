"""analyser/SCHEMA.md lists the result tables as the pieces declare them."""

from __future__ import annotations

from pathlib import Path

import pytest

import analyser
from tests.reports.schema import renewed

SCHEMA = Path(analyser.__file__).parent / "SCHEMA.md"


@pytest.mark.usefixtures("golden")
def test_the_schema_lists_the_tables_as_they_are(pytestconfig: pytest.Config) -> None:
    told = SCHEMA.read_text(encoding="utf-8")
    if pytestconfig.getoption("--golden"):
        SCHEMA.write_text(renewed(told), encoding="utf-8")
    else:
        assert renewed(told) == told, "columns have changed: make golden writes the list anew"
