# The service as an image, without the embedded database: it needs DATABASE_URL. docs/operations.md#install shows how to
# run it.
#
# BASE names the base image: Debian with Node 22.18 or newer and npm. Name it by its digest, so that a later build has the
# same base. There is no default: a digest in this file would soon be old.
#   docker build --build-arg BASE=node:24-bookworm-slim@sha256:… --tag qist .
ARG BASE

FROM ${BASE} AS build
# tini is the first process: it forwards signals and collects orphans. Node as the first process would miss a signal
# before it listens, and would leave the children of an interrupted health check. tini-static needs no library of the
# system.
RUN command -v tini-static || { apt-get update && apt-get install --yes --no-install-recommends tini; }

WORKDIR /build
COPY package.json package-lock.json .npmrc ./
# No package's script runs. The secret is for a mirror of npm's registry:
# docker build --secret id=npmrc,src=$HOME/.npmrc
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc npm ci --ignore-scripts

COPY . .
# As for the tarball: JavaScript in dist/ with what it uses of its libraries, and a manifest without scripts.
RUN npm run prepack && mkdir --parents /app/bin && mv dist package.json CHANGELOG.md LICENSE ops/image/check-health.js /app/ \
  && ln --symbolic ../dist/bin/qist.js /app/bin/qist && chmod 0755 /app/dist/bin/qist.js \
  && mkdir --mode 0700 /data

FROM ${BASE}
LABEL org.opencontainers.image.title="Qist" \
      org.opencontainers.image.description="Buy now, pay later as a service: checkout, payments, notifications, disputes" \
      org.opencontainers.image.version="0.2.0" \
      org.opencontainers.image.licenses="Apache-2.0"
COPY --from=build /usr/bin/tini-static /sbin/tini
# Owned by root and readable for all users: the service cannot change its own program.
COPY --from=build /app /app
# An empty volume takes the folder's owner. A bind mount does not: chown it to 10001.
COPY --from=build --chown=10001:10001 /data /data
# Attachments. With ATTACHMENTS_BUCKET nothing is written here, and `--read-only` needs no volume.
VOLUME /data
# A container's own 127.0.0.1 is unreachable from outside.
ENV HOST=0.0.0.0 DATA_DIR=/data PATH=/app/bin:$PATH
EXPOSE 8080 8081
# A number, so that container platforms can check that it is not root.
USER 10001:10001
# /health reports a missing database after three seconds.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "/app/check-health.js"]
ENTRYPOINT ["/sbin/tini", "--", "qist"]
# Other commands: docker run … qist merchant list
CMD ["start"]
