# make demo      install into .venv, play a real turn and print its report and verification
# make test      the tests
# make lint      faults and imports
# make bench     speed and size beside their goals (performance.md in docs/)
# make fuzz      random input of every kind, MINUTES=5
# make attacks  every attack at length: alterations of whole games, long random tables
# make honest   500 random games that both verifiers must take, and a table of them
# make mutants   delete each rule once, TITLE=red-dragon: a case must break
# make golden    write the golden games anew; then read the difference
# make browser-test  look at the pages in headless Chromium (needs chromium, node, npm)
# make mail-test  a turn of a game through a real mail server (needs root and opensmtpd)
# make docs      write the pages that are made from the code
#
# Only python3 is needed beforehand; another one is named by PYTHON=/path/to/python3.12.
PYTHON ?= python3
VENV ?= .venv
TITLE ?= red-dragon
MINUTES ?= 5
JOBS ?= 2
GAMES ?= 528
BIN := $(VENV)/bin

.PHONY: demo test lint bench fuzz attacks honest mutants golden docs browser-test mail-test clean

$(VENV)/ready: setup.cfg pyproject.toml tools/make_venv.py
	$(PYTHON) tools/make_venv.py $(VENV) test
	@touch $@

$(VENV)/ready-for-bench: $(VENV)/ready
	$(PYTHON) tools/make_venv.py $(VENV) test bench
	@touch $@

demo: $(VENV)/ready
	$(BIN)/python tools/demo.py

test: $(VENV)/ready
	$(BIN)/python -m pytest -q -n $(JOBS) tests

lint: $(VENV)/ready
	$(BIN)/python -m ruff check pbem tests tools $(wildcard verifier)

bench: $(VENV)/ready-for-bench
	$(BIN)/python tools/bench.py

fuzz: $(VENV)/ready
	$(BIN)/python tests/fuzz.py --minutes $(MINUTES)

attacks: $(VENV)/ready
	PBEM_THOROUGH=1 $(BIN)/python -m pytest -q -n $(JOBS) tests/attacks tests/verifier

honest: $(VENV)/ready
	$(BIN)/python tests/honest.py --games $(GAMES) --jobs $(JOBS)

mutants: $(VENV)/ready
	$(BIN)/python tools/mutants.py $(TITLE) --jobs $(JOBS)

golden: $(VENV)/ready
	$(BIN)/python tools/golden.py $(TITLE)
	PYTHONPATH=. $(BIN)/python tests/report/golden.py $(TITLE)

docs: $(VENV)/ready
	$(BIN)/python tools/pages.py

browser-test: $(VENV)/ready
	$(BIN)/python tools/browser_test.py

mail-test: $(VENV)/ready
	PBEM_MAIL_SERVER=required $(BIN)/python -m pytest -q tests/mail/test_server.py

clean:
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .ruff_cache .hypothesis
