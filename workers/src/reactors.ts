import { typesOfStream } from '#domain/aggregates.js';
import { Clock } from '#platform/common/clock.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { JobQueue } from '#platform/jobs/job-queue/job-queue.js';
import { EventReactor } from '#platform/jobs/reactors/event-reactor.js';
import type { Reactor } from '#platform/jobs/reactors/reactor.js';
import { type ReactorOptions, runReactor } from '#platform/jobs/reactors/reactor-running.js';
import { ReactorsHealth } from '#platform/jobs/reactors/reactors-health.js';
import { Logger } from '#platform/process/logger.js';
import { Sealing } from '#platform/sealing/sealing.js';
import { KeyValueStore } from '#platform/storage/key-value-store/key-value-store.js';
import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { InternalCommands } from './internal-commands.js';
import type { SentCommand } from './reactor.js';

const TROUBLE_MESSAGES = {
  retrying: 'a reactor failed and tries again',
  standing: 'a reactor is blocked, and tries again',
  parked: 'an event is parked in a reactor, and retried separately',
  skipped: 'an event is skipped in a reactor, because too many wait for a repair',
};

/** Runs every provider marked with `@EventReactor()`. */
@Injectable()
export class Reactors {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly log: EventLog,
    private readonly sealing: Sealing,
    private readonly secrets: KeyValueStore,
    private readonly jobs: JobQueue,
    private readonly commands: InternalCommands,
    private readonly health: ReactorsHealth,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /**
   * Starts all reactors; each promise resolves after a stop.
   * @throws Error for a duplicate name, which is the key of a checkpoint
   */
  run(signal: AbortSignal): readonly Promise<void>[] {
    const { log, sealing, secrets, jobs, commands, health, clock, logger } = this;
    const reactors = this.discovery
      .getProviders({ metadataKey: EventReactor.KEY })
      .map(({ instance }) => instance as Reactor<never>);
    const names = reactors.map(({ name }) => name);
    const duplicate = names.find((name, index) => names.indexOf(name) !== index);
    if (duplicate !== undefined) throw new Error(`Two reactors are called ${duplicate}`);
    const options: ReactorOptions = {
      names,
      log,
      sealing,
      secrets,
      jobs,
      clock,
      typesOf: typesOfStream,
      health,
      // The reactors' own types allow only commands of this product.
      send: (command) => commands.send(command as SentCommand),
      onTrouble: (trouble, err) =>
        logger[trouble.state === 'retrying' ? 'warn' : 'error'](
          { ...trouble, err },
          TROUBLE_MESSAGES[trouble.state],
        ),
    };
    return reactors.map((reactor) => runReactor(reactor, options, signal));
  }
}
