import { CommandHandling } from '#platform/write-side/write-side.js';
import { JobQueue } from '#platform/jobs/job-queue/job-queue.js';
import { answerInTime } from '#platform/process/parts-health.js';
import { ReadSide } from '#platform/live/read-side.js';
import { ReactorsHealth } from '#platform/jobs/reactors/reactors-health.js';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { commandEndpoint } from '../api/commands/commands.controller.js';
import { publicCommands } from '../api/commands/definitions.js';
import { LoadShedder } from '../http/load/load-shedding.js';
import { LiveGateway } from '../api/live/live.gateway.js';
import { Deliveries } from './deliveries.js';

const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

/** Prometheus metrics. Labels are names from the code, never text that a person typed. */
@Injectable()
export class Metrics {
  private readonly registry = new Registry();
  private readonly registers = [this.registry];
  private readonly commands = new Histogram({
    name: 'fieldtrace_command_seconds',
    help: 'How long commands took, by type and status of the answer',
    labelNames: ['type', 'status'],
    buckets,
    registers: this.registers,
  });
  private readonly requests = new Histogram({
    name: 'fieldtrace_request_seconds',
    help: 'How long requests took, by route',
    labelNames: ['method', 'route'],
    buckets,
    registers: this.registers,
  });
  private readonly conflicts = new Counter({
    name: 'fieldtrace_conflicts_total',
    help: 'How often a command was decided again because of a conflict',
    registers: this.registers,
  });
  private readonly turnedAway = new Counter({
    name: 'fieldtrace_turned_away_total',
    help: 'Requests that were refused because there was more to do than could be done in time',
    registers: this.registers,
  });
  private readonly crashes = new Counter({
    name: 'fieldtrace_crashes_total',
    help: 'Crashes of screens that browsers have reported to this process',
    registers: this.registers,
  });
  private readonly lag = this.gauge(
    'projection_lag_seconds',
    'Age of the oldest event that is in no view yet',
  );
  private readonly parked = this.gauge('parked_streams', 'Streams that a projection cannot fold');
  private readonly reactorsStanding = this.gauge('reactors_standing', 'Reactors that stand still');
  private readonly parkedEffects = this.gauge(
    'parked_effects',
    'Events whose effects failed and are tried again apart',
  );
  private readonly sockets = this.gauge('sockets', 'Open sockets');
  private readonly queue = new Gauge({
    name: 'fieldtrace_jobs',
    help: 'Jobs by state',
    labelNames: ['state'],
    registers: this.registers,
  });
  private readonly messages = new Counter({
    name: 'fieldtrace_messages_total',
    help: 'Deliveries that the service for messages has reported to this process, by state',
    labelNames: ['state'],
    registers: this.registers,
  });
  /**
   * Histogram child of each route, looked up once, because labels are validated at each look-up.
   */
  private readonly lines = new Map<string, Pick<Histogram.Internal<string>, 'observe'>>();

  constructor(
    private readonly readSide: ReadSide,
    private readonly jobs: JobQueue,
    private readonly reactors: ReactorsHealth,
    private readonly commandHandling: CommandHandling,
    private readonly live: LiveGateway,
    private readonly deliveries: Deliveries,
    private readonly shedder: LoadShedder,
  ) {
    collectDefaultMetrics({ register: this.registry });
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  answered(method: string, route: string, seconds: number): void {
    const name = `${method} ${route}`;
    const line = this.lines.get(name) ?? this.requests.labels({ method, route });
    this.lines.set(name, line);
    line.observe(seconds);
  }

  commandAnswered(name: string, status: number, seconds: number): void {
    this.commands.observe({ type: publicCommands.has(name) ? name : 'unknown', status }, seconds);
  }

  crashed(): void {
    this.crashes.inc();
  }

  /** Metrics as text. A part that does not answer keeps its last value. */
  async text(): Promise<string> {
    const health = await answerInTime(this.readSide.health());
    if (health) this.lag.set(health.lagSeconds);
    if (health) this.parked.set(health.parked.length);
    this.reactorsStanding.set(this.reactors.standing.size);
    this.parkedEffects.set(this.reactors.parkedCount);
    this.sockets.set(this.live.count);
    this.conflicts.reset();
    this.conflicts.inc(this.commandHandling.conflicts());
    this.turnedAway.reset();
    this.turnedAway.inc(this.shedder.rejectedCount);
    this.messages.reset();
    for (const [state, count] of this.deliveries.counts()) this.messages.inc({ state }, count);
    for (const [state, count] of Object.entries(await this.jobs.depth().catch(() => ({}))))
      this.queue.set({ state }, count);
    return this.registry.metrics();
  }

  private gauge(name: string, help: string): Gauge {
    return new Gauge({ name: `fieldtrace_${name}`, help, registers: this.registers });
  }
}

/** Records the duration of a request, also of one that no controller answered. */
export function recordDuration(
  metrics: Metrics,
  request: FastifyRequest,
  { elapsedTime, statusCode }: FastifyReply,
): void {
  const { url: route = 'unknown' } = request.routeOptions;
  const seconds = elapsedTime / 1000;
  metrics.answered(request.method, route, seconds);
  if (route === commandEndpoint) {
    const { name } = request.params as { readonly name: string };
    metrics.commandAnswered(name, statusCode, seconds);
  }
}
