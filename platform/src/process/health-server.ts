import { once } from 'node:events';
import { type IncomingMessage, createServer } from 'node:http';
import { Gauge, Registry, collectDefaultMetrics } from 'prom-client';
import type { Config } from '../common/config/config.js';
import { mayReadMetrics } from './metrics-access.js';
import { type Running, listening } from './run-process.js';

type HealthOptions = {
  readonly readiness: () => Promise<{ readonly ready: boolean } & Readonly<Record<string, unknown>>>;
  readonly registry: Registry;
};

const json = 'application/json; charset=utf-8';

/**
 * The health of a process that serves no people, until it stops: `/healthz` whether it lives, `/readyz` whether it does its work and
 * what is in its way, `/metrics` for Prometheus.
 */
export async function serveHealth(running: Running, { port, host, metricsToken }: Config, { readiness, registry }: HealthOptions): Promise<Running> {
  const answerTo = async (request: IncomingMessage): Promise<readonly [status: number, type: string, body: string]> => {
    const path = request.method === 'GET' ? request.url : undefined;
    if (path === '/healthz') return [200, json, JSON.stringify({ status: 'alive' })];
    if (path === '/metrics' && mayReadMetrics(request, metricsToken)) return [200, registry.contentType, await registry.metrics()];
    if (path !== '/readyz') return [404, json, JSON.stringify({ status: 'There is nothing here.' })];
    const { ready, ...more } = await readiness();
    return [ready ? 200 : 503, json, JSON.stringify({ status: ready ? 'ready' : 'not ready', ...more })];
  };
  const limits = { headersTimeout: 10_000, requestTimeout: 15_000, connectionsCheckingInterval: 5_000 };
  const server = createServer(limits, (request, response) => {
    const failed = [503, json, JSON.stringify({ status: 'not ready' })] as const;
    void answerTo(request)
      .catch(() => failed)
      .then(([status, type, body]) => response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body));
  });
  await listening(running, () => once(server.listen(port, host), 'listening'), { port, host });
  return {
    async stop() {
      const closed = once(server.close(), 'close');
      server.closeAllConnections();
      await closed;
      await running.stop();
    },
  };
}

/** A gauge that is read when the metrics are, or one for each state; undefined keeps the value it had. */
type Figure = { readonly help: string; readonly value: () => Promise<number | Readonly<Record<string, number>> | undefined> };

/** The metrics of a process that serves no people, beside those of Node itself. */
export function metricsOf(figures: Readonly<Record<string, Figure>>): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const [name, figure] of Object.entries(figures))
    new Gauge({
      ...{ name: `fieldtrace_${name}`, help: figure.help, registers: [registry] },
      labelNames: ['state'],
      async collect() {
        const now = await figure.value();
        if (typeof now === 'number') this.set(now);
        else for (const [state, count] of Object.entries(now ?? {})) this.set({ state }, count);
      },
    });
  return registry;
}
