import { composeBackend } from '#backend/composition.js';
import { ReadSide } from '#platform/live/read-side.js';
import { listenOrStop } from '#platform/process/run-process.js';
import { readConfig } from '#platform/common/config/config.js';
import type { Health } from '#platform/read-side/projections/projection-host.js';
import { combineHealth } from '#platform/read-side/projections/projection-hosts.js';
import { folders } from '#platform/testing/folders.js';
import { composeProjections } from '#projections/compose-projections.js';
import { composeWorkers } from '#workers/compose-workers.js';
import { expect, jest, test } from '@jest/globals';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { until } from './acceptance/product/until.js';

const folder = folders();

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}

const processes = {
  projections: composeProjections,
  workers: composeWorkers,
  async backend(config: Parameters<typeof composeWorkers>[0]) {
    const { app, stop } = await composeBackend(config);
    await listenOrStop({ stop }, () => app.listen(config.port, config.host), config);
    return { stop };
  },
};

test.each([
  ['projections', 200, ['projection_lag_seconds', 'parked_streams', 'projecting']],
  ['workers', 200, ['reactors_standing', 'parked_effects', 'jobs']],
  // The views are not projected yet.
  ['backend', 503, ['projection_lag_seconds', 'reactors_standing', 'jobs', 'sockets']],
] as const)('%s serve health and metrics', async (name, readyStatus, gauges) => {
  const port = await findFreePort();
  const env = { DATA_DIR: folder(), PORT: String(port), LOG_LEVEL: 'silent' };
  const { stop } = await processes[name](readConfig(env));
  try {
    const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
    expect(await (await get('/healthz')).json()).toEqual({ status: 'alive' });
    const readiness = await until(async () => {
      const answer = await get('/readyz');
      return answer.status === readyStatus && answer;
    });
    expect(readiness.headers.get('cache-control')).toBe('no-store');
    expect(await readiness.json()).toMatchObject({
      status: readyStatus === 200 ? 'ready' : 'not ready',
    });
    const metrics = await (await get('/metrics')).text();
    for (const gauge of gauges) expect(metrics).toMatch(new RegExp(`^fieldtrace_${gauge}`, 'm'));
    const proxiedAnswer = await fetch(`http://127.0.0.1:${port}/metrics`, {
      headers: { 'x-forwarded-for': '203.0.113.1' },
    });
    expect(proxiedAnswer.status).toBe(403);
  } finally {
    await stop();
  }
});

const laneHealth = (lagSeconds: number, role: Health['role'] = 'standing by'): Health => ({
  position: '',
  parked: [],
  trouble: undefined,
  lagSeconds,
  role,
});

test('a backend is ready while the lane of accounts and one of organizations are fresh', async () => {
  const port = await findFreePort();
  const env = { DATA_DIR: folder(), PORT: String(port), LOG_LEVEL: 'silent' };
  const config = readConfig(env);
  const { app, stop } = await composeBackend(config);
  await listenOrStop({ stop }, () => app.listen(config.port, config.host), config);
  const healthSpy = jest.spyOn(app.get(ReadSide, { strict: false }), 'checkHealth');
  const requestStatus = async (...lanes: readonly Health[]) => {
    healthSpy.mockResolvedValue(combineHealth(lanes));
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).status;
  };
  try {
    expect(await requestStatus(laneHealth(0), laneHealth(3_600), laneHealth(0))).toBe(200);
    expect(
      await requestStatus(
        laneHealth(0),
        { ...laneHealth(0), trouble: new Error('') },
        laneHealth(0),
      ),
    ).toBe(200);
    expect(await requestStatus(laneHealth(3_600), laneHealth(0), laneHealth(0))).toBe(503);
    expect(await requestStatus(laneHealth(0), laneHealth(3_600), laneHealth(3_600))).toBe(503);
    expect(await requestStatus(laneHealth(0), laneHealth(0, 'rebuilding'), laneHealth(0))).toBe(
      503,
    );
    expect(await requestStatus(laneHealth(3_600))).toBe(503);
  } finally {
    await stop();
  }
});
