#!/usr/bin/env bash
# The documents as a site in target/book, and the pages of the Rust API beside them in target/book/api. Needs mdBook:
#   cargo install mdbook --locked
set -euo pipefail
cd "$(dirname "$0")/.."
command -v mdbook >/dev/null || {
    echo "mdBook is not installed; cargo install mdbook --locked" >&2
    exit 1
}
mdbook build
cargo doc --release --locked --workspace --no-deps --quiet
rm -rf target/book/api
cp -r target/doc target/book/api
echo "target/book/index.html"
