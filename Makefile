# make demo      install into .venv, play a real turn and print its report and verification
# make test      the tests
# make test-changed  those that what differs from main can reach, by rooms; SINCE=v1.0: from another commit
# make lint      faults, imports, format and types
# make bench     speed and size beside their goals (performance.md in docs/)
# make fuzz      random input of every kind, MINUTES=5
# make attacks   every attack at length: alterations of whole games, long random tables
# make wide      what holds of every order of every kind, in WIDE=10 times as many random games, and longer ones
# make thorough  what make test leaves out: the other examples of a test that takes a sample there, longer proofs whole; of
#                what takes hours a larger sample, which make attacks, make wide and make walks run whole
# make walks     2,000 walks of twelve mails a title, after each of which what stands is what acts; WALKS=200,
#                in parts FIRST=200
# make honest    160 random games of every kind to their own ends, which both verifiers must take, and a table; GAMES=24
# make mutants   change each rule in every small way: a case must break (all titles: some 16 800; two of three run whole, in half an hour)
# make mutants TITLE=red-dragon  of one title; make mutants SAMPLE=300 AT_MOST=5: some of them, as .ci/run does
# make mutants RESULTS=~/mutants    keep what became of each outside the checkout, and try only what is new
# make golden    write what golden games, golden reports, examples and pages of TITLE come to now; where that is something
#                else, with BECAUSE="NUMBER: …" as a new revision and its line in the changelog; then read the difference
# make browser-test  look at the pages in headless Chromium (needs chromium, node, npm)
# make turn-test  play on 300 turn pages of each title in headless Chromium, PAGES=300 TITLE=red-dragon
# make page-program  the program of the turn page in one piece, after a change of its parts (needs node, npm)
# make mail-test  games through a real mail server, with a club and its mishaps (needs root and opensmtpd)
# make mail-club  whole games of all titles so, to their own ends; TITLE=red-dragon; STOPS=14 ends them earlier; SEED=club
# make mail-postfix  the same with Postfix and Dovecot, as docs/recipes have them, in a copy of the system (needs root)
# make cluster-test  what becomes of work whose workers die; thousands of games verified on a Dask cluster of this machine
#                while workers are killed, GAMES=528
# make mail-fuzz  hostile messages against a desk, and as many as people and their programs write them, MAILS=10000
# make robots    how strong robots are, by matches that end when they have shown it, 90 minutes; ROWS="red-dragon-prc": some
# make season    three tournaments by robots through the desk, as examples/seasons have them; SEASON=pacific-match: one
# make sizes     files, lines, code and functions, room by room; SINCE=v1.0: beside what it was then
# make docs      write the pages that are made from the code, man pages too; in build/examples the examples as films with comments, in
#                build/cases the cases for players
# make site-docs the papers as a site in build/site, every link checked
# make dist      source distribution and wheel in dist/
# make pyz       the whole program in one file, dist/pbem.pyz, for python3 alone
# make dist-test install and play what is in dist/ with every Python there is, and run tests of the source
# make dist-newest the same with Python 3.14, in a system that debootstrap unpacks (root; not in CI)
# make deb       a Debian package in build/deb (tools/deb.py says what it needs)
# make release   all that is published, with a lock file of what it was built with, if version, changelog and tag agree
#
# Only python3 is needed beforehand; another one is named by PYTHON=/path/to/python3.12.
PYTHON ?= python3
VENV ?= .venv
TITLE ?=
MINUTES ?= 5
SAMPLE ?=
AT_MOST ?= 0
JOBS ?= 2
GAMES ?= 528
PAGES ?= 300
STOPS ?= 0
SEED ?= club
MAILS ?= 10000
WIDE ?= 10
WALKS ?= 2000
FIRST ?= 0
BIN := $(VENV)/bin

.PHONY: demo test test-changed sizes lint bench stops fuzz attacks thorough wide walks honest mutants golden docs site-docs dist pyz dist-test dist-newest deb release browser-test turn-test page-program mail-test mail-club mail-postfix mail-fuzz season robots cluster-test clean

$(VENV)/ready: setup.cfg pyproject.toml tools/make_venv.py
	$(PYTHON) tools/make_venv.py $(VENV) test
	@touch $@

$(VENV)/ready-for-docs: $(VENV)/ready
	$(PYTHON) tools/make_venv.py $(VENV) test docs
	@touch $@

$(VENV)/ready-for-release: $(VENV)/ready
	$(PYTHON) tools/make_venv.py $(VENV) test release
	@touch $@

demo: $(VENV)/ready
	$(BIN)/python tools/demo.py

test: $(VENV)/ready
	$(BIN)/python -m pytest -q -n $(JOBS) --dist worksteal tests
	for title in examples/titles/*; do $(BIN)/python -m pytest -q -n $(JOBS) --dist worksteal -m "not longer" $$title/tests || exit 1; done

test-changed: $(VENV)/ready
	$(BIN)/python -m tools.changed --jobs $(JOBS) $(if $(SINCE),--since $(SINCE))

lint: $(VENV)/ready
	$(BIN)/python -m ruff check pbem tests tools examples/titles $(wildcard verifier)
	$(BIN)/python -m ruff format --check pbem tests tools examples/titles $(wildcard verifier)
	$(BIN)/python -m mypy

bench: $(VENV)/ready
	$(BIN)/python tools/bench.py

stops: $(VENV)/ready
	$(BIN)/python tools/stops.py

fuzz: $(VENV)/ready
	$(BIN)/python tests/fuzz.py --minutes $(MINUTES)

attacks: $(VENV)/ready
	PBEM_THOROUGH=whole $(BIN)/python -m pytest -q -n $(JOBS) tests/attacks tests/verifier tests/cli/test_hostile_files.py \
	  tests/cli/test_hostile_words.py tests/mail/test_kills.py

wide: $(VENV)/ready
	PBEM_WIDE=$(WIDE) PBEM_THOROUGH=whole $(BIN)/python -m pytest -q -n $(JOBS) --dist worksteal \
	  tests/contracts/test_declared_kinds.py tests/contracts/test_default_lines.py tests/orders/test_words_count.py \
	  tests/games/red_dragon/test_op_menus.py tests/tournament/test_dutch.py tests/robots/test_positions.py

thorough: $(VENV)/ready
	PBEM_THOROUGH=1 $(BIN)/python -m pytest -q -n $(JOBS) --dist worksteal tests
	for title in examples/titles/*; do PBEM_THOROUGH=1 $(BIN)/python -m pytest -q -n $(JOBS) --dist worksteal -m "longer or sampled" $$title/tests || exit 1; done

walks: $(VENV)/ready
	PBEM_WALK=$(FIRST) PBEM_WALKS=$(WALKS) $(BIN)/python -m pytest -q -n $(JOBS) --dist worksteal tests/plan/test_walks.py

honest: GAMES = 160
honest: $(VENV)/ready
	$(BIN)/python tests/honest.py --games $(GAMES) --jobs $(JOBS)

mutants: $(VENV)/ready
	$(BIN)/python tools/mutants.py $(if $(TITLE),--title $(TITLE)) --jobs $(JOBS) $(if $(SAMPLE),--sample $(SAMPLE)) \
	  $(if $(RESULTS),--results $(RESULTS)) --at-most $(AT_MOST)

golden: $(VENV)/ready
	$(BIN)/python tools/golden.py $(or $(TITLE),red-dragon) $(if $(BECAUSE),--because "$(BECAUSE)")
	PYTHONPATH=. $(BIN)/python tests/report/golden.py $(or $(TITLE),red-dragon)
	$(BIN)/python tools/examples.py $(or $(TITLE),red-dragon)
	$(BIN)/python tools/pages.py

sizes: $(VENV)/ready
	$(BIN)/python tools/sizes.py $(if $(SINCE),--since $(SINCE))

docs: $(VENV)/ready
	$(BIN)/python tools/pages.py
	$(BIN)/python -m tools.case_pages

site-docs: $(VENV)/ready-for-docs
	$(BIN)/python tools/site_docs.py

dist: $(VENV)/ready-for-release
	$(BIN)/python tools/dist.py

pyz: $(VENV)/ready-for-release
	$(BIN)/python tools/pyz.py

dist-test: dist pyz
	$(BIN)/python tools/dist_test.py

dist-newest:
	$(PYTHON) tools/newest_python.py

deb:
	$(PYTHON) tools/deb.py

release: $(VENV)/ready-for-release
	$(BIN)/python tools/release.py
	$(MAKE) dist pyz
	$(BIN)/python tools/release.py --lock

browser-test: $(VENV)/ready
	$(BIN)/python tools/browser_test.py

turn-test: $(VENV)/ready
	$(BIN)/python tools/browser_test.py --only-turns --turns $(PAGES) --walks 2 --thorough 3 $(if $(TITLE),--title $(TITLE))

page-program: $(VENV)/ready
	$(BIN)/python tools/page_program.py

mail-test: $(VENV)/ready
	PBEM_MAIL_SERVER=required PBEM_THOROUGH=whole $(BIN)/python -m pytest -q tests/mail/test_server.py tests/mail/test_club.py

mail-club: $(VENV)/ready
	PYTHONPATH=. $(BIN)/python tests/mail/club.py $(TITLE) --stops $(STOPS) --seed $(SEED)

mail-postfix: $(VENV)/ready
	PYTHONPATH=. tools/throwaway.sh "postfix dovecot-imapd dovecot-lmtpd dovecot-sieve cron fdm openssl ca-certificates" \
	  $(BIN)/python tests/mail/club.py $(TITLE) --stops $(STOPS) --seed $(SEED) --server postfix

mail-fuzz: $(VENV)/ready
	PYTHONPATH=. $(BIN)/python tests/mail/fuzz.py --mails $(MAILS) --jobs $(JOBS)
	PYTHONPATH=. $(BIN)/python -m tests.mail.letters --mails $(MAILS)

robots: $(VENV)/ready
	PYTHONPATH=. $(BIN)/python tools/robots.py --jobs $(JOBS) $(ROWS)

season: $(VENV)/ready
	PYTHONPATH=. $(BIN)/python tests/seasons/season.py --jobs $(JOBS) $(SEASON)

cluster-test: $(VENV)/ready
	$(BIN)/python -m pytest -q tests/cluster_deaths.py
	PYTHONPATH=. $(BIN)/python tests/cluster.py --games $(GAMES)

clean:
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .ruff_cache .hypothesis
