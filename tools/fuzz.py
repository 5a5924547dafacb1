#!/usr/bin/env python3
"""Fuzzes everything that reads, and counts.

    tools/fuzz.py [--seconds 300] [--only NAME,…] [--jobs 2]    builds, runs all targets, prints a table; exit 1 at a crash
    tools/fuzz.py --totals                                      what fuzz/executions.json has counted so far

Each target gets the same share of the time. An input may take 10 s and 2 GB. New inputs are kept in fuzz/corpus, inputs that
break something in fuzz/artifacts. With --record the counts are added to fuzz/executions.json.
"""

import argparse
import datetime
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FUZZ = ROOT / "fuzz"
LEDGER = FUZZ / "executions.json"
# Bytes of an input at most: as many as the largest seed, within these.
LONGEST_INPUTS = (4096, 16384)
INPUT_SECONDS = 10
MEMORY_MB = 2048


def targets():
    """Name, dictionary and further seeds of every target."""
    for line in (FUZZ / "targets.txt").read_text().splitlines():
        if line.strip() and not line.startswith("#"):
            name, dictionary, *seeds = line.split()
            yield name, dictionary, seeds


def build(names):
    """An instrumented program for each target; what is not instrumented is shared with the main build."""
    shutil.copy(ROOT / "Cargo.lock", FUZZ / "Cargo.lock")
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")).resolve()
    environment = dict(os.environ, RUSTC_WRAPPER=str(FUZZ / "instrumented.sh"), CARGO_TARGET_DIR=str(target))
    subprocess.run(["cargo", "build", "--release", "--lib"], cwd=FUZZ, env=environment, check=True)
    changed = max(path.stat().st_mtime for path in [target / "release/libarmlab_fuzz.rlib", FUZZ / "src/main.rs"])
    folder = target / "fuzz"
    folder.mkdir(exist_ok=True)
    for name in names:
        program = folder / name
        if not program.exists() or program.stat().st_mtime <= changed:
            subprocess.run(["cargo", "build", "--release", "--quiet", "--bin", "armlab-fuzz"], cwd=FUZZ, check=True,
                           env=dict(environment, ARMLAB_FUZZ_TARGET=name))
            shutil.copy(target / "release/armlab-fuzz", program)
    return folder


class Fuzzing:
    def __init__(self, programs, scratch):
        self.programs, self.scratch = programs, Path(scratch)
        self.environment = dict(os.environ, TMPDIR=str(self.scratch), RUST_BACKTRACE="0")
        (FUZZ / "artifacts").mkdir(exist_ok=True)

    def run(self, target, seconds):
        name, dictionary, globs = target
        corpus, seeds = FUZZ / "corpus" / name, self.scratch / f"seeds-{name}"
        for folder in (corpus, seeds):
            folder.mkdir(parents=True, exist_ok=True)
        for k, path in enumerate(p for g in [f"fuzz/seeds/{name}/*", *globs] for p in sorted(ROOT.glob(g))):
            shutil.copy(path, seeds / f"{k}-{path.name}")
        largest = max((path.stat().st_size for path in seeds.iterdir()), default=0)
        longest = min(max(largest, LONGEST_INPUTS[0]), LONGEST_INPUTS[1])
        prefix = FUZZ / "artifacts" / f"{name}-"
        options = [f"-max_total_time={max(1, round(seconds))}", f"-timeout={INPUT_SECONDS}", f"-rss_limit_mb={MEMORY_MB}",
                   f"-malloc_limit_mb={MEMORY_MB // 2}", f"-max_len={longest}", "-print_final_stats=1",
                   "-close_fd_mask=3", "-reload=0", f"-artifact_prefix={prefix}"]
        if dictionary != "-":
            options.append(f"-dict={FUZZ / 'dictionaries' / (dictionary + '.dict')}")
        done = subprocess.run([self.programs / name, *options, corpus, seeds], env=self.environment, cwd=self.scratch,
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace")
        counted = re.findall(r"number_of_executed_units: (\d+)", done.stderr)
        covered = re.findall(r"cov: (\d+) ft: (\d+)", done.stderr)
        found = {
            "executions": int(counted[-1]) if counted else 0,
            "coverage": int(covered[-1][0]) if covered else 0,
            "features": int(covered[-1][1]) if covered else 0,
            "crash": None,
        }
        if done.returncode != 0:
            kept = re.findall(r"Test unit written to (\S+)", done.stderr)
            found["crash"] = kept[-1] if kept else "no input was kept"
            found["why"] = self.why(name, kept[-1]) if kept else done.stderr[-500:]
        return found

    def why(self, name, path):
        """The last words of the program when it gets an input again."""
        options = [f"-timeout={INPUT_SECONDS}", f"-rss_limit_mb={MEMORY_MB}", path]
        again = subprocess.run([self.programs / name, *options], env=self.environment, cwd=self.scratch, stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE, text=True, errors="replace")
        lines = [line for line in again.stderr.splitlines() if "panicked at" in line or "ERROR" in line]
        place = again.stderr.find("panicked at")
        return again.stderr[place : place + 400] if place >= 0 else "\n".join(lines) or "it does not break again"


def table(rows):
    print(f"{'target':16}{'executions':>14}{'coverage':>10}  crashes")
    for name, executions, coverage, crashes in rows:
        print(f"{name:16}{executions:14,}{coverage:10}  {crashes}")
    print(f"{'all':16}{sum(r[1] for r in rows):14,}{'':10}  {sum(r[3] for r in rows)}")


def totals():
    runs = json.loads(LEDGER.read_text())["runs"] if LEDGER.exists() else []
    rows = []
    for name, _, _ in targets():
        found = [run["targets"][name] for run in runs if name in run["targets"]]
        rows.append((name, sum(f["executions"] for f in found), max((f["coverage"] for f in found), default=0),
                     sum(f["crashes"] for f in found)))
    table(rows)
    for run in runs:
        print(f"{run['date']}  {run['commit']}  {run['command']}")


def record(found, seconds):
    runs = json.loads(LEDGER.read_text())["runs"] if LEDGER.exists() else []
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True).stdout.strip()
    runs.append({
        "date": datetime.date.today().isoformat(),
        "commit": commit,
        "command": f"make fuzz SECONDS={seconds:.0f}",
        "targets": {
            name: {"executions": f["executions"], "coverage": f["coverage"], "crashes": int(f["crash"] is not None)}
            for name, f in found.items()
        },
    })
    # A line for each run.
    lines = ",\n".join(json.dumps(run) for run in runs)
    LEDGER.write_text('{"runs": [\n' + lines + "\n]}\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=300.0)
    parser.add_argument("--only", default="")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--totals", action="store_true")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--programs", type=Path, help="a folder of instrumented programs that are built already")
    options = parser.parse_args()
    if options.totals:
        return totals()
    chosen = [t for t in targets() if not options.only or t[0] in options.only.split(",")]
    programs = options.programs.resolve() if options.programs else build([t[0] for t in chosen])
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="armlab-fuzz-", dir=memory) as scratch:
        fuzzing = Fuzzing(programs, scratch)
        share = options.seconds * options.jobs / len(chosen)
        with ThreadPoolExecutor(options.jobs) as pool:
            found = dict(zip((t[0] for t in chosen), pool.map(lambda t: fuzzing.run(t, share), chosen)))
    table([(name, f["executions"], f["coverage"], int(f["crash"] is not None)) for name, f in found.items()])
    print(f"{time.monotonic() - began:.0f} s")
    for name, f in found.items():
        if f["crash"]:
            print(f"CRASH {name}: {f['crash']}\n{f['why']}")
    if options.record:
        record(found, options.seconds)
    sys.exit(any(f["crash"] for f in found.values()))


if __name__ == "__main__":
    main()
