# The targets call the same small scripts as continuous integration.

.DEFAULT_GOAL := help
PREFIX ?= /usr/local
FORMATTED = Package.swift Sources Tests Benchmarks/Package.swift Benchmarks/Sources
RACE = .build-tsan/planted-race.log
.PHONY: help bootstrap demo test build bench format lint tsan violations fuzz coverage nightly
.PHONY: mutants simulate install uninstall deb

help: ## Show this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1 \2/p' $(MAKEFILE_LIST) | \
		awk '{ printf "  make %-11s", $$2; $$1 = ""; $$2 = ""; print }'

bootstrap: ## Install the missing system packages
	@Scripts/bootstrap

demo: build ## Sync a thousand photos from the stub, change some, sync again, write the gallery
	"$$(swift build -c release --show-bin-path)/photopark" demo

test: bootstrap ## Run all tests, including the tests of the checks
	@Scripts/bootstrap tests
	@Scripts/test

build: bootstrap ## Build the program, optimised, into .build/release
	@Scripts/build-release --product photopark

install: standalone ## Install the program, its manual page and completions in PREFIX (/usr/local)
	@PREFIX="$(PREFIX)" DESTDIR="$(DESTDIR)" Scripts/install

uninstall: ## Remove what make install has installed
	@PREFIX="$(PREFIX)" DESTDIR="$(DESTDIR)" Scripts/install uninstall

deb: standalone ## Make a Debian package, which installs where Swift is not
	@Scripts/bootstrap package
	@Scripts/deb

# A program that contains Swift's libraries.
.PHONY: standalone
standalone: bootstrap
	@Scripts/build-release --product photopark --static-swift-stdlib

bench: bootstrap ## Run the benchmarks and their peers; SUITE=feed for one suite
	@Scripts/bootstrap bench
	@Benchmarks/run $(SUITE)

format: ## Format the sources
	swift format --in-place --recursive --parallel $(FORMATTED)

lint: bootstrap ## Check format, layers, access, names, errors, unsafe escapes, documents and assets
	@Scripts/bootstrap lint
	@Scripts/lint

tsan: bootstrap ## Run the tests under the thread sanitizer, and show that it finds a planted race
	@Scripts/bootstrap tests
	@TSAN_OPTIONS=suppressions=$(CURDIR)/Tests/Fixtures/tsan-suppressions \
		Scripts/test --sanitize=thread --scratch-path .build-tsan
	@PLANTED_RACE=1 Scripts/swiftpm test --sanitize=thread --scratch-path .build-tsan \
		--filter PlantedRaceTests >$(RACE) 2>&1 || true
	@if grep -aq "ThreadSanitizer: \(data\|Swift access\) race" $(RACE) && \
		grep -aq twoSchedulersTouchOneCounter $(RACE); then echo "The planted race was found."; else \
		tail -n 20 $(RACE); echo "tsan: the planted race was not reported" >&2; exit 1; fi

violations: bootstrap ## Check every known misuse of a service
	@Scripts/violations

fuzz: bootstrap ## Check the C shim for memory errors, and fuzz the parsers of server data
	@Fuzz/check-shim
	@Fuzz/run $(SECONDS)

simulate: bootstrap ## Run the program in simulations; SEEDS=1000, or SEED=7 for one seed
	@Scripts/simulate $(if $(SEEDS),--seeds $(SEEDS)) $(if $(SEED),--seed $(SEED)) \
		$(if $(SCENARIO),--scenario $(SCENARIO))

coverage: bootstrap ## Measure which lines the tests run; fail below 90 % in any target
	@Scripts/bootstrap tests
	@Scripts/coverage

nightly: bootstrap ## Run the long checks: loads, sanitizers, coverage, fuzzers; PART=fuzz for one
	@Scripts/bootstrap tests
	@Scripts/nightly $(PART)

mutants: bootstrap ## Change the sources in 250 small ways, and show which changes no test detects
	@Scripts/mutants
