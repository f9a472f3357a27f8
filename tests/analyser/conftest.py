"""Commands are called inside this process, as tests of the command line call them."""

from tests.cli.conftest import called  # noqa: F401 (a fixture)
