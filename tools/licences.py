#!/usr/bin/env python3
"""The licences of everything that the armlab program links: names, versions, expressions, and the texts that crates carry.

Reads `cargo metadata`; writes to standard output. `--check` only verifies that every crate states a licence or carries a text.
"""

import json
import subprocess
import sys
from pathlib import Path

ROOT = "armlab-py"
NAMES = ("LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE")


def linked(metadata):
    """Packages that end up in the program: normal dependencies of the root, without build and test ones."""
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    packages = {package["id"]: package for package in metadata["packages"]}
    todo = [i for i, package in packages.items() if package["name"] == ROOT]
    seen = set()
    while todo:
        found = todo.pop()
        if found in seen:
            continue
        seen.add(found)
        for dependency in nodes[found]["deps"]:
            if any(kind["kind"] is None for kind in dependency["dep_kinds"]):
                todo.append(dependency["pkg"])
    return sorted((packages[i] for i in seen), key=lambda p: (p["name"], p["version"]))


def texts(package):
    """The licence files of a crate, one name at most once."""
    folder = Path(package["manifest_path"]).parent
    found = [p for p in sorted(folder.iterdir()) if p.is_file() and p.name.upper().startswith(NAMES)]
    return [(p.name, p.read_text(errors="replace").strip()) for p in found]


def main():
    command = ["cargo", "metadata", "--format-version", "1", "--locked", "--filter-platform", "x86_64-unknown-linux-gnu"]
    metadata = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    ours = set(metadata["workspace_members"])
    others = [p for p in linked(metadata) if p["id"] not in ours]
    missing = [p["name"] for p in others if not p["license"] and not texts(p)]
    if missing:
        sys.exit(f"no licence is stated by: {', '.join(missing)}")
    if "--check" in sys.argv:
        print(f"licences: {len(others)} crates are linked, each states its licence")
        return
    print("armlab is MIT OR Apache-2.0. It links the following crates.\n")
    for package in others:
        print(f"{package['name']} {package['version']}: {package['license']}  {package.get('repository') or ''}".rstrip())
    same = {}
    for package in others:
        for name, text in texts(package):
            same.setdefault(text, []).append(f"{package['name']} {package['version']} ({name})")
    for text, users in same.items():
        print(f"\n{'=' * 100}\n{', '.join(users)}\n{'-' * 100}\n{text}")


if __name__ == "__main__":
    main()
