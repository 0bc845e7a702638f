# Everything runs in a virtual environment that the first command makes.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
TEST := .build/test

.PHONY: help serve site check lint test bench fmt clean

help:
	@echo "make serve   build the site in both languages and serve it (PORT=8000)"
	@echo "make test    all checks and tests"
	@echo "make site    build the site into site/"
	@echo "make check   formatting, lint, types, and every example"
	@echo "make bench   how long things take"
	@echo "make fmt     format the code"

$(READY): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed, this is " + sys.version) if sys.version_info < (3, 11) else None'
	@$(PYTHON) -m venv $(VENV) || { echo "No virtual environment could be made; on Debian install python3-venv."; exit 1; }
	@echo "Installing packages (once) ..."
	@PIP_CONSTRAINT=constraints.txt PIP_DISABLE_PIP_VERSION_CHECK=1 $(BIN)/pip install --quiet --editable '.[dev]'
	@touch $@

serve: $(READY)
	@$(BIN)/quizgen serve --port $(or $(PORT),8000)

site: $(READY)
	@$(BIN)/quizgen build

lint: $(READY)
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy

check: lint
	@$(BIN)/rulebook check

test: check
	@$(BIN)/python -m tests.chromium
	@$(BIN)/quizgen build --site $(TEST)/site --work $(TEST)/work
	@KAMEN_TEST_SITE=$(TEST)/site $(BIN)/pytest -n auto --dist loadfile --no-loadscope-reorder

bench: $(READY)
	@$(BIN)/python -m tests.bench

fmt: $(READY)
	@$(BIN)/ruff check --fix --quiet .
	@$(BIN)/ruff format --quiet .

clean:
	rm -rf $(VENV) .build site dist
