# One image for everything of ours: the API (which also serves wallet and desk), the worker and the migrations. What runs is the command.
# docs/running.md says how they go together.
FROM node:24-bookworm-slim AS build
WORKDIR /kapao
COPY . .
RUN npm ci --no-audit --no-fund
# The region and the gift links' secret, which has to be the server's own, are part of the wallet's files.
ARG KAPAO_REGION=th
ARG VITE_KAPAO_TRUELINK_SECRET
ENV NODE_ENV=production KAPAO_REGION=$KAPAO_REGION VITE_KAPAO_TRUELINK_SECRET=$VITE_KAPAO_TRUELINK_SECRET
RUN node node_modules/vite/bin/vite.js build apps/wallet --outDir /pages/wallet --emptyOutDir --logLevel warn \
 && node node_modules/vite/bin/vite.js build apps/desk --outDir /pages/desk --emptyOutDir --logLevel warn

FROM node:24-bookworm-slim AS packages
WORKDIR /kapao
COPY . .
RUN npm ci --omit=dev --workspace @kapao/api --no-audit --no-fund

FROM node:24-bookworm-slim
WORKDIR /kapao
ARG KAPAO_REGION=th
ENV NODE_ENV=production KAPAO_MODE=production KAPAO_REGION=$KAPAO_REGION PORT=8080 \
    KAPAO_DATA=/data KAPAO_WALLET_FOLDER=/pages/wallet KAPAO_DESK_FOLDER=/pages/desk
COPY --from=packages /kapao/package.json ./
COPY --from=packages /kapao/node_modules node_modules
COPY --from=packages /kapao/packages packages
COPY --from=packages /kapao/apps/api apps/api
COPY --from=build /pages /pages
RUN mkdir /data compiled && chown node:node /data compiled
USER node
# Each ends at once, since it is told no database. By then all that it is made of has been compiled, which no start has to do again.
ENV NODE_COMPILE_CACHE=/kapao/compiled
# Of what lives for one call: without it Node lets that grow by tens of megabytes, which an idle process goes on holding.
ENV NODE_OPTIONS=--max-semi-space-size=8
RUN for entry in main-api main-worker main-migrate; do ! node apps/api/src/$entry.ts || exit 1; done
EXPOSE 8080
# SIGTERM ends a process properly; sixty seconds are for the calls that are under way.
STOPSIGNAL SIGTERM
CMD ["node", "apps/api/src/main-api.ts"]
