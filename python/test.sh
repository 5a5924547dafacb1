#!/usr/bin/env bash
# Tests the Python package.
#
#   python/test.sh            builds the wheel, installs it into a fresh environment and tries it there; then runs the tests beside
#                             Pinocchio, pandas, Polars, Arrow and Ray in .venv
#   python/test.sh --all      with all notebooks and the long run on Ray
#   python/test.sh --install  only builds the wheel and installs it into .venv
#
# What cannot be installed is skipped with a banner.
set -euo pipefail
cd "$(dirname "$0")/.."

skipped() {
    echo "make test: $1 (see above)" >&2
}

tools/wheel.sh || { [ $? -eq 75 ] && skipped "THE PYTHON PACKAGE WAS NOT TESTED" && exit 0; exit 1; }
wheel=$(ls dist/armlab-*.whl)

if [ "${1-}" != --install ]; then
    # As somebody without Rust installs it.
    fresh=target/fresh-venv
    rm -rf "$fresh"
    python3 -m venv "$fresh"
    if "$fresh/bin/python" -m pip --quiet --disable-pip-version-check --retries 2 --timeout 20 install "$wheel" pytest; then
        env -u PYTHONPATH PATH="$PWD/$fresh/bin:/usr/bin:/bin" "$fresh/bin/python" -m pytest -q -p no:cacheprovider python/tests/fresh.py
    else
        skipped "THE WHEEL WAS NOT TRIED IN A FRESH ENVIRONMENT: NUMPY CANNOT BE INSTALLED"
    fi
fi

if peers/setup.sh --python; then
    .venv/bin/python -m pip --quiet --disable-pip-version-check install --force-reinstall --no-deps "$wheel"
elif [ $? -eq 75 ]; then
    skipped "THE PYTHON PACKAGE WAS NOT TESTED"
    exit 0
else
    exit 1
fi
[ "${1-}" = --install ] && exit 0
peers/setup.sh --ray || { [ $? -eq 75 ] && skipped "THE FLEET WAS NOT TRIED ON RAY"; }
[ "${1-}" = --all ] && export ARMLAB_TEST_ALL=1
.venv/bin/python -m pytest -q -p no:cacheprovider --durations=5 python/tests
