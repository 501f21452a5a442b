# Everything that a person or a continuous-integration job runs. `make help` lists it.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

SOURCES := Package.swift Sources Tests Examples

.PHONY: help demo demo-desktop test test-clients test-desktop test-sanitizers lint format deps

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

lint: deps ## Check the format, that the README's code is the tested code, and the types of what is for Apple systems
	swift format lint --strict --recursive --parallel $(SOURCES)
	Scripts/extract-readme-code.sh --check
	Scripts/check-apple.sh

format: deps ## Format every source file
	swift format --in-place --recursive --parallel $(SOURCES)

deps: ## Install what is missing
	@Scripts/install-dependencies.sh
