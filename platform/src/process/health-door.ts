import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';

export type Readiness = { readonly ready: boolean } & Readonly<Record<string, unknown>>;
export type Door = { readonly port: number; close(): Promise<void> };

/**
 * How a process is that faces no people: `/healthz` whether it lives, `/readyz` whether it does its work and what is in its
 * way, `/metrics` for Prometheus. Nobody else asks, so there is no framework here.
 */
export async function openHealthDoor({
  port,
  host,
  readiness,
  registry,
}: {
  readonly port: number;
  readonly host: string;
  readonly readiness: () => Promise<Readiness>;
  readonly registry: Registry;
}): Promise<Door> {
  const answers: Readonly<Record<string, () => Promise<readonly [status: number, type: string, body: string]>>> = {
    '/healthz': async () => [200, json, JSON.stringify({ status: 'alive' })],
    '/readyz': async () => {
      const { ready, ...more } = await readiness();
      return [ready ? 200 : 503, json, JSON.stringify({ status: ready ? 'ready' : 'not ready', ...more })];
    },
    '/metrics': async () => [200, registry.contentType, await registry.metrics()],
  };
  const server = createServer((request, response) => {
    const answer = request.method === 'GET' ? answers[request.url ?? ''] : undefined;
    const send = (status: number, type: string, body: string) =>
      response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body);
    if (!answer) return void send(404, json, JSON.stringify({ status: 'There is nothing here.' }));
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

const json = 'application/json; charset=utf-8';
