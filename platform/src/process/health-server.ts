import { fastify } from 'fastify';
import { Gauge, Registry, collectDefaultMetrics } from 'prom-client';
import type { Config } from '../common/config/config.js';
import { mayReadMetrics } from './metrics-access.js';
import { type Running, listenOrStop } from './run-process.js';

type HealthOptions = {
  readonly readiness: () => Promise<
    { readonly ready: boolean } & Readonly<Record<string, unknown>>
  >;
  readonly registry: Registry;
};

/**
 * Health endpoints of a process without people: `/healthz` (alive), `/readyz` (does its work, or
 * why not), `/metrics` for Prometheus.
 */
export async function serveHealth(
  running: Running,
  { port, host, metricsToken }: Config,
  { readiness, registry }: HealthOptions,
): Promise<Running> {
  const server = fastify({
    ...{ forceCloseConnections: true, requestTimeout: 15_000 },
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 5_000 },
  });
  server.addHook('onRequest', async (_, reply) => void reply.header('Cache-Control', 'no-store'));
  server.setErrorHandler((_, __, reply) => reply.code(503).send({ status: 'not ready' }));
  server.setNotFoundHandler((_, reply) =>
    reply.code(404).send({ status: 'There is nothing here.' }),
  );
  server.get('/healthz', async () => ({ status: 'alive' }));
  server.get('/readyz', async (_, reply) => {
    const { ready, ...more } = await readiness();
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', ...more });
  });
  server.get('/metrics', async ({ raw }, reply) => {
    if (!mayReadMetrics(raw, metricsToken)) return reply.callNotFound();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
  await listenOrStop(running, () => server.listen({ port, host }), { port, host });
  return { stop: () => server.close().then(() => running.stop()) };
}

/** Gauge read at each scrape, or one per state; `undefined` keeps the last value. */
type GaugeDefinition = {
  readonly help: string;
  readonly value: () => Promise<number | Readonly<Record<string, number>> | undefined>;
};

/** Metrics of a process without people, besides those of Node. */
export function createRegistry(figures: Readonly<Record<string, GaugeDefinition>>): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const [name, figure] of Object.entries(figures))
    new Gauge({
      ...{ name: `fieldtrace_${name}`, help: figure.help, registers: [registry] },
      labelNames: ['state'],
      async collect() {
        const reading = await figure.value();
        if (typeof reading === 'number') this.set(reading);
        else for (const [state, count] of Object.entries(reading ?? {})) this.set({ state }, count);
      },
    });
  return registry;
}
