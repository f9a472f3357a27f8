"""A run that tests read and leave as it is."""

import pytest

from analyser.runs.store import RunDirectory
from tests.analyser.runs.experiment import played
from tests.cli.conftest import pilots  # noqa: F401 (a fixture)


@pytest.fixture(scope="session")
def reference(tmp_path_factory: pytest.TempPathFactory) -> RunDirectory:
    """The small experiment, played in this process in one batch."""
    return played(tmp_path_factory.mktemp("reference") / "run", workers=0, batch=1000)
