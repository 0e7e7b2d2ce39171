# The service as an image, without the embedded database: it wants DATABASE_URL. docs/operations.md#install says how it is run.
#
# What it stands on is given, with Node 22 or newer and npm on Debian, and by its digest: what was tried today is what is built in a
# year. Nothing is assumed, for a digest that is written down here would be an old one when you read it.
#   docker build --build-arg BASE=node:24-bookworm-slim@sha256:… --tag qist .
ARG BASE

FROM ${BASE} AS build
# A first process that hands on signals and buries orphans. Node as the first process is not told to end before it listens for that, and
# leaves what a cut-off health check has left. It needs no library of the system's.
RUN command -v tini-static || { apt-get update && apt-get install --yes --no-install-recommends tini; }

WORKDIR /build
COPY package.json package-lock.json .npmrc ./
# The compiler is among this, so none of it comes into the image. No package's script is run. The secret is for who has a mirror of npm's
# registry: docker build --secret id=npmrc,src=$HOME/.npmrc
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc npm ci --ignore-scripts

WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# What the service needs while it runs, in the versions of the lock file.
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc npm ci --omit=dev --omit=optional --ignore-scripts && rm .npmrc package-lock.json

WORKDIR /build
COPY . .
# As for the tarball: JavaScript in dist/, and a manifest that knows no scripts.
RUN npm run prepack && mv dist package.json CHANGELOG.md LICENSE ops/image/check-health.js /app/ \
  && mkdir /app/bin && ln --symbolic ../dist/bin/qist.js /app/bin/qist && chmod 0755 /app/dist/bin/qist.js \
  && mkdir --mode 0700 /data

FROM ${BASE}
LABEL org.opencontainers.image.title="Qist" \
      org.opencontainers.image.description="Buy now, pay later as a service: checkout, payments, notifications, disputes" \
      org.opencontainers.image.version="0.2.0" \
      org.opencontainers.image.licenses="Apache-2.0"
COPY --from=build /usr/bin/tini-static /sbin/tini
# Root's, and read by everybody: the service cannot change its own program.
COPY --from=build /app /app
# An empty volume takes over whose the folder is. A bind mount does not: chown it to 10001.
COPY --from=build --chown=10001:10001 /data /data
# Attachments, unless ATTACHMENTS_BUCKET names a bucket: then nothing is written, and `--read-only` needs no volume.
VOLUME /data
# A container's own 127.0.0.1 is reached by nobody.
ENV HOST=0.0.0.0 DATA_DIR=/data PATH=/app/bin:$PATH
EXPOSE 8080 8081
# A number, so that who runs it can see that it is not root's.
USER 10001:10001
# The database may be away for three seconds before /health says so.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "/app/check-health.js"]
ENTRYPOINT ["/sbin/tini", "--", "qist"]
# Other words are other commands: docker run … qist merchant list
CMD ["start"]
