# `make play` and `make test` do everything on a fresh machine.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := $(shell find src -name '*.py' -o -name '*.toml') setup.py pyproject.toml

.PHONY: play test check compiled interpreted bench format clean

play: $(VENV)/installed
	$(BIN)/atoll play

test: check compiled interpreted

check: $(VENV)/tools
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# The package as users get it, its rules compiled to native code.
compiled: $(VENV)/installed $(VENV)/tools
	$(BIN)/python -m pytest

# The same tests on the sources, run by the interpreter.
interpreted: $(VENV)/tools
	PYTHONPATH=src $(BIN)/python -m pytest

bench: $(VENV)/installed
	$(BIN)/python -m pip install --quiet --group peers
	$(BIN)/python benchmarks/speed.py

format: $(VENV)/tools
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

$(VENV)/python:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	touch $@

$(VENV)/tools: $(VENV)/python pyproject.toml
	$(BIN)/python -m pip install --quiet --group dev
	touch $@

$(VENV)/installed: $(VENV)/python $(SOURCES)
	$(BIN)/python -m pip install --quiet --force-reinstall --no-deps .
	$(BIN)/python -m pip install --quiet .
	touch $@

clean:
	rm -rf $(VENV) build dist src/*.egg-info .mypy_cache .ruff_cache .pytest_cache
