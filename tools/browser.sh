#!/usr/bin/env bash
# Makes sure that there is a browser for browser tests: `browser.sh chromium` or `browser.sh firefox`; instant when there is one.
#
# Exit 0 ready; 75 cannot be had here (no network, no rights), callers should skip.
set -euo pipefail

case "${1:-chromium}" in
chromium) names=(chromium chromium-browser google-chrome chrome) packages=(chromium) ;;
# Firefox draws in 3D only on a screen, which Xvfb is.
firefox) names=(firefox-esr firefox) packages=(firefox-esr xvfb) ;;
*)
    echo "usage: browser.sh [chromium | firefox]" >&2
    exit 2
    ;;
esac

ready() {
    if [ "${packages[-1]}" = xvfb ] && ! command -v Xvfb >/dev/null; then return 1; fi
    for name in "${names[@]}"; do
        if command -v "$name" >/dev/null; then return 0; fi
    done
    return 1
}

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}

if ready; then exit 0; fi
echo "installing ${packages[*]}" >&2
if command -v apt-get >/dev/null &&
    as_root apt-get update -qq >&2 &&
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "${packages[@]}" >&2 &&
    ready; then
    exit 0
fi
# A skipped test must never look like a passed one, hence the banner.
{
    echo "======================================================================"
    echo "BROWSER TEST SKIPPED: there is no ${packages[*]}, and apt cannot install it"
    echo "======================================================================"
} >&2
exit 75
