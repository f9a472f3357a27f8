"""The list of compiled modules and the three build flavours; all else about the project stands in pyproject.toml.

BUILD=release (default)  fast; the only flavour that may be built in place.
BUILD=debug              UBSan, kassert and gcov counters; all name the line of the .pyx or .pxd file.
BUILD=asan               AddressSanitizer and kassert; Python is started with the sanitizer's library before all others.

The others go to directories of their own, because time stamps alone would let one flavour pass for another:
    BUILD=debug python setup.py build --build-base build/debug --build-lib build/debug/lib
"""

import os
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parent
COMPILED_PACKAGES = ("cext", "strategies")

# Floating-point contraction (and -march=native, -ffast-math) changed the outcome of games: never allow it.
EVERY_FLAVOUR = ["-ffp-contract=off"]
COMPILE_FLAGS = {
    # gcc stops inlining when a module has grown by so many per cent. At its default of 40, how fast Qin's rules were
    # depended on how much other code stood beside them. Python's own -g costs a quarter of the compiler's time and
    # changes no instruction.
    "release": ["-O3", "-g0", "--param=inline-unit-growth=60"],
    # Python's own -fwrapv would hide signed overflow from UBSan.
    "debug": [
        "-O0",
        "-g",
        "-fno-wrapv",
        "-fsanitize=undefined",
        "-fno-sanitize-recover=all",
        "-DKASSERT",
        "--coverage",
    ],
    "asan": ["-O1", "-g", "-fno-omit-frame-pointer", "-fsanitize=address", "-DKASSERT"],
}
LINK_FLAGS = {
    "release": [],
    "debug": ["-fsanitize=undefined", "--coverage"],
    "asan": ["-fsanitize=address"],
}

DIRECTIVES = {
    "language_level": 3,
    "boundscheck": False,  # it does not see C arrays; the debug flavour's UBSan does
    "wraparound": False,
    "initializedcheck": False,
    "cdivision": True,  # C's // and %: engines keep the operands non-negative
    "embedsignature": True,
    "embedsignature.format": "python",
    "freethreading_compatible": True,
}

# One copy of Cython's memoryview code for all modules: shorter builds, smaller modules. No game runs through it, so the
# compiler need not spend as long on it as on a large engine: half the time at -O1.
SHARED_UTILITY = "cext._cyutility"
QUICKLY = ["-O1"]
PROCESSES = 2


def flavour() -> str:
    """The flavour named by the environment variable BUILD."""
    name = os.environ.get("BUILD", "release")
    if name not in COMPILE_FLAGS:
        sys.exit(f"setup.py: BUILD={name} is not a build flavour: use one of {', '.join(COMPILE_FLAGS)}")
    if name != "release" and {"--inplace", "-i", "develop", "editable_wheel"} & set(sys.argv):
        sys.exit(f"setup.py: BUILD={name} is never built in place: see the first lines of setup.py for the command")
    return name


def extensions(build: str) -> list[Extension]:
    """One extension for every .pyx file, named after its path; those that take longest come first."""
    found = (path.relative_to(ROOT) for top in COMPILED_PACKAGES for path in (ROOT / top).rglob("*.pyx"))
    sources = sorted(found, key=lambda source: (-size(source), source))
    modules = {".".join(source.with_suffix("").parts): source.as_posix() for source in sources}
    if modules:
        modules[SHARED_UTILITY] = SHARED_UTILITY.replace(".", "/") + ".c"
    return [
        Extension(
            name,
            [source],
            include_dirs=["cext/kernel"],
            extra_compile_args=EVERY_FLAVOUR
            + COMPILE_FLAGS[build]
            + (QUICKLY if name == SHARED_UTILITY and build == "release" else []),
            extra_link_args=LINK_FLAGS[build],
        )
        for name, source in modules.items()
    ]


def size(source: Path) -> int:
    """Bytes of a module and of the rules beside it, which it inlines."""
    return sum(path.stat().st_size for path in (source, *source.parent.glob("rules/*.pxd")))


class Build(build_ext):  # type: ignore[misc]  # setuptools' commands have no types
    """Translates in processes, and compiles meanwhile what is translated. Nothing is done before modules are asked for:
    pip runs this file three times, twice for the metadata alone."""

    def finalize_options(self) -> None:
        """As many modules at once as there are processes: what options= says is lost in an editable installation."""
        super().finalize_options()
        self.parallel = PROCESSES

    def build_extensions(self) -> None:
        """Translate and compile all modules; C files go to build/cython-<flavour>."""
        build = flavour()
        with ProcessPoolExecutor(PROCESSES) as pool:
            self.translated = {
                module.name: pool.submit(
                    cythonize,
                    [module],
                    build_dir=f"build/cython-{build}",
                    compiler_directives=DIRECTIVES,
                    shared_utility_qualified_name=SHARED_UTILITY,
                    emit_linenums=build != "release",
                )
                for module in self.extensions
            }
            super().build_extensions()

    def build_extension(self, ext: Extension) -> None:
        """Compile a module as soon as it is translated, anew where a header of its has changed; called in threads."""
        (translated,) = self.translated[ext.name].result()
        ext.sources, ext.depends = translated.sources, translated.depends
        super().build_extension(ext)


if __name__ == "__main__":
    os.chdir(ROOT)
    setup(ext_modules=extensions(flavour()), cmdclass={"build_ext": Build})
