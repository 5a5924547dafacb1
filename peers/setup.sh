#!/usr/bin/env bash
# Prepares what the comparisons with Pinocchio and SciPy need. Safe to run as often as you like; instant when nothing changed.
#
#   peers/setup.sh         Python environment in .venv with peers/requirements.txt
#   peers/setup.sh --cpp   also g++ and valgrind; prints the include flags of the C++ headers on stdout
#   peers/setup.sh --cvxpy also cvxpy and Clarabel, for the comparison of the semidefinite solver
#   peers/setup.sh --clarabel also Clarabel in Rust with BLAS, for the same, called directly
#   peers/setup.sh --filters also filterpy, for the comparison of the Kalman filters
#   peers/setup.sh --logs  also h5py, rosbags, MCAP, Arrow and Polars, for the comparison of log formats
#   peers/setup.sh --python also what the Python package is tested with: pytest, pandas, Polars, Arrow, notebooks
#   peers/setup.sh --ray   also Ray
#
# Exit 0 ready; 75 cannot be had here (no network, no rights), callers should skip; 1 something is wrong and should be looked at.
set -euo pipefail
cd "$(dirname "$0")/.."

venv=.venv
requirements=peers/requirements.txt
stamp=$venv/peers.stamp

# A skipped check must never look like a passed one, hence the banner.
skip() {
    {
        echo "======================================================================"
        echo "PINOCCHIO AND SCIPY CHECKS SKIPPED: $1"
        echo "======================================================================"
    } >&2
    exit 75
}

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}

# apt_install PACKAGE...: quiet, and a failure is only the return code.
apt_install() {
    command -v apt-get >/dev/null || return 1
    echo "installing $*" >&2
    as_root apt-get update -qq >&2 && as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$@" >&2
}

make_venv() {
    command -v python3 >/dev/null || skip "python3 is not installed"
    rm -rf "$venv"
    if ! python3 -m venv "$venv" >/dev/null 2>&1; then
        # Debian splits venv from python3
        apt_install python3-venv || skip "python3 has no venv module and it could not be installed"
        rm -rf "$venv"
        python3 -m venv "$venv" >&2
    fi
}

pip_quiet() {
    "$venv/bin/python" -m pip --quiet --disable-pip-version-check --retries 2 --timeout 20 "$@" >&2
}

imports() {
    "$venv/bin/python" -c 'import numpy, pinocchio, scipy'
}

install_python() {
    local wanted
    wanted=$(sha256sum <"$requirements")
    # the import catches an environment whose interpreter has been moved or replaced
    if [ "$(cat "$stamp" 2>/dev/null)" = "$wanted" ] && imports 2>/dev/null; then
        return
    fi
    rm -f "$stamp"
    "$venv/bin/python" -m pip --version >/dev/null 2>&1 || make_venv
    echo "installing $requirements into $venv" >&2
    # only wheels: building Pinocchio from source is not what a test run should start
    if ! pip_quiet install --only-binary :all: -r "$requirements"; then
        local probe
        probe=$(mktemp -d)
        if pip_quiet download --no-deps --dest "$probe" pip; then
            rm -rf "$probe"
            echo "setup.sh: the package index answers, but $requirements cannot be installed (messages above)" >&2
            exit 1
        fi
        rm -rf "$probe"
        skip "the Python package index cannot be reached"
    fi
    imports || { echo "setup.sh: installed, but Pinocchio or SciPy cannot be imported (message above)" >&2; exit 1; }
    echo "$wanted" >"$stamp"
}

install_cpp() {
    local missing=()
    command -v g++ >/dev/null || missing+=(g++)
    command -v valgrind >/dev/null || missing+=(valgrind)
    if [ ${#missing[@]} -gt 0 ]; then
        apt_install "${missing[@]}" || skip "missing and not installable: ${missing[*]}"
    fi
    # the wheels keep headers of all libraries in one prefix
    local include
    include=$(echo "$venv"/lib/python3*/site-packages/cmeel.prefix/include)
    for header in pinocchio/config.hpp boost/version.hpp eigen3/Eigen/Core; do
        [ -f "$include/$header" ] || { echo "setup.sh: $header is not in $include" >&2; exit 1; }
    done
    echo "-isystem $include -isystem $include/eigen3"
}

install_cvxpy() {
    local wanted="peers/requirements-cvxpy.txt"
    "$venv/bin/python" -c 'import cvxpy, clarabel' 2>/dev/null && return
    echo "installing $wanted into $venv" >&2
    pip_quiet install --only-binary :all: -r "$wanted" || skip "cvxpy cannot be installed"
}

install_clarabel() {
    if ! ldconfig -p | grep -q 'libopenblas\.so '; then
        apt_install libopenblas-dev || skip "OpenBLAS is missing and cannot be installed"
    fi
    cargo build --release --locked --manifest-path peers/clarabel/Cargo.toml >&2 || { echo "setup.sh: peers/clarabel does not compile" >&2; exit 1; }
}

install_filters() {
    local wanted="peers/requirements-filters.txt"
    "$venv/bin/python" -c 'import filterpy.kalman' 2>/dev/null && return
    echo "installing $wanted into $venv" >&2
    # without its own wishes: it plots with matplotlib, we do not
    pip_quiet install --no-deps --only-binary :all: -r "$wanted" || skip "filterpy cannot be installed"
}

install_logs() {
    local wanted="peers/requirements-logs.txt"
    "$venv/bin/python" -c 'import h5py, hdf5storage, rosbags, mcap_ros2, pyarrow, polars, zstandard, lz4' 2>/dev/null && return
    echo "installing $wanted into $venv" >&2
    pip_quiet install --only-binary :all: -r "$wanted" || skip "the tools that write logs cannot be installed"
}

install_package_tests() {
    local wanted="python/requirements-test.txt"
    "$venv/bin/python" -c 'import pytest, pandas, polars, pyarrow, nbclient, ipykernel' 2>/dev/null && return
    echo "installing $wanted into $venv" >&2
    pip_quiet install --only-binary :all: -r "$wanted" || skip "what the Python package is tested with cannot be installed"
}

install_ray() {
    "$venv/bin/python" -c 'import ray' 2>/dev/null && return
    echo "installing ray into $venv" >&2
    pip_quiet install --only-binary :all: 'ray>=2.9' || skip "Ray cannot be installed"
}

install_descriptions() {
    install_mujoco
    "$venv/bin/python" -c 'import xacro, yaml' 2>/dev/null && return
    echo "installing xacro into $venv" >&2
    pip_quiet install 'xacro==2.1.1' pyyaml || skip "xacro cannot be installed"
}

install_mujoco() {
    local wanted="peers/requirements-mujoco.txt"
    "$venv/bin/python" -c 'import mujoco' 2>/dev/null && return
    echo "installing $wanted into $venv" >&2
    pip_quiet install --only-binary :all: -r "$wanted" || skip "MuJoCo cannot be installed"
}

install_python
case "${1-}" in
    "") ;;
    --clarabel) install_clarabel ;;
    --cpp) install_cpp ;;
    --cvxpy) install_cvxpy ;;
    --filters) install_filters ;;
    --logs) install_logs ;;
    --descriptions) install_descriptions ;;
    --mujoco) install_mujoco ;;
    --python) install_package_tests ;;
    --ray) install_ray ;;
    *) echo "usage: peers/setup.sh [--clarabel|--cpp|--cvxpy|--descriptions|--filters|--logs|--mujoco|--python|--ray]" >&2; exit 2 ;;
esac
