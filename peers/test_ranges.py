#!/usr/bin/env python3
"""Compares `armlab identify --ranges` with SciPy's linprog (HiGHS) on the same polyhedron. Run with .venv/bin/python
after peers/setup.sh; needs target/release/armlab.

Efforts determine base parameters, P pi = beta. The least and the greatest value of each link parameter with beta within
two standard deviations, bodies that can exist (masses, moments of inertia and rotor inertias not negative, no moment
larger than the sum of the others) and centres of mass within half a metre of the links' frames are two linear programmes
each. P is taken from `armlab robots --json`, beta and its deviations from the estimate; the rest is stated here again.
The last line is `N passed, M failed`; exit 1 if any failed.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy
from scipy.optimize import linprog

import coverage

REPO = Path(__file__).resolve().parent.parent
REACH = 0.5
DEVIATIONS = 2.0
TOLERANCE = 2e-5  # of the larger of the range's ends and of the parameter's size
ROBOTS = ("scara", "cylindrical", "ur5")


def polyhedron(description, estimate):
    """Rows `A pi <= b` over the link parameters by name."""
    names = [p["name"] for p in description["parameters"]]
    place = {name: k for k, name in enumerate(names)}
    rows, ends = [], []

    def add(terms, end):
        row = numpy.zeros(len(names))
        for name, factor in terms:
            row[place[name]] += factor
        rows.append(row)
        ends.append(end)

    found = {p["name"]: p for p in estimate["base"]}
    for parameter in description["base"]:
        entry = found[parameter["name"]]
        if entry["status"] == "not excited":
            continue
        room = DEVIATIONS * (entry["std"] or 0.0)
        add(parameter["combination"], entry["value"] + room)
        add([(n, -f) for n, f in parameter["combination"]], -(entry["value"] - room))
    for name in names:
        link, kind = name.rsplit(".", 1)
        of = lambda k: f"{link}.{k}"
        if kind in ("m", "Ixx", "Iyy", "Izz", "Ia"):
            add([(name, -1.0)], 0.0)
        if kind == "m":
            for a, b, c in (("Ixx", "Iyy", "Izz"), ("Iyy", "Izz", "Ixx"), ("Izz", "Ixx", "Iyy")):
                add([(of(a), 1.0), (of(b), -1.0), (of(c), -1.0)], 0.0)
            for axis in ("mx", "my", "mz"):
                add([(of(axis), 1.0), (name, -REACH)], 0.0)
                add([(of(axis), -1.0), (name, -REACH)], 0.0)
    return names, numpy.array(rows), numpy.array(ends)


def extreme(names, rows, ends, name, sign):
    cost = numpy.zeros(len(names))
    cost[names.index(name)] = sign
    answer = linprog(cost, A_ub=rows, b_ub=ends, bounds=(None, None), method="highs")
    if answer.status == 3:
        return None
    if answer.status != 0:
        raise RuntimeError(f"{name}: linprog says {answer.message}")
    return sign * answer.fun


def check(binary, name, folder):
    robot = coverage.Exact(binary, name, folder)
    path = folder / f"{name}.csv"
    coverage.log(robot, "white", 1, path)
    run = [binary, "identify", name, "--log", path, "--ranges", str(REACH), "--method", "physical", "--bootstrap", "0"]
    done = subprocess.run([str(w) for w in [*run, "--json"]], capture_output=True, text=True)
    if done.returncode not in (0, 1):
        raise RuntimeError(done.stderr.strip()[-400:])
    document = json.loads(done.stdout)
    ranges = document["trust"]["ranges"]
    if not ranges:
        raise RuntimeError(f"no ranges: {document['trust']['open']}")
    names, rows, ends = polyhedron(robot.description, document["methods"][0])
    worst = 0.0
    for entry in ranges:
        if entry["lower"] is not None and entry["lower"] == entry["upper"]:
            continue  # taken as known
        lower = extreme(names, rows, ends, entry["name"], 1.0)
        upper = extreme(names, rows, ends, entry["name"], -1.0)
        for ours, theirs in ((entry["lower"], lower), (entry["upper"], upper)):
            if (ours is None) != (theirs is None):
                raise RuntimeError(f"{entry['name']}: {ours} where linprog has {theirs}")
            if ours is not None:
                size = max(abs(theirs), abs(entry["value"]), 1e-2)
                worst = max(worst, abs(ours - theirs) / size)
                if abs(ours - theirs) > TOLERANCE * size:
                    raise RuntimeError(f"{entry['name']}: {ours} where linprog has {theirs}")
    return f"{len(ranges)} ranges, largest difference {worst:.1e}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", default=REPO / "target/release/armlab", type=Path)
    parser.add_argument("--robots", default=",".join(ROBOTS))
    arguments = parser.parse_args()
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for name in arguments.robots.split(","):
            try:
                print(f"ok   ranges of {name}: {check(arguments.binary, name, Path(folder))}", flush=True)
                passed += 1
            except RuntimeError as error:
                print(f"FAIL ranges of {name}: {error}", flush=True)
                failed += 1
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
