"""Compiles the toy game and the draws into a temporary folder, as another person's plugin would be."""

import importlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent

SETUP = """
from Cython.Build import cythonize
from setuptools import Extension, setup

setup(
    ext_modules=cythonize(
        [Extension(name, [name + ".pyx"], include_dirs=[{headers!r}], extra_compile_args=["-O2", "-ffp-contract=off"])
         for name in ("toy", "draws")],
        include_path=[{root!r}], compiler_directives={{"language_level": 3, "cdivision": True}}, nthreads=2,
    ),
    options={{"build_ext": {{"inplace": True, "parallel": 2}}}},
)
"""


@pytest.fixture(scope="session")
def plugins(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder with the compiled modules `toy` and `draws`, on the path."""
    folder = tmp_path_factory.mktemp("plugins")
    for name in ("toy.pxd", "toy.pyx", "draws.pyx"):
        shutil.copy(HERE / name, folder)
    (folder / "setup.py").write_text(SETUP.format(root=str(ROOT), headers=str(ROOT / "cext/kernel")), encoding="utf-8")
    built = subprocess.run(
        [sys.executable, "setup.py", "build_ext"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stdout + built.stderr
    sys.path.insert(0, str(folder))
    importlib.invalidate_caches()
    return folder


@pytest.fixture(scope="session")
def toy(plugins: Path) -> ModuleType:
    """The toy game's module: ToyGame, FastToy and the rest."""
    return importlib.import_module("toy")


@pytest.fixture(scope="session")
def draws(plugins: Path) -> ModuleType:
    """The random draws of the kernel."""
    return importlib.import_module("draws")


@pytest.fixture(scope="session", params=[2, 3, 4])
def players(request: pytest.FixtureRequest) -> Any:
    """Numbers of players the toy game is for."""
    return request.param
