# `make help` says what there is. Nothing here needs more than Python 3.11 and make.
SHELL := /bin/sh
.DEFAULT_GOAL := help
.PHONY: help setup play check test test-pythons format lock rules-release

PYTHON := $(shell for name in python3.11 python3.12 python3.13 python3; do \
	$$name -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' 2>/dev/null && echo $$name && break; done)
BIN := .venv/bin
INSTALL := $(BIN)/python -m pip install -qq --disable-pip-version-check --require-hashes --no-deps
export PORT ?= 8000

help: ## print this
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-13s %s\n", $$1, $$2}' Makefile
	@echo "  PORT=8001 and DATA_DIR=/some/folder choose another port and where the game is kept."

setup: .venv/stamp-tools ## make the environment in .venv/ with the tools for tests and checks

play: .venv/stamp-app ## open the table: prints its address and how to log in
	@exec $(BIN)/python manage.py serve

check: .venv/stamp-tools ## lint, types, floors and the fast tests, in under a minute
	@$(BIN)/python -m tests.checks

test: .venv/stamp-tools ## every test: SQLite, PostgreSQL, browsers; PARTS=sqlite runs one part
	@$(BIN)/python -m tests.everything $(PARTS)

test-pythons: .venv/stamp-tools ## the tests of the rules on each Python from 3.11 to 3.13 that is here
	@$(BIN)/python -m tests.pythons

format: .venv/stamp-tools ## lay out Python and templates
	@$(BIN)/ruff check -q --fix-only . ; $(BIN)/ruff format -q .
	@find templates -name '*.html' -print0 | xargs -0 -r $(BIN)/djade --target-version 5.2 || true

rules-release: .venv/stamp-tools ## close the open release of the rules, so that its logs are played again as they were
	@$(BIN)/python manage.py rules_release

lock: .venv/stamp-tools ## resolve requirements*.in again
	$(BIN)/uv pip compile -q --universal --generate-hashes --no-header --python-version 3.11 requirements.in -o requirements.txt
	$(BIN)/uv pip compile -q --universal --generate-hashes --no-header --python-version 3.11 requirements-dev.in -o requirements-dev.txt

.venv/bin/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11, 3.12 or 3.13 is missing: apt install python3 (or see python.org)"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "Python's venv is missing: apt install python3-venv"; exit 1; }
	@echo "Making the environment in .venv/ …"
	@$(PYTHON) -m venv .venv

.venv/stamp-app: requirements.txt | .venv/bin/python
	@echo "Installing what the application runs on …"
	@$(INSTALL) -r requirements.txt
	@touch $@

.venv/stamp-tools: requirements-dev.txt requirements.txt | .venv/bin/python
	@echo "Installing the application and its tools …"
	@$(INSTALL) -r requirements-dev.txt
	@touch .venv/stamp-app $@
