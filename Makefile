# Everything that a person or a continuous-integration job runs. `make help` lists it.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

SOURCES := Package.swift Sources Tests

.PHONY: help demo test test-clients test-sanitizers lint format deps

help: ## Show this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1\t\2/' | expand -t 26

demo: deps ## Open the two-screens sample; without a terminal, play two launches of it
	@swift build --quiet --product two-screens
	@Scripts/demo.sh "$$(swift build --show-bin-path)/two-screens"

test: deps ## Run every test
	swift test
	$(MAKE) --no-print-directory test-clients

test-clients: deps ## Build and run a package that uses this one, warnings as errors
	swift run --package-path Tests/Clients clients

test-sanitizers: deps ## Run every test under the thread sanitizer and the address sanitizer
	swift test --sanitize=thread --scratch-path .build/thread
	swift test --sanitize=address --scratch-path .build/address

lint: deps ## Check the format of every source file
	swift format lint --strict --recursive --parallel $(SOURCES)

format: deps ## Format every source file
	swift format --in-place --recursive --parallel $(SOURCES)

deps: ## Install what is missing
	@Scripts/install-dependencies.sh
