#!/usr/bin/env bash
# Builds the Python wheel into dist/, from what `cargo build --release` has compiled.
#
# maturin is installed into target/maturin if need be. Exit 0 built; 75 it cannot be had here (no network), callers should
# skip; 1 something is wrong and should be looked at.
set -euo pipefail
cd "$(dirname "$0")/.."

venv=target/maturin
if ! "$venv/bin/maturin" --version >/dev/null 2>&1; then
    rm -rf "$venv"
    if ! python3 -m venv "$venv" >/dev/null 2>&1; then
        # Debian splits venv from python3
        as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi; }
        as_root apt-get install -y -qq python3-venv >&2 && rm -rf "$venv" && python3 -m venv "$venv" >&2 || {
            echo "THE WHEEL WAS NOT BUILT: python3 has no venv module and it could not be installed" >&2
            exit 75
        }
    fi
    if ! "$venv/bin/python" -m pip --quiet --disable-pip-version-check --retries 2 --timeout 20 install 'maturin>=1.8,<2' >&2; then
        rm -rf "$venv"
        echo "THE WHEEL WAS NOT BUILT: maturin cannot be installed from the Python package index" >&2
        exit 75
    fi
fi

mkdir -p dist
rm -f dist/armlab-*.whl
python3 tools/licences.py >target/LICENCES.txt
# One interpreter for all builds, so that nothing of pyo3 is compiled again because of another one.
"$venv/bin/maturin" build --release --locked --quiet --out dist --interpreter "$venv/bin/python" "$@"
ls dist/armlab-*.whl
