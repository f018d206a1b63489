import { canServe, inTime } from '#platform/process/parts-health.js';
import type { Health } from '#platform/projection-running/read-side.js';
import type { FastifyInstance } from 'fastify';
import type { Parts } from '../parts.js';

/** Further behind than this, a backend is not ready: what it answered would be old. */
const longestLagSeconds = 30;

/**
 * Whether the process lives, and whether it can be sent to people. What goes on without a part is no reason to send nobody:
 * then it is ready, and says what is down.
 */
export function addHealth(server: FastifyInstance, { readSide, jobs, down }: Pick<Parts, 'readSide' | 'jobs' | 'down'>): void {
  server.get('/healthz', async () => ({ status: 'alive' }));
  server.get('/readyz', async (_, reply) => {
    const [away, health] = await Promise.all([down(), inTime(readSide.health()).catch(() => undefined)]);
    const ready = canServe(away) && health !== undefined && isFresh(health);
    return reply
      .header('Cache-Control', 'no-store')
      .code(ready ? 200 : 503)
      .send({
        status: ready ? 'ready' : 'not ready',
        ...(Object.keys(away).length > 0 && { down: away }),
        ...(health && { views: viewsOf(health) }),
        ...(!('jobs' in away) && { jobs: await inTime(jobs.depth()).catch(() => undefined) }),
      });
  });
}

const isFresh = ({ role, lagSeconds, trouble }: Health): boolean =>
  (role === 'active' || role === 'standing by') && lagSeconds < longestLagSeconds && !trouble;

const viewsOf = ({ role, position, lagSeconds, parked, trouble }: Health) => ({
  ...{ role, position, lagSeconds },
  parked: parked.length,
  ...(trouble && { trouble: trouble.message }),
});
