#!/usr/bin/env python3
"""Which third-party crates may be linked: known free licences, one version and one set of features of each.

Reads `cargo metadata` and `cargo tree`; prints what breaks the policy and exits 1, or one line and 0.
A crate may appear in two versions only if it is named in DUPLICATES with the reason.
A crate has one set of features whichever package is built, so that `cargo build -p` compiles nothing that
`cargo build --workspace` has compiled; the formats of logs that users of the library ask for are the exception.
"""

import json
import re
import subprocess
import sys
from collections import defaultdict

LICENCES = {
    "MIT", "Apache-2.0", "Apache-2.0 WITH LLVM-exception", "BSD-2-Clause", "BSD-3-Clause",
    "ISC", "Zlib", "Unicode-3.0", "Unlicense", "CC0-1.0", "MPL-2.0", "BSL-1.0", "0BSD",
}  # fmt: skip

DUPLICATES = {
    # Compile-time only: different procedural macros still build on different parsers.
    "syn": "macro crates",
    # faer and its matrix-multiplication crate assert through different releases of one helper.
    "equator": "faer",
    "equator-macro": "faer",
    # The hasher of parquet and the reader of random seeds of other crates follow it at their own pace.
    "getrandom": "parquet, rand",
}

# Library crates: built alone they leave out the log formats that the programs ask for.
WITHOUT_FORMATS = {"armlab", "armlab-identify", "armlab-log", "armlab-simulate"}
FORMATS = {"armlab", "armlab-log"}


def allowed(expression):
    """True if some choice the expression offers uses only licences of the list."""
    text = (expression or "").replace("/", " OR ")
    # `A OR B` needs one allowed side, `A AND B` both; parentheses only ever group.
    def parse(tokens):
        value = term(tokens)
        while tokens and tokens[0] == "OR":
            tokens.pop(0)
            right = term(tokens)
            value = value or right
        return value

    def term(tokens):
        value = factor(tokens)
        while tokens and tokens[0] == "AND":
            tokens.pop(0)
            right = factor(tokens)
            value = value and right
        return value

    def factor(tokens):
        token = tokens.pop(0) if tokens else ""
        if token == "(":
            value = parse(tokens)
            if tokens:
                tokens.pop(0)
            return value
        if tokens and tokens[0] == "WITH":
            tokens.pop(0)
            token += " WITH " + tokens.pop(0)
        return token in LICENCES

    return parse(re.findall(r"[()]|[^\s()]+", text))


def features(*arguments):
    """Every crate that `cargo tree` shows for these arguments, with the features it is compiled with."""
    command = ["cargo", "tree", "--locked", "--prefix", "none", "--format", "{p}\t{f}", *arguments]
    lines = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
    found = defaultdict(set)
    for line in lines:
        package, _, names = line.removesuffix(" (*)").partition("\t")
        found[" ".join(package.split()[:2])].add(names)
    return found


def feature_faults(packages):
    """Crates that building or testing one package would compile with other features than the workspace."""
    everything = features("--workspace", "--edges", "normal,build,dev")
    for package in packages:
        for edges in ["normal,build", "normal,build,dev"]:
            for crate, sets in features("--package", package, "--edges", edges).items():
                if package in WITHOUT_FORMATS and crate.split()[0] in FORMATS:
                    continue
                for other in sets - everything[crate]:
                    wanted = " or ".join(sorted(everything[crate])) or "none"
                    yield (
                        f"-p {package} compiles {crate} with features [{other}], the workspace with [{wanted}]: "
                        "name them in crates/armlab-features/Cargo.toml"
                    )


def main():
    command = ["cargo", "metadata", "--format-version", "1", "--locked", "--filter-platform", "x86_64-unknown-linux-gnu"]
    metadata = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    packages = {package["id"]: package for package in metadata["packages"]}
    used = [packages[node["id"]] for node in metadata["resolve"]["nodes"]]
    ours = set(metadata["workspace_members"])
    faults = []
    versions = defaultdict(set)
    for package in used:
        if package["id"] in ours:
            continue
        versions[package["name"]].add(package["version"])
        if not allowed(package["license"]):
            faults.append(f"{package['name']} {package['version']}: licence {package['license']!r} is not on the list")
    for name, found in sorted(versions.items()):
        if len(found) > 1 and name not in DUPLICATES:
            faults.append(f"{name} appears in versions {', '.join(sorted(found))}: settle on one or say why not")
    for name in sorted(set(DUPLICATES) - {name for name, found in versions.items() if len(found) > 1}):
        faults.append(f"{name} is listed as a duplicate but is not one: drop it from the list")
    faults += sorted(set(feature_faults(packages[member]["name"] for member in metadata["workspace_members"])))
    for fault in faults:
        print(f"dependency policy: {fault}", file=sys.stderr)
    if faults:
        sys.exit(1)
    print(f"dependency policy: {len(versions)} crates, all with a licence on the list, one version (but for {len(DUPLICATES)} named) and one set of features each")


if __name__ == "__main__":
    main()
