"""What is released: the version stands once, the source archive is whole, a wheel has every file that is read."""

import re
import shlex
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path

import pytest

import analyser
from cext import installation
from cext.installation import install_command

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("cext", "strategies", "analyser", "reports")
README_PICTURES = "reports/gallery/"
MADE = {".so", ".c", ".pyc", ".gcda", ".gcno"}  # by a build, as is all below __pycache__


def sources(*folders: str) -> set[str]:
    """Files below these folders that no build made."""
    paths = (path for folder in folders for path in (ROOT / folder).rglob("*") if path.is_file())
    return {
        path.relative_to(ROOT).as_posix()
        for path in paths
        if path.suffix not in MADE and "__pycache__" not in path.parts
    }


def run_setup(*words: object) -> None:
    """setup.py with a command that compiles nothing; what setuptools knows of the project lies elsewhere."""
    done = subprocess.run(
        [sys.executable, "setup.py", "-q", *map(str, words)], cwd=ROOT, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr


def test_the_version_stands_once_and_the_newest_changes_are_its(tmp_path: Path) -> None:
    run_setup("egg_info", "--egg-base", tmp_path)
    (metadata,) = tmp_path.glob("*.egg-info/PKG-INFO")
    assert f"\nVersion: {analyser.__version__}\n" in metadata.read_text(encoding="utf-8")
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    releases = [name for name in re.findall(r"^## (.*)$", changes, re.MULTILINE) if name != "Unreleased"]
    assert releases[0] == analyser.__version__
    assert "version" not in tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_changes_of_a_release_take_a_minute_to_read() -> None:
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    for release in re.split(r"^## ", changes, flags=re.MULTILINE)[1:]:
        assert len(release.strip().splitlines()) <= 60, release.split()[0]


def test_the_source_archive_is_whole(tmp_path: Path) -> None:
    """Everything that a build, its tests and its README need; the workflow of releases builds a wheel out of it."""
    run_setup("egg_info", "--egg-base", tmp_path, "sdist", "--dist-dir", tmp_path)
    (archive,) = tmp_path.glob("*.tar.gz")
    assert archive.name == f"analyser-{analyser.__version__}.tar.gz"
    with tarfile.open(archive) as opened:
        packed = {name.partition("/")[2] for name in opened.getnames()}
    single = {path.name for suffix in ("md", "toml", "py", "yaml") for path in ROOT.glob(f"*.{suffix}")}
    expected = sources(*PACKAGES, "tests", "examples", "docs", ".github", ".ci") | single | {"LICENSE", "Makefile"}
    assert expected - packed == set()
    assert not [name for name in packed if Path(name).suffix in MADE]


def test_a_wheel_has_every_file_of_the_packages(tmp_path: Path) -> None:
    """A new kind of data file must be named in pyproject.toml, or an installed program misses it."""
    run_setup("egg_info", "--egg-base", tmp_path, "build_py", "--build-lib", tmp_path / "lib")
    packed = {path.relative_to(tmp_path / "lib").as_posix() for path in (tmp_path / "lib").rglob("*") if path.is_file()}
    missing = {path for path in sources(*PACKAGES) - packed if not path.startswith(README_PICTURES)}
    assert missing == set()


def test_an_extra_of_a_checkout_is_installed_from_it() -> None:
    *_, option, target = shlex.split(install_command("tune").strip("`"))
    assert (option, target) == ("-e", f"{ROOT}[tune]")


@pytest.mark.parametrize(("extra", "packages"), [("tune", {"cma"}), ("explorer", {"starlette", "uvicorn"})])
def test_an_extra_of_a_wheel_is_its_packages(
    extra: str, packages: set[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """An index may have a stranger's package of the name analyser."""
    monkeypatch.setattr(installation, "ROOT", tmp_path)
    words = shlex.split(install_command(extra).strip("`"))
    assert {re.split(r"[>=<~]", word)[0] for word in words[words.index("install") + 1 :]} == packages
    assert "analyser" not in " ".join(words[words.index("install") :])


def test_packages_go_to_the_interpreter_that_runs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert sys.executable in install_command("tune")
