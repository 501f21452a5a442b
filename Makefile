# Everything that a person or a continuous-integration job runs. `make help` lists it.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

SOURCES := Package.swift Sources Tests Examples Benchmarks/Package.swift Benchmarks/Sources

.PHONY: help demo demo-desktop test test-clients test-desktop test-sanitizers torture bench bench-chart lint format deps

help: ## Show this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1\t\2/' | expand -t 26

demo: deps ## Open the two-screens sample; without a terminal, play two launches of it
	@Scripts/demo.sh

demo-desktop: ## Open the desktop sample; without a display, play it on one of its own
	@Scripts/install-desktop-dependencies.sh
	@Scripts/demo-desktop.sh

test: deps ## Run every test that needs no window
	swift test
	$(MAKE) --no-print-directory test-clients

test-clients: deps ## Build and run programs that use this package, the README's code among them
	swift run --package-path Tests/Clients clients
	@folder=$$(mktemp -d); trap 'rm -rf "$$folder"' EXIT; \
	    XDG_STATE_HOME="$$folder" TMPDIR="$$folder" swift run --package-path Tests/Clients readme

test-desktop: ## Test the desktop sample in a real window, on a display of its own
	@Scripts/install-desktop-dependencies.sh --tests
	swift build --package-path Examples/Desktop
	Examples/Desktop/Tests/run "$$(swift build --package-path Examples/Desktop --show-bin-path)/two-screens-desktop"

test-sanitizers: deps ## Run every test under the thread sanitizer and the address sanitizer
	swift test --sanitize=thread --scratch-path .build/thread
	@# Without its search for leaks, which finds some in the toolchain's own XCTest and Foundation.
	ASAN_OPTIONS=detect_leaks=0 swift test --sanitize=address --scratch-path .build/address

torture: deps ## Run the long tests: hundreds of kills, every byte of a file damaged, and a fuzzer (some minutes)
	DATACONTAINER_TORTURE=1 swift test
	Scripts/fuzz.sh

bench: deps ## Measure the library beside what one would use instead: a table, and Benchmarks/results.json
	swift build --package-path Benchmarks -c release
	Benchmarks/.build/release/benchmarks --output Benchmarks/results.json $(BENCH)

bench-chart: Benchmarks/.venv/installed ## Draw Benchmarks/chart.png from Benchmarks/results.json
	Benchmarks/.venv/bin/python Benchmarks/chart.py Benchmarks/results.json Benchmarks/chart.png

Benchmarks/.venv/installed: Benchmarks/requirements.txt
	python3 -m venv Benchmarks/.venv
	Benchmarks/.venv/bin/pip install --quiet --requirement Benchmarks/requirements.txt
	touch $@

lint: deps ## Check the format, that the README's code is the tested code, and the types of what is for Apple systems
	swift format lint --strict --recursive --parallel $(SOURCES)
	Scripts/extract-readme-code.sh --check
	Scripts/check-apple.sh

format: deps ## Format every source file
	swift format --in-place --recursive --parallel $(SOURCES)

deps: ## Install what is missing
	@Scripts/install-dependencies.sh
