import {
  type CanActivate,
  Controller,
  type DynamicModule,
  type ExecutionContext,
  ForbiddenException,
  Get,
  Header,
  Inject,
  Injectable,
  Module,
  type ModuleMetadata,
  Optional,
  Res,
  UseGuards,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { findOrganizationOfStream } from '../event-log/subject.js';
import { Config } from '../common/config/config.js';
import { JobQueue } from '../jobs/job-queue/job-queue.js';
import { ReactorsHealth } from '../jobs/reactors/reactors-health.js';
import type { Health } from '../read-side/projections/projection-host.js';
import { build } from './build.js';
import { mayReadMetrics } from './metrics-access.js';
import { MetricsRegistry } from './metrics-registry.js';
import { type Outages, PartsHealth, answerInTime, canServe } from './parts-health.js';

type HealthOptions = Pick<ModuleMetadata, 'imports'> & {
  /** Provider that knows the health of the views, in processes that read or project them. */
  readonly views?: abstract new (...parameters: never[]) => { checkHealth(): Promise<Health> };
  /** Whether the process can do its work; asked only if no part is down that requests need. */
  readonly isReady: (state: {
    readonly down: Outages;
    readonly views: Health | undefined;
  }) => boolean;
};

/** Lag above which views must not answer queries. */
const MAX_LAG_SECONDS = 30;

/** Label of a lane in metrics, with the number of lanes, on which a lane's content depends. */
export const laneLabel = (lane: number, count: number): string => `${lane} of ${count}`;

/** Whether the views of a lane may answer queries. */
export const areFresh = ({ role, lagSeconds, trouble }: Health): boolean =>
  (role === 'active' || role === 'catching up' || role === 'standing by') &&
  lagSeconds < MAX_LAG_SECONDS &&
  !trouble;

/**
 * Whether a process may answer queries. The lane of accounts has to be fresh, because every query
 * needs it. A late lane of organizations must not stop the others. All lanes have to be built, so
 * that an upgrade waits for them.
 */
export function canAnswer(health: Health): boolean {
  const [accounts, ...organizations] = health.lanes ?? [health];
  return (
    areFresh(accounts!) &&
    (organizations.length === 0 || organizations.some(areFresh)) &&
    organizations.every(({ role }) => role !== 'rebuilding')
  );
}

/** Health of this process, for its endpoints and its metrics. */
@Injectable()
class ProcessHealth {
  constructor(
    metrics: MetricsRegistry,
    private readonly parts: PartsHealth,
    @Inject('HealthOptions') private readonly options: HealthOptions,
    @Optional() @Inject('Views') private readonly views?: { checkHealth(): Promise<Health> },
    @Optional() private readonly reactors?: ReactorsHealth,
    @Optional() private readonly jobs?: JobQueue,
  ) {
    metrics.addGauge(
      'up',
      'Whether a part answers: 1, or 0 while it does not',
      () => this.parts.readStates(),
      'part',
    );
    if (views) {
      const read = async <Value>(value: (health: Health) => Value) => {
        const health = await this.checkViewsHealth();
        return health && value(health);
      };
      metrics.addGauge(
        'projection_lag_seconds',
        'Age of the oldest event that is in no view yet',
        () =>
          read((health) =>
            Object.fromEntries(
              (health.lanes ?? [health]).map(({ lagSeconds }, lane, { length }) => [
                laneLabel(lane, length),
                lagSeconds,
              ]),
            ),
          ),
        'lane',
      );
      metrics.addGauge('parked_streams', 'Streams that a projection cannot fold', () =>
        read(({ parked }) => parked.length),
      );
      metrics.addGauge(
        'parked_streams_by_organization',
        'Streams that a projection cannot fold, by the id of their organization',
        () => read(({ parked }) => countByOrganization(parked)),
        'organization',
      );
    }
    if (reactors) {
      metrics.addGauge(
        'reactors_standing',
        'Reactors that stand still',
        () => reactors.standing.size,
      );
      metrics.addGauge(
        'parked_effects',
        'Events whose effects fail and are retried separately, except those that await a repair',
        () => reactors.failingCount,
      );
    }
    if (jobs) metrics.addGauge('jobs', 'Jobs by state', () => answerInTime(jobs.readDepth()));
  }

  async read() {
    const [down, views] = await Promise.all([this.parts.getOutages(), this.checkViewsHealth()]);
    const ready = canServe(down) && this.options.isReady({ down, views });
    return {
      status: ready ? 'ready' : 'not ready',
      build,
      ...(Object.keys(down).length > 0 && { down }),
      ...(views && { views: summarizeViews(views) }),
      ...(this.reactors && { reactors: this.reactors.snapshot() }),
      ...(this.jobs && !('jobs' in down) && { jobs: await answerInTime(this.jobs.readDepth()) }),
    };
  }

  private async checkViewsHealth(): Promise<Health | undefined> {
    return this.views && answerInTime(this.views.checkHealth());
  }
}

const summarizeViews = ({ lanes, parked, trouble, ...health }: Health): object => ({
  ...health,
  ...(lanes && { lanes: lanes.map((lane) => summarizeViews(lane)) }),
  parked: parked.length,
  ...(parked.length > 0 && { parkedByOrganization: countParked(parked) }),
  ...(trouble && { trouble: trouble.message }),
});

/** Parked streams by organization; a stream counts once, however many projections park it. */
function countByOrganization(parked: Health['parked']): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(countParked(parked)).map(([organization, reasons]) => [
      organization,
      Object.values(reasons).reduce((sum, count) => sum + count, 0),
    ]),
  );
}

/** Reasons of parked streams with their number of streams, by organization. */
function countParked(parked: Health['parked']) {
  const counts: Record<string, Record<string, number>> = {};
  const streams = new Map(parked.map((each) => [each.stream, each]));
  for (const { stream, because = 'unknown' } of streams.values()) {
    const reasons = (counts[findOrganizationOfStream(stream) ?? 'none'] ??= {});
    const reason = because.replace(`${stream} `, '').replace(/^at \d+ /, '');
    reasons[reason] = (reasons[reason] ?? 0) + 1;
  }
  return counts;
}

/** Liveness and readiness. A missing part that others can do without is only reported. */
@Controller()
class HealthController {
  constructor(private readonly health: ProcessHealth) {}

  @Get('healthz')
  @Header('Cache-Control', 'no-store')
  alive() {
    return { status: 'alive' };
  }

  @Get('readyz')
  @Header('Cache-Control', 'no-store')
  async ready(@Res({ passthrough: true }) reply: FastifyReply) {
    const health = await this.health.read();
    void reply.code(health.status === 'ready' ? 200 : 503);
    return health;
  }
}

export class MetricsClosed extends ForbiddenException {}

@Injectable()
class MetricsGuard implements CanActivate {
  constructor(private readonly config: Config) {}

  canActivate(context: ExecutionContext): true {
    const { raw } = context.switchToHttp().getRequest<FastifyRequest>();
    if (!mayReadMetrics(raw, this.config.metricsToken)) throw new MetricsClosed();
    return true;
  }
}

@Controller('metrics')
class MetricsController {
  constructor(private readonly registry: MetricsRegistry) {}

  @Get()
  @Header('Cache-Control', 'no-store')
  @UseGuards(MetricsGuard)
  read(@Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    void reply.type(this.registry.contentType);
    return this.registry.metrics();
  }
}

/** `/healthz`, `/readyz` and `/metrics` of every process. */
@Module({})
export class HealthModule {
  static forRoot(options: HealthOptions): DynamicModule {
    return {
      module: HealthModule,
      imports: options.imports ?? [],
      controllers: [HealthController, MetricsController],
      providers: [
        { provide: 'HealthOptions', useValue: options },
        ...(options.views ? [{ provide: 'Views', useExisting: options.views }] : []),
        ProcessHealth,
      ],
    };
  }
}
