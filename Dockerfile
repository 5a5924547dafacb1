# docker build -t armlab . && docker run --rm -v "$PWD:/work" armlab identify arm.urdf --log run.csv --out out
#
# The studio is published only if told, and wants its token as ever:
#   docker run --rm -it -e ARMLAB_PUBLISH=8080 -p 127.0.0.1:8080:8080 -v "$PWD:/work" armlab studio
FROM node:22-bookworm-slim AS page
WORKDIR /source/web
COPY web/package.json web/package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY web .
RUN npm run build

FROM rust:1.89-bookworm AS build
WORKDIR /source
COPY Cargo.toml Cargo.lock rustfmt.toml README.md ./
COPY crates crates
COPY tests tests
COPY --from=page /source/web/dist web/dist
RUN cargo build --release --locked -p armlab-cli

FROM debian:bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends socat && rm -rf /var/lib/apt/lists/* \
    && useradd --create-home armlab
COPY --from=build /source/target/release/armlab /usr/local/bin/armlab
COPY tools/docker/entry.sh /usr/local/bin/armlab-entry
COPY LICENSE-MIT LICENSE-APACHE /usr/share/doc/armlab/
USER armlab
WORKDIR /work
ENTRYPOINT ["armlab-entry"]
CMD ["--help"]
