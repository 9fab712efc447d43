# make demo    install into .venv and play a real turn to a printed report
# make test    the tests (installs what they need into .venv)
# make lint    style and imports
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: demo test lint bench fuzz mutants golden docs clean

$(VENV)/installed: setup.cfg pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test]'
	touch $@

demo: $(VENV)/installed
	$(BIN)/python tools/demo.py

test: $(VENV)/installed
	$(BIN)/python -m pytest -q -n 2 tests

lint: $(VENV)/installed
	$(BIN)/python -m ruff check pbem tests tools

bench: $(VENV)/installed
	$(BIN)/python tools/bench.py

fuzz: $(VENV)/installed
	$(BIN)/python tests/fuzz.py --minutes $(or $(MINUTES),5)

mutants: $(VENV)/installed
	$(BIN)/python tools/mutants.py $(TITLE)

golden: $(VENV)/installed
	$(BIN)/python tools/golden.py

docs: $(VENV)/installed
	$(BIN)/python tools/pages.py

clean:
	rm -rf $(VENV) build *.egg-info .pytest_cache
