import type { ReadSide } from '#platform/projection-running/read-side.js';
import type { FastifyInstance } from 'fastify';

/** How long a query waits for the views to have seen what its asker did last. */
const patience = 2_000;
const position = /^[\w.-]{1,64}$/;

/** Read your own write: a query that comes too early waits, and one that cannot wait says that it is behind. */
export function addAfterPosition(server: FastifyInstance, readSide: ReadSide): void {
  server.addHook('preHandler', async ({ method, headers: { 'x-after-position': after }, routeOptions: { url = '' } }, reply) => {
    if (method !== 'GET' || !url.startsWith('/api/') || typeof after !== 'string' || !position.test(after)) return;
    if (!(await readSide.waitFor(after, patience))) void reply.header('X-Stale', 'true');
  });
}
