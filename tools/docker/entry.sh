#!/bin/sh
# The studio listens on the container's 127.0.0.1 only. With ARMLAB_PUBLISH=PORT it is also reachable through a published port,
# with its token as ever:
#   docker run --rm -it -e ARMLAB_PUBLISH=8080 -p 127.0.0.1:8080:8080 -v "$PWD:/work" armlab studio
set -eu
if [ "${1-}" = studio ] && [ -n "${ARMLAB_PUBLISH-}" ]; then
    address=$(hostname -i | cut -d' ' -f1)
    socat "TCP-LISTEN:$ARMLAB_PUBLISH,bind=$address,fork,reuseaddr" "TCP:127.0.0.1:$ARMLAB_PUBLISH" &
    shift
    exec armlab studio --no-open --port "$ARMLAB_PUBLISH" "$@"
fi
exec armlab "$@"
