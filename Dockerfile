# Image for all processes. A container's command says which process it runs.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc .gitignore ./
# Installs no test tools, like `npm start`.
RUN npm ci --workspaces=false --include=dev --no-audit --no-fund
COPY backend ./backend
COPY domain ./domain
COPY frontend ./frontend
COPY platform ./platform
COPY projections ./projections
COPY workers ./workers
# Shown in logs, metrics and /readyz: docker build --build-arg BUILD_COMMIT=$(git rev-parse --short=12 HEAD)
ARG BUILD_COMMIT=unknown
RUN node backend/scripts/build.mjs && npm prune --workspaces=false --omit=dev --no-audit --no-fund

FROM node:24.21.0-bookworm-slim
ARG BUILD_COMMIT=unknown
LABEL org.opencontainers.image.title="Fieldtrace" org.opencontainers.image.version="0.2.0" org.opencontainers.image.revision="$BUILD_COMMIT"
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
# The program belongs to root, so that the process cannot change it.
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/workers/pdf ./workers/pdf
RUN install -d -o node -g node -m 700 /data
USER node
VOLUME /data
EXPOSE 3000
# /healthz says whether the process lives; /readyz says whether it can serve requests.
HEALTHCHECK --interval=10s --timeout=3s --start-period=90s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/backend/src/all-in-one.js"]
