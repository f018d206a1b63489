import type { ReadSide } from '#platform/projection-running/read-side.js';
import type { FastifyInstance } from 'fastify';

/** How long a query waits for the views to have seen what its asker did last. */
const patience = 2_000;
const position = /^[\w.-]{1,64}$/;

/** Read your own write: a query that comes too early waits, and one that cannot wait says that it is behind. */
export function addAfterPosition(server: FastifyInstance, readSide: ReadSide): void {
  server.addHook('preHandler', ({ method, headers: { 'x-after-position': after }, routeOptions: { url = '' } }, reply, next) => {
    if (method !== 'GET' || !url.startsWith('/api/') || typeof after !== 'string' || !position.test(after)) return next();
    readSide.waitFor(after, patience).then((reached) => {
      if (!reached) void reply.header('X-Stale', 'true');
      next();
    }, next);
  });
}
