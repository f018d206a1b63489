import { CommandHandling } from '#platform/write-side/write-side.js';
import { MetricsRegistry } from '#platform/process/metrics-registry.js';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Counter, Histogram } from 'prom-client';
import { commandEndpoint, commandName } from '../http/command-name.js';
import { LoadShedder } from '../http/load/load-shedding.js';
import { Deliveries } from './deliveries.js';

const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

/** Limit of organizations with labels of their own, so that a scrape stays cheap. */
const MAX_COUNTED_ORGANIZATIONS = 1_000;

/** Metrics of a backend. Labels are names from the code and ids, never text that a person typed. */
@Injectable()
export class Metrics {
  private readonly commands: Histogram;
  private readonly requests: Histogram;
  private readonly crashes: Counter;
  private readonly organizations: Counter;
  private readonly countedOrganizations = new Set<string>();
  /**
   * Histogram child of each route and status, looked up once, because labels are validated at each
   * look-up.
   */
  private readonly histogramsByAnswer = new Map<
    string,
    Pick<Histogram.Internal<string>, 'observe'>
  >();

  constructor(
    registry: MetricsRegistry,
    commandHandling: CommandHandling,
    deliveries: Deliveries,
    shedder: LoadShedder,
  ) {
    const registers = [registry];
    this.commands = new Histogram({
      name: 'fieldtrace_command_seconds',
      help: 'How long commands took, by type and status of the answer',
      labelNames: ['type', 'status'],
      buckets,
      registers,
    });
    this.requests = new Histogram({
      name: 'fieldtrace_request_seconds',
      help: 'How long requests took, by route and status of the answer',
      labelNames: ['method', 'route', 'status'],
      buckets,
      registers,
    });
    this.crashes = new Counter({
      name: 'fieldtrace_crashes_total',
      help: 'Crashes of screens that browsers have reported to this process',
      registers,
    });
    this.organizations = new Counter({
      name: 'fieldtrace_organization_answers_total',
      help: 'Answers by organization and class of status, such as 5xx',
      labelNames: ['organization', 'status'],
      registers,
    });
    new Counter({
      name: 'fieldtrace_conflicts_total',
      help: 'How often a command was decided again because of a conflict',
      registers,
      collect() {
        this.reset();
        this.inc(commandHandling.conflicts());
      },
    });
    new Counter({
      name: 'fieldtrace_turned_away_total',
      help: 'Requests that were refused because there was more to do than could be done in time',
      registers,
      collect() {
        this.reset();
        this.inc(shedder.rejectedCount);
      },
    });
    new Counter({
      name: 'fieldtrace_messages_total',
      help: 'Deliveries that the service for messages has reported to this process, by state',
      labelNames: ['state'],
      registers,
      collect() {
        this.reset();
        for (const [state, count] of deliveries.counts()) this.inc({ state }, count);
      },
    });
  }

  recordAnswer(method: string, route: string, status: number, seconds: number): void {
    const name = `${method} ${route} ${status}`;
    const histogram =
      this.histogramsByAnswer.get(name) ?? this.requests.labels({ method, route, status });
    this.histogramsByAnswer.set(name, histogram);
    histogram.observe(seconds);
  }

  recordCommandAnswer(type: string, status: number, seconds: number): void {
    this.commands.observe({ type, status }, seconds);
  }

  /** Counts an answer to a member; organizations beyond the thousandth are counted together. */
  countOrganizationAnswer(id: string, status: number): void {
    if (this.countedOrganizations.size < MAX_COUNTED_ORGANIZATIONS)
      this.countedOrganizations.add(id);
    const organization = this.countedOrganizations.has(id) ? id : 'others';
    this.organizations.inc({ organization, status: `${Math.floor(status / 100)}xx` });
  }

  countCrash(): void {
    this.crashes.inc();
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
  metrics.recordAnswer(request.method, route, statusCode, seconds);
  const organization = request.caller?.membership?.organization.id;
  if (organization) metrics.countOrganizationAnswer(organization, statusCode);
  if (route === commandEndpoint)
    metrics.recordCommandAnswer(commandName(request) ?? 'unknown', statusCode, seconds);
}
