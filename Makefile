# Every target is one line in `make help`. Nothing here needs an activated environment.

PYTHON  ?= python3
WORKERS ?= 2

VENV       := .venv
VENV_BENCH := .venv-bench
VENV_LOCK  := .venv-lock
BIN        := $(VENV)/bin

# The caller's environment must not leak into ours.
unexport VIRTUAL_ENV PYTHONHOME PYTHONPATH
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_REQUIRE_VIRTUALENV := 0

PIP_INSTALL = -m pip install --quiet --require-hashes
PIP_SELF    = -m pip install --quiet --no-deps --no-build-isolation --editable .

.DEFAULT_GOAL := help
.PHONY: help demo test test-long bench lint format docs docs-check pictures lock clean services

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

demo: $(VENV)/.core-stamp ## see it remember: a tour, then the browser (DEMO_ARGS=--no-serve: the tour alone)
	@$(BIN)/python -m holdfast.entrypoints.demo $(DEMO_ARGS)

test: $(VENV)/.dev-stamp services lint docs-check ## everything that must hold before a commit (WORKERS=1: one after the other)
	@$(BIN)/python -m pytest -n $(WORKERS) --dist loadfile

test-long: $(VENV)/.dev-stamp services ## the tests that take minutes
	@$(BIN)/python -m pytest -m long --timeout 3600

# `peers` needs some hundred packages more than the rest, so they come when it is to be run.
MEASURED = $(filter-out -%,$(ARGS))
bench: $(VENV_BENCH)/.stamp $(if $(or $(filter peers,$(ARGS)),$(if $(MEASURED),,all)),$(VENV_BENCH)/.peers-stamp)
bench: ## measure, in an environment of its own (ARGS="add --quick"; SETS=folder: quality too)
	@$(VENV_BENCH)/bin/python -m bench $(ARGS)
	@[ -z "$(SETS)" ] || $(VENV_BENCH)/bin/python -m holdfast bench summary $(SETS) --without adversarial \
	  --out bench/results/summary-table.md

lint: $(VENV)/.dev-stamp ## style, types, and which module may import which
	@$(BIN)/python -m ruff check
	@$(BIN)/python -m ruff format --check
	@$(BIN)/python -m mypy
	@$(BIN)/lint-imports

format: $(VENV)/.dev-stamp ## put the style right
	@$(BIN)/python -m ruff check --fix
	@$(BIN)/python -m ruff format

docs: $(VENV)/.dev-stamp ## write the generated pages again
	@$(BIN)/python tools/capabilities.py
	@$(BIN)/python tools/reference.py

docs-check: $(VENV)/.dev-stamp ## fail if a generated page is stale
	@$(BIN)/python tools/capabilities.py --check
	@$(BIN)/python tools/reference.py --check

pictures: $(VENV)/.dev-stamp services ## take the pictures that the documentation shows again
	@$(BIN)/python tools/pictures.py

lock: $(VENV_LOCK)/.stamp ## pin the newest allowed packages, with hashes
	@tools/lock $(VENV_LOCK)/bin/uv

clean: ## remove environments, caches and build output
	rm -rf $(VENV) $(VENV_BENCH) $(VENV_LOCK) build dist
	rm -rf .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find src tests tools bench -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

services:
	@tools/test-services

# An environment is made once, then brought up to date when its pins or our metadata change.

%/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "Holdfast needs Python 3.11 or newer; $(PYTHON) is: $$($(PYTHON) --version 2>&1)" >&2; \
	  echo "Name another one: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 1; }
	@echo "making $*"
	@$(PYTHON) -m venv $*

$(VENV)/.core-stamp: requirements/build.txt requirements/core.txt pyproject.toml | $(VENV)/bin/python
	@$(BIN)/python $(PIP_INSTALL) -r requirements/build.txt -r requirements/core.txt
	@$(BIN)/python $(PIP_SELF)
	@touch $@

$(VENV)/.dev-stamp: requirements/dev.txt $(VENV)/.core-stamp
	@$(BIN)/python $(PIP_INSTALL) -r requirements/dev.txt
	@touch $@

# One store that we compare with loads an extension into the sqlite3 module, and not every Python's
# can. The first of these that can is taken; if none can, those rows are left out of the results.
BENCH_PYTHONS = $(BENCH_PYTHON) $(PYTHON) python3.13 python3.12 python3.11 $$(env -i sh -c 'command -v python3')
LOADS_EXTENSIONS = import ensurepip, sqlite3, sys; sys.exit(sys.version_info < (3, 11) \
  or not hasattr(sqlite3.Connection, "enable_load_extension"))

$(VENV_BENCH)/bin/python:
	@for python in $(BENCH_PYTHONS); do \
	  "$$python" -c '$(LOADS_EXTENSIONS)' 2>/dev/null && break; python=; done; \
	[ "$$python" ] || echo "no Python here can load SQLite extensions: some rows will be left out"; \
	python=$${python:-$(or $(BENCH_PYTHON),$(PYTHON))}; \
	echo "making $(VENV_BENCH) with $$python, $$($$python --version)"; \
	"$$python" -m venv $(VENV_BENCH)

$(VENV_BENCH)/.stamp: requirements/bench.txt pyproject.toml | $(VENV_BENCH)/bin/python
	@$(VENV_BENCH)/bin/python $(PIP_INSTALL) -r requirements/bench.txt
	@$(VENV_BENCH)/bin/python $(PIP_SELF)
	@touch $@

$(VENV_BENCH)/.peers-stamp: requirements/peers.txt $(VENV_BENCH)/.stamp
	@$(VENV_BENCH)/bin/python $(PIP_INSTALL) -r requirements/peers.txt
	@touch $@

$(VENV_LOCK)/.stamp: requirements/lock.txt | $(VENV_LOCK)/bin/python
	@$(VENV_LOCK)/bin/python $(PIP_INSTALL) -r requirements/lock.txt
	@touch $@
