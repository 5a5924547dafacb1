#!/usr/bin/env python3
"""Lines of Rust in the crates, without and with tests.

    tools/count_lines.py [FOLDER]      by crate, of this checkout or another

The rule: every line of a `.rs` file counts, blank lines and comments included. A line is a test's if it
stands in a folder `tests/`, `examples/` or `benches/`, in a file `tests.rs`, or in a module under
`#[cfg(test)]`; doc comments are counted apart, too. Generated code and `target/` are not counted.
"""

import pathlib
import re
import sys
from collections import Counter

OUTSIDE = {"tests", "examples", "benches"}


def test_lines(lines):
    """Numbers of the lines of modules under `#[cfg(test)]` in a file."""
    found, at = set(), 0
    while at < len(lines):
        if re.match(r"\s*#\[cfg\((all\()?test\b", lines[at]):
            indent = len(lines[at]) - len(lines[at].lstrip())
            start = at
            while at + 1 < len(lines) and not lines[at].rstrip().endswith(("{", ";")):
                at += 1
            if lines[at].rstrip().endswith("{"):
                # rustfmt closes an item at its own indentation.
                while at + 1 < len(lines) and lines[at].rstrip() != " " * indent + "}":
                    at += 1
            found.update(range(start, at + 1))
        at += 1
    return found


def count(folder):
    crates = {}
    for path in sorted(folder.glob("crates/*/**/*.rs")):
        parts = path.relative_to(folder).parts
        if "target" in parts:
            continue
        lines = path.read_text().splitlines()
        outside = bool(OUTSIDE & set(parts[2:-1])) or path.name == "tests.rs"
        tests = set(range(len(lines))) if outside else test_lines(lines)
        kinds = crates.setdefault(parts[1], Counter())
        for number, line in enumerate(lines):
            if number in tests:
                kinds["tests"] += 1
            elif re.match(r"\s*//[/!]", line):
                kinds["doc comments"] += 1
            else:
                kinds["other"] += 1
    return crates


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent)
    crates = count(folder)
    total = Counter()
    print(f"{'crate':20}{'without tests':>15}{'of it doc comments':>20}{'tests':>9}")
    for name, kinds in [*crates.items(), ("all", total)]:
        if name != "all":
            total.update(kinds)
        plain = kinds["doc comments"] + kinds["other"]
        print(f"{name:20}{plain:15}{kinds['doc comments']:20}{kinds['tests']:9}")


if __name__ == "__main__":
    main()
