#!/bin/sh
# Stands before rustc: adds libFuzzer's coverage to the crates that fuzz/Cargo.toml compiles with overflow checks.
rustc=$1
shift
case "$*" in
*build_script*) exec "$rustc" "$@" ;;
*overflow-checks=on*)
    exec "$rustc" "$@" --cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
        -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
        -Cllvm-args=-sanitizer-coverage-trace-compares
    ;;
*) exec "$rustc" "$@" ;;
esac
