"""How packages that a command needs are installed where this program runs: never by the name of an extra on an index,
where the name of this program is anybody's."""

import re
import shlex
import shutil
import sys
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

__all__ = ["install_command"]

ROOT = Path(__file__).resolve().parent.parent
EXTRA = re.compile(r"""\bextra\s*==\s*['"]([\w-]+)['"]""")


def install_command(extra: str) -> str:
    """The command that installs an extra for the interpreter that runs, in backquotes: of a checkout the extra itself,
    of a wheel the packages that its metadata list."""
    if (ROOT / "pyproject.toml").is_file():
        return f"`{_installer()} -e {shlex.quote(f'{ROOT}[{extra}]')}`"
    requirements = (text.partition(";") for text in metadata.requires("analyser") or ())
    named = [package.strip() for package, _, marker in requirements if extra in EXTRA.findall(marker)]
    return f"`{_installer()} {shlex.join(named)}`"


def _installer() -> str:
    """What installs into the environment that runs: pip where the shell finds that of the same folder, else by its
    path; without it uv, which needs none."""
    python = Path(sys.executable)
    if find_spec("pip") is None:
        return f"uv pip install --python {shlex.quote(str(python))}"
    pip = shutil.which("pip")
    return "pip install" if pip and Path(pip).parent == python.parent else f"{shlex.quote(str(python))} -m pip install"
