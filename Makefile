# sandtable: `make play` and `make test` work in a fresh clone with nothing but Python 3.11 and make.

comma := ,
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
TOOLS := $(VENV)/.tools
CLIENT := sandtable/server/static/index.html
CLIENT_SOURCES := $(shell find web/src web/public) $(wildcard web/*.json web/*.ts web/*.js web/*.html web/.npmrc)
NODE := $(if $(and $(shell command -v node),$(shell command -v npm)),,$(comma)node)
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check

# Compiled bytecode is kept, whatever the shell says: without it every command and every test compiles the sources anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play test types client collected check fast bench largest compiled golden soak clean help

help:  ## this list
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | sort

$(READY): pyproject.toml constraints.txt
	@echo "setting up $(VENV) and building the table for the browser (once, a minute or two) ..."
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "sandtable needs Python 3.11 or newer")'
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) install -c constraints.txt -e .
	@touch $(READY)

$(TOOLS): $(READY)
	@echo "setting up the tools for tests and the lab (once) ..."
	@$(PIP) install --no-compile -c constraints.txt -e '.[dev,lab,cluster,env$(NODE)]'
	@touch $(TOOLS)

# The first setting up has built it already; after a change in web/, hatch_build.py builds it again.
$(CLIENT): $(CLIENT_SOURCES) | $(READY)
	@echo "building the table for the browser ..."
	@$(PIP) install --no-deps -e .

# Where there is a C compiler, the engine is compiled meanwhile and used from the next start on; see tools/fast.py.
play: $(READY) $(CLIENT)  ## set up, and open the browser on the tables
	@$(BIN)/python tools/fast.py --background &
	@$(BIN)/sandtable serve --open

test: $(TOOLS) $(CLIENT)  ## set up and run all the tests
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(MAKE) --no-print-directory --output-sync --jobs 2 types client collected
	@$(BIN)/pytest
	@$(BIN)/sandtable rules --coverage

types: $(TOOLS)
	@$(BIN)/mypy

client: $(TOOLS) $(CLIENT)
	@$(BIN)/python hatch_build.py --silent run check
	@$(BIN)/python hatch_build.py --silent test

# Test modules are compiled here once, while mypy has the other core; otherwise every process of pytest compiles all of them.
collected: $(TOOLS) $(CLIENT)
	@$(BIN)/pytest -n 0 --collect-only -qq >/dev/null || true  # the tests themselves tell what is wrong

check: $(TOOLS) $(CLIENT)  ## ruff, mypy and the quick tests: before every commit
	@$(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/mypy && $(BIN)/pytest -m "not slow"

fast: $(READY)  ## compile engine, flows and search with mypyc; sandtable uses it while it fits the sources
	@$(BIN)/python tools/fast.py

bench: $(TOOLS)  ## decisions per second, search and the lab, beside python-chess and OpenSpiel; a server under load
	@$(PIP) install -c constraints.txt -e '.[bench]'
	@$(BIN)/python tools/fast.py build/fast
	@$(BIN)/python bench/run.py

soak: $(TOOLS)  ## thousands of random games of every mode, invariants checked after every choice
	@$(BIN)/python bench/soak.py

largest: $(TOOLS) $(CLIENT)  ## the laws of all games in further modes of the largest one, which `make test` leaves out
	@$(BIN)/pytest -m largest

compiled: $(TOOLS)  ## compile every game and compare it with the interpreted one; `make test` compiles one of them
	@SANDTABLE_COMPILE_ALL=1 $(BIN)/pytest -n 0 tests/test_compiled.py

golden: $(TOOLS)  ## record the golden games anew (only with a new rules version)
	@$(BIN)/python tools/record_golden.py

clean:  ## remove what was built
	rm -rf $(VENV) build dist sandtable/server/static web/node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis
