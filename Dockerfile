# The base image of both stages, of the version of Node and the system that README.md#start names. A release names the
# image by digest, so that a build can be repeated: docs/packages.md#container-images.
ARG NODE_IMAGE=node:24-trixie-slim

# Build stage: installs all packages, builds, and keeps the packages that the server needs.
FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev --no-audit --no-fund
# Another build of uWebSockets.js, such as github:uNetworking/uWebSockets.js#<tag>; see docs/decisions/http-library.md.
ARG UWS=""
RUN if [ -n "$UWS" ]; then apt-get update && apt-get install -y --no-install-recommends git ca-certificates && npm install --no-save --no-audit --no-fund "uWebSockets.js@$UWS"; fi
COPY src ./src
COPY examples ./examples
COPY scripts/setup ./scripts/setup
COPY assets ./assets
COPY console ./console
RUN node scripts/setup/transpile.mjs && node scripts/setup/bundle.mjs && node scripts/setup/describe.mjs && node scripts/setup/sbom.mjs && node_modules/.bin/vite build console && if [ -z "$UWS" ]; then npm prune --omit=dev --no-audit --no-fund; fi
# The two builds of uWebSockets.js have 70 binaries for other platforms and versions of Node, 370 MB; the server loads one.
# TypeScript is a peer of a package that uses only its types, so npm does not prune it.
RUN find node_modules/uWebSockets.js node_modules/uwebsockets -name 'uws_*.node' ! -name "uws_$(node -p '`${process.platform}_${process.arch}_${process.versions.modules}`').node" -delete && rm -rf node_modules/typescript

# Run stage: without the compiler and the scripts, and not as root. Redis runs in another container; REDIS_URL names it.
FROM ${NODE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 BEHIND_TLS_PROXY=true
WORKDIR /app
COPY --from=build --chown=root:root /app/node_modules ./node_modules
COPY --from=build --chown=root:root /app/dist ./dist
COPY package.json LICENSE ./
COPY bin ./bin
COPY lua ./lua
COPY assets ./assets
COPY docs ./docs
COPY examples ./examples
USER node
EXPOSE 8080
# The certificate is for the public host name, not for the address inside the container.
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "require(process.env.TLS_CERT_FILE ? 'https' : 'http').get({ host: '127.0.0.1', port: process.env.PORT, path: '/readyz', rejectUnauthorized: false }, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]
CMD ["node", "--initial-old-space-size=256", "--no-allocation-site-pretenuring", "bin/quayside.mjs", "start"]
