# sandtable: `make play` and `make test` work in a fresh clone with nothing but Python 3.11 and make.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
TOOLS := $(VENV)/.tools
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check

.PHONY: play test check fast bench golden soak clean help

help:  ## this list
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | sort

$(READY): pyproject.toml constraints.txt
	@echo "setting up $(VENV) (once) ..."
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "sandtable needs Python 3.11 or newer")'
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) install -c constraints.txt -e .
	@touch $(READY)

$(TOOLS): $(READY)
	@echo "setting up the tools for tests and the lab (once) ..."
	@$(PIP) install -c constraints.txt -e '.[dev,lab,cluster,env,server]'
	@touch $(TOOLS)

play: $(READY)  ## set up and start a game in the terminal
	@$(BIN)/sandtable play buda_1686

test: $(TOOLS)  ## set up and run all the tests
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/pytest
	@$(BIN)/sandtable rules --coverage

check: $(TOOLS)  ## ruff, mypy and the quick tests: before every commit
	@$(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/mypy && $(BIN)/pytest -m "not slow"

fast: $(TOOLS)  ## compile engine and flows with mypyc into build/fast
	@$(BIN)/python tools/fast.py build/fast

bench: $(TOOLS)  ## decisions per second, copies and forks; search and the lab; beside python-chess and OpenSpiel
	@$(PIP) install -c constraints.txt -e '.[bench]'
	@$(BIN)/python tools/fast.py build/fast
	@$(BIN)/python bench/run.py

soak: $(TOOLS)  ## thousands of random games of every mode, invariants checked after every choice
	@$(BIN)/python bench/soak.py

golden: $(TOOLS)  ## record the golden games anew (only with a new rules version)
	@$(BIN)/python tools/record_golden.py

clean:  ## remove what was built
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
