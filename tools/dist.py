#!/usr/bin/env python3
"""Packs the program for other machines: dist/armlab-VERSION-TARGET.tar.gz, and its checksum beside it.

Inside: program, manual pages, completions, licences of everything that is linked. Expects target/release/armlab. Equal
content makes equal archives.
"""

import gzip
import hashlib
import io
import os
import re
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

REPO = Path(__file__).resolve().parent.parent
PROGRAM = REPO / "target" / "release" / "armlab"
SHELLS = ("bash", "zsh", "fish")


def said(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, cwd=REPO).stdout


def contents():
    """Paths in the archive and what stands there."""
    yield "bin/armlab", PROGRAM.read_bytes()
    with tempfile.TemporaryDirectory() as folder:
        said(PROGRAM, "man", "--out", folder)
        for page in sorted(Path(folder).iterdir()):
            yield f"share/man/man1/{page.name}", page.read_bytes()
    for shell in SHELLS:
        yield f"share/completions/armlab.{shell}", said(PROGRAM, "completions", shell)
    for name in ("README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"):
        yield name, (REPO / name).read_bytes()
    yield "LICENCES.txt", said(sys.executable, "tools/licences.py")


def main():
    version = said(PROGRAM, "--version").decode().split()[1]
    target = re.search(r"^host: (.+)$", said("rustc", "-vV").decode(), re.M).group(1)
    name = f"armlab-{version}-{target}"
    when = int(os.environ.get("SOURCE_DATE_EPOCH", "0"))
    packed = io.BytesIO()
    with gzip.GzipFile(fileobj=packed, mode="wb", compresslevel=9, mtime=when) as zipped:
        with tarfile.open(fileobj=zipped, mode="w") as archive:
            for path, data in contents():
                entry = tarfile.TarInfo(f"{name}/{path}")
                entry.size, entry.mtime = len(data), when
                entry.mode = 0o755 if path.startswith("bin/") else 0o644
                archive.addfile(entry, io.BytesIO(data))
    folder = REPO / "dist"
    folder.mkdir(exist_ok=True)
    data = packed.getvalue()
    (folder / f"{name}.tar.gz").write_bytes(data)
    (folder / f"{name}.tar.gz.sha256").write_text(f"{hashlib.sha256(data).hexdigest()}  {name}.tar.gz\n")
    print(f"dist/{name}.tar.gz: {len(data) / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
