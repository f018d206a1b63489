import { pause } from '#platform/common/clock.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { ChangePublisher } from '#platform/live/change-publisher.js';
import { ReadSide } from '#platform/live/read-side.js';
import { Logger } from '#platform/process/logger.js';
import { MetricsRegistry } from '#platform/process/metrics-registry.js';
import type { ProjectionHost } from '#platform/read-side/projections/projection-host.js';
import { ReadStores } from '#platform/read-side/read-store/lanes.js';
import { Sealing } from '#platform/sealing/sealing.js';
import { Eraser } from '#platform/write-side/erasing.js';
import { Injectable, Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { addProjectingGauge, createProjectionHost } from './projecting.js';

const POLL_INTERVAL_MS = 1_000;
/**
 * Time for which a lease has to be free before the fallback takes it. A waiting projection host
 * takes it sooner.
 */
const LEASE_FREE_MS = 3_000;
/** Time after which the fallback releases the lease for a projection host of the same build. */
const TURN_MS = 5 * 60_000;

/**
 * Projects in a backend while no projection host of its build runs: during an upgrade, when the
 * hosts are replaced before the backends. Builds no views.
 */
@Injectable()
class FallbackProjections implements OnModuleInit, OnApplicationShutdown {
  private readonly stopping = new AbortController();
  private running: Promise<unknown> = Promise.resolve();
  /** Host of each lane that is projected here now. */
  private readonly hosts: (ProjectionHost | undefined)[];

  constructor(
    private readonly readSide: ReadSide,
    private readonly log: EventLog,
    private readonly stores: ReadStores,
    private readonly sealing: Sealing,
    private readonly eraser: Eraser,
    private readonly commits: ChangePublisher,
    private readonly logger: Logger,
    metrics: MetricsRegistry,
  ) {
    this.hosts = stores.all.map(() => undefined);
    addProjectingGauge(metrics, () => this.hosts);
  }

  onModuleInit(): void {
    const { signal } = this.stopping;
    this.running = Promise.all(this.stores.all.map((_, lane) => this.run(lane, signal)));
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async run(lane: number, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await pause(POLL_INTERVAL_MS, signal);
      const health = await this.readSide.lanes.all[lane]!.checkHealth().catch(() => undefined);
      // Only complete views are projected here: the fallback builds none.
      if (signal.aborted || health?.role !== 'standing by') continue;
      const freeMs = await this.stores.all[lane]!.readLeaseFreeMs().catch(() => 0);
      if (freeMs > LEASE_FREE_MS) await this.takeTurn(lane, signal);
    }
  }

  private async takeTurn(lane: number, signal: AbortSignal): Promise<void> {
    const { log, stores, sealing, eraser, commits, logger } = this;
    const host = createProjectionHost({ log, stores, sealing, eraser, commits, logger }, lane);
    this.hosts[lane] = host;
    await host.start();
    await pause(TURN_MS, signal);
    await host.stop();
    this.hosts[lane] = undefined;
  }
}

/** Backend's own projections, where other processes project the views. */
@Module({ providers: [FallbackProjections] })
export class FallbackProjectionsModule {}
