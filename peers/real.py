"""Errors on logs of real robots, learnt from some logs and judged on others.

    make real DATE=2026-01-31          # everything, and docs/real-robots.md
    .venv/bin/python peers/real.py --robots ur10e,emps

The logs are not in the repository; they are looked for in ../shared/data. Every model is made with `armlab
identify` and its defaults. Errors are 100 |measured - predicted| / |measured| of the raw efforts over all rows of
the judged log; they are recomputed here from residuals-<log>.csv and must equal what armlab says.
"""

import argparse
import csv
import json
import math
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ARMLAB = ROOT / "target/release/armlab"
DATA = ROOT.parent / "shared/data"
PAGE = ROOT / "docs/real-robots.md"

UR10E_GAINS = ["--gains", "11.976,11.976,9.839,10.763,10.764,10.763"]

# Robot, logs to learn from, logs to be judged on, options. One log alone is cut: the first three quarters are learnt
# from, the last one is judged.
EXPERIMENTS = [
    ("ur10e", ["exc_12harm_30s", "exc_8harm_20s"], ["exc_12harm_40s", "exc_14harm_50s_noload"], UR10E_GAINS),
    ("ur10e", ["exc_12harm_40s", "exc_14harm_50s_noload"], ["exc_12harm_30s", "exc_8harm_20s"], UR10E_GAINS),
    ("ur10", ["exciting"], [], []),
    ("emps", ["ident"], [], []),
    ("tx40", ["ident"], [], []),
    ("kr300", ["traj_A"], ["traj_B"], []),
    ("kr300", ["traj_B"], ["traj_A"], []),
    ("panda", ["exciting_a"], ["exciting_b"], []),
    ("panda", ["exciting_b"], ["exciting_a"], []),
    ("xmate7p", ["traj1"], ["traj2"], []),
    ("xmate7p", ["traj2"], ["traj1"], []),
]

# Overall errors, %, on logs of the same robots that are not in this folder: armlab 0.1.0 with defaults, and a careful
# script with Pinocchio, NumPy and cvxpy. Other logs, so a scale and not a comparison.
REFERENCES = {
    "ur10e": ("5.09 / 5.65 / 4.58", "5.11 / 5.76 / 4.77"),
    "ur10": ("6.14", "7.47"),
    "kr300": ("15.4 (from both), 16.7", "15.5, 17.8"),
    "tx40": ("19.5", "10.3 (coupling given)"),
    "emps": ("4.43", "4.59"),
    "panda": ("2.81", "2.83"),
    "xmate7p": ("6.38", "6.44"),
}


def halves(path, folder):
    """The first three quarters of a log and the rest, as files."""
    header, *rows = path.read_text().splitlines()
    cut = len(rows) * 3 // 4
    for name, part in (("learnt", rows[:cut]), ("judged", rows[cut:])):
        (folder / f"{path.stem}_{name}.csv").write_text("\n".join([header, *part]) + "\n")
    return [folder / f"{path.stem}_learnt.csv"], [folder / f"{path.stem}_judged.csv"]


def errors(path):
    """Error per joint and overall from a table of residuals, percent."""
    with path.open() as file:
        table = csv.DictReader(file)
        joints = [name.removeprefix("measured_") for name in table.fieldnames if name.startswith("measured_")]
        sums = {joint: [0.0, 0.0] for joint in joints}
        rows = 0
        for row in table:
            rows += 1
            for joint in joints:
                measured, predicted = row[f"measured_{joint}"], row[f"predicted_{joint}"]
                if measured and predicted:
                    sums[joint][0] += (float(measured) - float(predicted)) ** 2
                    sums[joint][1] += float(measured) ** 2
    ratio = lambda missed, all: 100 * math.sqrt(missed / all) if all > 0 else 0.0
    each = {joint: ratio(*pair) for joint, pair in sums.items()}
    return each, ratio(sum(s[0] for s in sums.values()), sum(s[1] for s in sums.values())), rows


def run(robot, learnt, judged, options, folder):
    """One identification: what it found, and the errors on each judged log."""
    urdf = DATA / robot / f"{robot}.urdf"
    out = folder / "out"
    command = [ARMLAB, "identify", urdf, "--json", "--bootstrap", "0", "--out", out, *options]
    for log in learnt:
        command += ["--log", log]
    for log in judged:
        command += ["--validate", log]
    start = time.time()
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    seconds = time.time() - start
    if done.returncode not in (0, 1) or not done.stdout:
        raise SystemExit(f"{robot}: armlab failed with {done.returncode}\n{done.stderr}")
    document = json.loads(done.stdout)
    best = next(m for m in document["methods"] if m["method"] == document["recommended"])
    judged_errors = [(log.stem, *errors(out / f"residuals-{log.stem}.csv")) for log in judged]
    if len(judged) == 1 and abs(best["validation"]["relative"] - judged_errors[0][2]) > 1e-9:
        raise SystemExit(f"{robot}: armlab says {best['validation']['relative']}, its residuals {judged_errors[0][2]}")
    return {"document": document, "best": best, "errors": judged_errors, "seconds": seconds}


def learnt_and_judged(robot, learnt, judged, folder):
    paths = lambda names: [DATA / robot / f"{name}.csv" for name in names]
    if judged:
        return paths(learnt), paths(judged)
    return halves(*paths(learnt), folder)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--robots", help="only these, with commas between")
    parser.add_argument("--date", help="the date for the page; without it no page is written")
    parser.add_argument("--options", default="", help="further options of identify")
    arguments = parser.parse_args()
    if not DATA.is_dir():
        print("*** SKIPPED: ../shared/data is not there, so nothing was tried on real logs ***", file=sys.stderr)
        return
    wanted = arguments.robots.split(",") if arguments.robots else None
    lines = []
    for robot, learnt, judged, options in EXPERIMENTS:
        if wanted and robot not in wanted:
            continue
        with tempfile.TemporaryDirectory() as folder:
            own, other = learnt_and_judged(robot, learnt, judged, Path(folder))
            found = run(robot, own, other, [*options, *arguments.options.split()], Path(folder))
        status = found["best"]["verdict"].get("status") or found["best"]["verdict"]["level"]
        for log, each, overall, rows in found["errors"]:
            joints = " ".join(f"{value:.1f}" for value in each.values())
            learnt_from = ", ".join(path.stem for path in own)
            lines.append((robot, learnt_from, log, rows, joints, overall, status, found["seconds"]))
            print(f"{robot:8} {learnt_from} -> {log} ({rows} rows): {overall:.2f} %  [{joints}]  {status}  "
                  f"{found['seconds']:.1f} s", flush=True)
    if arguments.date:
        PAGE.write_text(page(lines, arguments.date))
        print(f"wrote {PAGE.relative_to(ROOT)}")


def page(lines, date):
    text = f"""# Real robots
Printed by `make real DATE={date}` on {date}. Each model is learnt with the defaults of `armlab identify` from some logs and judged on
others; a single log is cut, the last quarter is judged. Errors are `100·‖measured − predicted‖/‖measured‖` of the raw efforts over all rows
of the judged log, recomputed from `residuals-<log>.csv`. The logs belong to their authors and are not in the repository; the public
repositories they come from are named below.

| robot | learnt from | judged on | rows | error of each joint, % | overall, % | verdict |
|---|---|---|---|---|---|---|
"""
    for robot, learnt, log, rows, joints, overall, status, _ in lines:
        text += f"| {robot} | {learnt} | {log} | {rows} | {joints} | {overall:.2f} | {status} |\n"
    text += """
For scale, overall errors on other logs of the same robots, as measured once: armlab 0.1.0 with defaults, and a careful script with
Pinocchio, NumPy and cvxpy.

| robot | armlab 0.1.0, % | script, % | source of the logs |
|---|---|---|---|
"""
    for robot in dict.fromkeys(line[0] for line in lines):
        card = json.loads((DATA / robot / "card.json").read_text())
        before, script = REFERENCES[robot]
        text += f"| {robot} | {before} | {script} | {card['source']} |\n"
    return text


if __name__ == "__main__":
    main()
