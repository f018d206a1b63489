import type { FastifyInstance } from 'fastify';
import type { Parts } from '../parts.js';

/** Further behind than this, a backend is not ready: what it answered would be old. */
const longestLagSeconds = 30;

/** Whether the process lives, and whether it can be sent to people. */
export function addHealth(server: FastifyInstance, { readSide, jobs }: Pick<Parts, 'readSide' | 'jobs'>): void {
  server.get('/healthz', async () => ({ status: 'alive' }));
  server.get('/readyz', async (_, reply) => {
    const { role, lagSeconds, parked, trouble, position } = await readSide.health();
    const ready = (role === 'active' || role === 'standing by') && lagSeconds < longestLagSeconds && !trouble;
    return reply
      .header('Cache-Control', 'no-store')
      .code(ready ? 200 : 503)
      .send({
        status: ready ? 'ready' : 'not ready',
        views: { role, position, lagSeconds, parked: parked.length, ...(trouble && { trouble: trouble.message }) },
        jobs: await jobs.depth(),
      });
  });
}
