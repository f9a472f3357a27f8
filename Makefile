# Everyday commands; `make` alone lists them. PYTHON is the project's own environment when there is one.

PYTHON := $(if $(wildcard .venv/bin/python),.venv/bin/python,python3)
BIN := $(if $(wildcard .venv/bin/python),.venv/bin/,)
STUBBED = $(subst /,.,$(basename $(shell find cext strategies -name '*.pyi')))
RULES_TESTS = $(wildcard tests/games/*/) tests/contract tests/games/test_forbidden.py
FLAVOUR = $(PYTHON) setup.py build --build-base build/$(1) --build-lib build/$(1)/lib

.DEFAULT_GOAL := help
.PHONY: help build debug asan test fast checked check bench golden readme docs clean

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' Makefile

build: ## compile in place (release flavour)
	$(PYTHON) setup.py build_ext --inplace

debug: ## compile with UBSan, kassert and gcov counters, into build/debug/lib
	BUILD=debug $(call FLAVOUR,debug)

asan: ## compile with AddressSanitizer and kassert, into build/asan/lib
	BUILD=asan $(call FLAVOUR,asan)

test: build ## run the tests
	$(PYTHON) -m pytest

fast: build ## run the tests that are not slow (tests/slow.txt): the inner loop, in less than a minute
	$(PYTHON) -m pytest -m 'not slow'

checked: debug ## run the tests of the games against the debug flavour; every line of their rules must be reached
	find build/debug -name '*.gcda' -delete
	$(PYTHON) -m pytest $(RULES_TESTS) --ignore-glob='*/test_screen.py' -o pythonpath=build/debug/lib
	$(PYTHON) tests/gcov_check.py build/debug 'cext/games/*/rules/*.pxd'

check: ## style, types, stubs against the compiled modules
	$(BIN)ruff check .
	$(BIN)ruff format --check .
	$(BIN)mypy
	PATH="$(if $(BIN),$(BIN):)$$PATH" $(BIN)cython-lint cext strategies
	$(if $(STUBBED),$(PYTHON) -m mypy.stubtest --allowlist tests/stubtest_allowlist.txt --ignore-unused-allowlist $(STUBBED))

bench: build ## print games/s, decisions/s, ns per decision and the signature
	$(PYTHON) -m tests.bench

golden: build ## write the golden files anew; the commit says why they changed
	$(PYTHON) -m pytest --golden

readme: build ## play the README's main job and put its output and chart there
	$(PYTHON) -m tests.readme

docs: ## build the documentation strictly and serve it on port 8000
	$(PYTHON) -m mkdocs build --strict --quiet
	$(PYTHON) -m http.server --directory build/site --bind 127.0.0.1 8000

clean: ## remove everything that was built
	rm -rf build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find cext strategies -name '*.so' -delete
	find cext strategies analyser reports tests -name __pycache__ -prune -exec rm -rf {} +
