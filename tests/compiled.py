"""Compiles modules of the tests against the kernel, as another person's package would be; once for equal sources."""

import importlib
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from pathlib import Path

import pytest
from Cython.Shadow import __version__ as cython_version

from tests.once import digest_of, made_once

__all__ = ["compiled"]

ROOT = Path(__file__).resolve().parent.parent
SETUP = """
from Cython.Build import cythonize
from setuptools import Extension, setup

if __name__ == "__main__":  # the processes of nthreads load this file, from Python 3.14 on on Linux, too
    setup(
        ext_modules=cythonize(
            [Extension(name, [name + ".pyx"], include_dirs=[{headers!r}],
                       extra_compile_args=["-O0", "-ffp-contract=off"])
             for name in {names!r}],
            include_path=[{root!r}], compiler_directives={{"language_level": 3, "cdivision": True}}, nthreads=2,
        ),
        options={{"build_ext": {{"inplace": True, "parallel": 2}}}},
    )
"""


def compiled(config: pytest.Config, sources: Sequence[Path]) -> Path:
    """Put the folder with the built modules on the path: one for every .pyx file among the sources.

    Built in pytest's cache under the digest of everything that decides the outcome; of several test processes one
    builds and the others wait.
    """
    names = [path.stem for path in sources if path.suffix == ".pyx"]
    setup = SETUP.format(root=str(ROOT), headers=str(ROOT / "cext/kernel"), names=names)
    kernel = [path for kind in ("px*", "h") for path in (ROOT / "cext/kernel").glob(f"*.{kind}")]
    kernel.append(ROOT / "cext/games/simple_game.pxd")
    versions = f"{cython_version} {sys.version} {sysconfig.get_config_var('EXT_SUFFIX')}"
    digest = digest_of(f"{versions}{setup}", [*sources, *kernel])
    folder = made_once(config, "compiled", digest, lambda folder: build(folder, sources, setup))
    sys.path.insert(0, str(folder))
    importlib.invalidate_caches()
    return folder


def build(folder: Path, sources: Sequence[Path], setup: str) -> None:
    """Build the sources in a new folder."""
    for path in sources:
        shutil.copy(path, folder)
    (folder / "setup.py").write_text(setup, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "setup.py", "build_ext"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
