import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';
import type { Config } from '../common/config/config.js';
import { mayReadMetrics } from './metrics-access.js';
import { type Running, listening } from './run-process.js';

export type Readiness = { readonly ready: boolean } & Readonly<Record<string, unknown>>;
export type HealthServer = { readonly port: number; close(): Promise<void> };

/**
 * How a process is that faces no people: `/healthz` whether it lives, `/readyz` whether it does its work and what is in its
 * way, `/metrics` for Prometheus. Nobody else asks, so there is no framework here.
 */
export async function listenForHealth({
  port,
  host,
  readiness,
  registry,
  metricsToken,
}: {
  readonly port: number;
  readonly host: string;
  readonly readiness: () => Promise<Readiness>;
  readonly registry: Registry;
  /** See `mayReadMetrics`. */
  readonly metricsToken: string | undefined;
}): Promise<HealthServer> {
  const answers: Readonly<Record<string, () => Promise<readonly [status: number, type: string, body: string]>>> = {
    '/healthz': async () => [200, json, JSON.stringify({ status: 'alive' })],
    '/readyz': async () => {
      const { ready, ...more } = await readiness();
      return [ready ? 200 : 503, json, JSON.stringify({ status: ready ? 'ready' : 'not ready', ...more })];
    },
    '/metrics': async () => [200, registry.contentType, await registry.metrics()],
  };
  const server = createServer({ headersTimeout: 10_000, requestTimeout: 15_000, connectionsCheckingInterval: 5_000 }, (request, response) => {
    const answer = request.method === 'GET' ? answers[request.url ?? ''] : undefined;
    const send = (status: number, type: string, body: string) =>
      response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body);
    if (!answer || (request.url === '/metrics' && !mayReadMetrics(request, metricsToken)))
      return void send(404, json, JSON.stringify({ status: 'There is nothing here.' }));
    answer().then(
      (told) => send(...told),
      () => send(503, json, JSON.stringify({ status: 'not ready' })),
    );
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** Serves the health of what runs until that stops. */
export async function serveHealth(
  running: Running,
  config: Config,
  about: Pick<Parameters<typeof listenForHealth>[0], 'readiness' | 'registry'>,
): Promise<Running> {
  try {
    const server = await listening(() => listenForHealth({ ...config, ...about }), config);
    return {
      async stop() {
        await server.close();
        await running.stop();
      },
    };
  } catch (error) {
    await running.stop();
    throw error;
  }
}

const json = 'application/json; charset=utf-8';
