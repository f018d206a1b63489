import { inTime } from '#platform/process/parts-health.js';
import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { commandDoor } from '../commands/commands.controller.js';
import { doorCommands } from '../commands/definitions.js';
import type { Admission } from '../http/admission.js';
import type { LiveGateway } from '../live/live.gateway.js';
import type { Deliveries } from '../messages/deliveries.js';
import type { Parts } from '../parts.js';

const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

/** What an operator watches, for Prometheus. Labels are names of ours, never what a person typed. */
export function addMetrics(
  server: FastifyInstance,
  { readSide, jobs, conflicts: counted }: Pick<Parts, 'readSide' | 'jobs' | 'conflicts'>,
  live: () => LiveGateway,
  deliveries: Deliveries,
  admission: Pick<Admission, 'shed'>,
): void {
  const registers = [new Registry()];
  const [registry] = registers;
  collectDefaultMetrics({ register: registry! });
  const commands = new Histogram({
    name: 'fieldtrace_command_seconds',
    help: 'How long commands took, by type and status of the answer',
    labelNames: ['type', 'status'],
    buckets,
    registers,
  });
  const requests = new Histogram({
    name: 'fieldtrace_request_seconds',
    help: 'How long requests took, by route',
    labelNames: ['method', 'route'],
    buckets,
    registers,
  });
  const conflicts = new Counter({
    name: 'fieldtrace_conflicts_total',
    help: 'How often a command was decided again because somebody else was faster',
    registers,
  });
  const turnedAway = new Counter({
    name: 'fieldtrace_turned_away_total',
    help: 'Requests that were told to come later because there was more to do than could be done in time',
    registers,
  });
  const gauge = (name: string, help: string) => new Gauge({ name: `fieldtrace_${name}`, help, registers });
  const lag = gauge('projection_lag_seconds', 'Age of the oldest event that is in no view yet');
  const parked = gauge('parked_streams', 'Streams that a projection cannot fold');
  const sockets = gauge('sockets', 'Open sockets');
  const queue = new Gauge({ name: 'fieldtrace_jobs', help: 'Jobs by state', labelNames: ['state'], registers });
  const messages = new Counter({
    name: 'fieldtrace_messages_total',
    help: 'What the service for messages has told this process of their delivery, by state',
    labelNames: ['state'],
    registers,
  });

  /** The line of each route, looked up once: labels are checked and written anew with each figure that names them. */
  const lines = new Map<string, Pick<Histogram.Internal<string>, 'observe'>>();
  const lineOf = (method: string, route: string) => {
    const name = `${method} ${route}`;
    const line = lines.get(name) ?? requests.labels({ method, route });
    lines.set(name, line);
    return line;
  };

  server.addHook('onResponse', (request, reply, next) => {
    const { url: route = 'unknown' } = request.routeOptions;
    const seconds = reply.elapsedTime / 1000;
    lineOf(request.method, route).observe(seconds);
    if (route === commandDoor) {
      const { name } = request.params as { readonly name: string };
      commands.observe({ type: doorCommands.has(name) ? name : 'unknown', status: reply.statusCode }, seconds);
    }
    next();
  });

  server.get('/metrics', async (_, reply) => {
    // What cannot be asked now keeps the figure it had: the rest is told nevertheless.
    const health = await inTime(readSide.health()).catch(() => undefined);
    if (health) lag.set(health.lagSeconds);
    if (health) parked.set(health.parked.length);
    sockets.set(live().count);
    conflicts.reset();
    conflicts.inc(counted());
    turnedAway.reset();
    turnedAway.inc(admission.shed);
    messages.reset();
    for (const [state, count] of deliveries.counts()) messages.inc({ state }, count);
    for (const [state, count] of Object.entries(await jobs.depth().catch(() => ({})))) queue.set({ state }, count);
    return reply.type(registry!.contentType).send(await registry!.metrics());
  });
}
