# Two commands do everything on a fresh machine with Rust, Python and apt:
#   make demo   builds armlab and shows what it does
#   make test   formats, lints, tests, compares with Pinocchio and SciPy, and opens a browser
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := demo

# One optimised profile for everything, so that dependencies compile once.
CARGO := cargo
RELEASE := --release --locked

.PHONY: bench-fleet crates demo web page studio test test-own test-others test-all wheel dist book python-test python-test-all bench-python bench bench-identify bench-ik bench-semidefinite bench-filters bench-online bench-all bench-growth bench-export bench-studio collisions figure-mujoco lint doc build rust-test policy peers log-formats coverage pairs choices excitation battery real clean figures reports-test studio-test studio-test-all torture torture-short fuzz soak

# Only the program that the demo runs.
demo:
	$(CARGO) build $(RELEASE) -p armlab-cli
	./target/release/armlab demo

build:
	$(CARGO) build $(RELEASE) --workspace

# The studio's page, from the versions that web/package-lock.json names. Cargo puts into the
# binary what it finds in web/dist, and never builds it.
WEB_SOURCES := $(shell find web/src web/build web/package.json web/tsconfig.json -type f -not -path '*/out/*' 2>/dev/null)

web: web/dist/index.html

web/node_modules/.package-lock.json: web/package-lock.json
	npm ci --prefix web --no-audit --no-fund

web/dist/index.html: web/node_modules/.package-lock.json $(WEB_SOURCES)
	npm run --prefix web build
	@touch web/dist/index.html crates/armlab-studio/build.rs

# The studio in the browser; `make studio ARGS=--no-open` only prints its address.
studio: web build
	./target/release/armlab studio $(ARGS)

# Pages and lints, then two halves side by side, because each of them waits now and then: our own tests, and those with
# other programs. A half's output is printed when it ends. The studio is tried alone, as its users have it.
test: page lint doc build
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target test-own test-others
	@$(MAKE) --no-print-directory studio-test
	@echo "make test: everything passed"

test-own:
	@$(MAKE) --no-print-directory --jobs=1 rust-test torture-short

test-others:
	@$(MAKE) --no-print-directory --jobs=1 peers python-test reports-test

# The same with what takes longer: all notebooks, a fleet that loses a node.
test-all: test python-test-all
	@echo "make test-all: everything passed"

rust-test: build
	$(CARGO) test $(RELEASE) --workspace --no-fail-fast

lint: policy
	$(CARGO) fmt --all --check
	$(CARGO) clippy $(RELEASE) --workspace --all-targets -- -D warnings

# Licences of everything we link, and no crate in two versions.
policy:
	python3 tools/dependency_policy.py

# The engine against Pinocchio and the filters against SciPy, independent
# implementations. Where they cannot be installed the comparison is skipped, loudly.
peers: build
	$(CARGO) build $(RELEASE) -p armlab-bench
	@if peers/setup.sh; then \
	    .venv/bin/python peers/test_against_pinocchio.py; \
	    .venv/bin/python peers/test_against_scipy.py; \
	    .venv/bin/python peers/coverage.py --check; \
	    .venv/bin/python peers/test_ranges.py; \
	    if peers/setup.sh --mujoco; then .venv/bin/python peers/exported_robots.py; .venv/bin/python peers/test_exported_mjcf.py; elif [ $$? -ne 75 ]; then exit 1; fi; \
	    if peers/setup.sh --logs; then .venv/bin/python peers/test_log_formats.py; elif [ $$? -ne 75 ]; then exit 1; fi; \
	elif [ $$? -eq 75 ]; then \
	    echo "make test: THE COMPARISONS WITH PINOCCHIO AND SCIPY WERE SKIPPED (see above)" >&2; \
	else \
	    exit 1; \
	fi

# Logs written by SciPy, h5py, rosbags, Arrow, Polars and MCAP are read, and armlab's by them, number by number.
log-formats: build
	peers/setup.sh --logs
	.venv/bin/python peers/test_log_formats.py

# Real descriptions in ../shared/corpus, held against Pinocchio, MuJoCo and xacro.
descriptions:
	$(CARGO) build $(RELEASE) -p armlab-engine --example describe-answers
	peers/setup.sh --descriptions
	.venv/bin/python peers/test_descriptions.py $(ARGS)

# Whether stated intervals hold the truth as often as they say, over many draws; `make coverage ARGS="--seeds 40 --robots ur5"`.
coverage: build
	peers/setup.sh
	.venv/bin/python peers/coverage.py $(ARGS)

# Whether two logs of one real robot agree as closely as their deviations say. Skipped, loudly, where ../shared/data is not.
pairs: build
	.venv/bin/python peers/real_pairs.py $(ARGS)

# A designed excitation beside the best of a thousand random ones, and its limits and distances on a finer grid, by Pinocchio.
excitation: build
	peers/setup.sh
	.venv/bin/python peers/excitation.py $(ARGS)

# How often `--friction auto` chooses a law or a coupling that is not there, over a hundred simulated logs.
choices:
	ARMLAB_DRAWS=100 $(CARGO) test $(RELEASE) -p armlab --test drives laws_that_are_absent -- --nocapture
	ARMLAB_DRAWS=100 $(CARGO) test $(RELEASE) -p armlab --test temperature temperatures_that_matter_nothing -- --nocapture

# The Python package as a wheel in dist/, with the command and the studio's page in it.
wheel: page
	tools/wheel.sh

# The wheel in a fresh environment, then beside Pinocchio, pandas, Polars and Arrow; one notebook and a short run on Ray. Where
# the packages cannot be had the tests are skipped, loudly.
python-test: build
	@python/test.sh

python-test-all: build
	@python/test.sh --all

# The wheel beside a Pinocchio loop in Python, the Rust call and the program, in one run on one core.
bench-python: build
	python/test.sh --install
	.venv/bin/python peers/bench/python.py $(ARGS)

# What a data set in parts costs per sample, part and task, and on paper for many nodes.
bench-fleet: build
	python/test.sh --install
	peers/setup.sh --ray
	.venv/bin/python peers/bench/fleet.py $(ARGS)

# The program with manual pages, completions and licences as an archive in dist/.
dist: page
	$(CARGO) build $(RELEASE) -p armlab-cli
	python3 tools/dist.py

# Whether every crate can be packed for crates.io, the studio with its page; publishes nothing.
crates: web
	rm -rf crates/armlab-studio/page && cp -r web/dist crates/armlab-studio/page
	$(CARGO) package --workspace --exclude armlab-bench --exclude armlab-py --locked --no-verify --allow-dirty; \
	    status=$$?; rm -rf crates/armlab-studio/page; exit $$status

# The documents as a site in target/book, with the API's pages in it.
book:
	tools/book.sh

# Every sabotaged log and its verdict; `make test` judges each fifth.
battery:
	BATTERY=all $(CARGO) test $(RELEASE) -p armlab --test battery

# Logs of real robots, learnt from some and judged on others, and the exported robots in Pinocchio and MuJoCo;
# `make real DATE=2026-01-31` also writes docs/real-robots.md. Skipped, loudly, where ../shared/data is not.
real: build
	peers/setup.sh --mujoco
	.venv/bin/python peers/real.py $(if $(DATE),--date $(DATE)) $(ARGS)
	.venv/bin/python peers/exported_robots.py --real

# The demo's report and every report of the papers, opened in a browser: nothing asked for, no error, no blank figure, readable
# in light, dark and on a phone. Where Chromium cannot be had the test is skipped, loudly.
reports-test: build
	./target/release/armlab reproduce all --out out/reports
	./target/release/armlab demo --out out/reports/demo
	@if tools/browser.sh chromium; then \
	    python3 tools/browse_reports.py --self-test out/reports/summary.html out/reports/*/report.html out/reports/*/errata.html; \
	elif [ $$? -eq 75 ]; then \
	    echo "make test: THE REPORTS WERE NOT OPENED IN A BROWSER (see above)" >&2; \
	else \
	    exit 1; \
	fi

# Kills, full disks, damaged files, two writers: nothing may be lost or break; `make torture SECONDS=600 SEED=1`.
SECONDS ?= 120
SEED ?= 0
torture: build
	python3 tools/torture.py --seconds $(SECONDS) --seed $(SEED)

torture-short: build
	python3 tools/torture.py --seconds 8

# Everything that reads, fuzzed with coverage for so many seconds in all; a short run without it is part of `make test`
# (crates/armlab-cli/tests/fuzzed.rs). `tools/fuzz.py --totals` prints what was counted.
fuzz:
	python3 tools/fuzz.py --seconds $(SECONDS) $(ARGS)

# A hundred million samples through the square-root filters beside a batch, an hour of `--follow` and of the studio in
# accelerated time: no drift, constant memory.
SAMPLES ?= 100000000
soak: build
	ARMLAB_SAMPLES=$(SAMPLES) $(CARGO) test $(RELEASE) -p armlab-online --test soak -- --nocapture
	python3 tools/soak.py $(ARGS)

# The page, where Node can be had; without it the studio says how to get one.
page:
	@if tools/node.sh; then \
	    $(MAKE) --no-print-directory web; \
	elif [ $$? -eq 75 ]; then \
	    echo "make test: THE STUDIO'S PAGE WAS NOT BUILT (see above)" >&2; \
	else \
	    exit 1; \
	fi

# The studio as people use it: the page's parts, then a browser against the binary.
studio-test: page build
	@if tools/node.sh && tools/browser.sh chromium; then \
	    tools/browser.sh firefox || [ $$? -eq 75 ] || exit 1; \
	    npm --prefix web test && ARMLAB=$(CURDIR)/target/release/armlab npm --prefix web run e2e; \
	elif [ $$? -eq 75 ]; then \
	    echo "make test: THE STUDIO WAS NOT TRIED IN A BROWSER (see above)" >&2; \
	else \
	    exit 1; \
	fi

# The same with the long scenarios (ten tabs, hundreds of page visits, slow methods), all of them in Firefox, too.
studio-test-all: page build
	@if tools/node.sh && tools/browser.sh chromium; then \
	    tools/browser.sh firefox || [ $$? -eq 75 ] || exit 1; \
	    npm --prefix web test && ARMLAB=$(CURDIR)/target/release/armlab npm --prefix web run e2e -- --all; \
	elif [ $$? -eq 75 ]; then \
	    echo "THE STUDIO WAS NOT TRIED IN A BROWSER (see above)" >&2; \
	else \
	    exit 1; \
	fi

# Times of the studio's page: first frame, playback, goal drag to moved arm, stop of a run.
bench-studio: page build
	@if tools/node.sh && tools/browser.sh chromium; then \
	    ARMLAB=$(CURDIR)/target/release/armlab npm --prefix web run bench; \
	fi

# Speed beside Pinocchio in C++, in one run on one core; `make bench ARGS=--instructions`
# counts instructions too.
bench: build
	peers/setup.sh --cpp >/dev/null
	.venv/bin/python peers/bench/run.py $(ARGS)

# Identification beside Pinocchio with Eigen and NumPy, and figaroh: speed, cores, memory.
bench-identify: build
	$(CARGO) build $(RELEASE) -p armlab-bench
	peers/setup.sh --cpp >/dev/null
	.venv/bin/python peers/bench/identify.py $(ARGS)

# Inverse kinematics beside roboticstoolbox's C solver and optik.
bench-ik: build
	peers/setup.sh
	.venv/bin/python peers/bench/ik.py $(ARGS)

# Inverse dynamics of a 7R arm in generated C beside armlab's own call and Pinocchio, in one run on one core.
bench-export: build
	peers/setup.sh --cpp >/dev/null
	.venv/bin/python peers/bench/export.py $(ARGS)

# Simulated collisions of two arms with friction and noise: how many are found within 50 ms, and how many alarms are false.
TRIALS ?= 100
collisions:
	COLLISIONS=$(TRIALS) $(CARGO) test $(RELEASE) -p armlab --test collisions found -- --nocapture

# How the time of `armlab identify` grows with joints and samples; `make bench-growth ARGS="--joints 3,7 --long 10000000"`.
bench-growth: build
	peers/setup.sh --logs
	.venv/bin/python peers/bench/growth.py $(ARGS)

# Estimators that learn sample by sample and the genetic search beside the same in NumPy.
bench-online:
	$(CARGO) build $(RELEASE) -p armlab-bench
	peers/setup.sh
	.venv/bin/python peers/bench/online.py $(ARGS)

# The semidefinite solver beside Clarabel, called directly from Rust, and beside cvxpy: the same objectives, and times.
bench-semidefinite:
	$(CARGO) build $(RELEASE) -p armlab-bench
	peers/setup.sh --clarabel
	.venv/bin/python peers/bench/semidefinite.py $(ARGS)
	peers/setup.sh --cvxpy
	.venv/bin/python peers/test_against_cvxpy.py

# All measurements with their peers in one table; `make bench-all DATE=2026-01-31` also writes docs/benchmarks.md. `PARTS=growth,ik`
# measures some parts, `ARGS=--resume` those that this program has not measured yet. Peers that cannot be had leave their lines
# out, loudly.
bench-all: build
	$(CARGO) build $(RELEASE) -p armlab-bench
	peers/setup.sh --cpp >/dev/null
	for peers in --logs --filters --clarabel; do peers/setup.sh $$peers || test $$? -eq 75; done
	.venv/bin/python peers/bench/all.py $(if $(DATE),--date $(DATE)) $(if $(PARTS),--parts $(PARTS)) $(ARGS)

# Kalman filters beside NumPy and filterpy: the same filter over the same log, both times.
bench-filters:
	$(CARGO) build $(RELEASE) -p armlab-bench
	peers/setup.sh --filters
	.venv/bin/python peers/bench/filters.py $(ARGS)

doc:
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc $(RELEASE) --workspace --no-deps

# A real UR10, identified, exported and driven in MuJoCo by the efforts of its log; needs ../shared/data.
figure-mujoco: build
	peers/setup.sh --mujoco
	.venv/bin/python peers/test_exported_mjcf.py --figure

# The README's pictures, made by the commands it shows.
figures: build
	./target/release/armlab demo --out out/demo
	cp out/demo/efforts.svg docs/images/demo-efforts.svg
	cp out/demo/convergence.svg docs/images/demo-convergence.svg

clean:
	$(CARGO) clean
	rm -rf out dist .venv
