import {
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Clock } from '../common/clock.js';
import { EventLog } from '../event-log/event-log.js';
import { LogWatch } from '../event-log/log-watch.js';
import { Eraser, finishErasures } from '../write-side/erasing.js';
import { Logger } from './logger.js';

/**
 * Erasures that another process began are finished here too, and what this one has folded is
 * dropped. It does not begin before all modules have started: where one of them fails, no shutdown
 * hook is called.
 */
@Injectable()
export class ErasureWatch implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly watch: LogWatch;

  constructor(log: EventLog, clock: Clock, logger: Logger, { erase }: Eraser) {
    const onTrouble = (err: unknown) => logger.warn({ err }, 'erasures are not seen now');
    this.watch = new LogWatch({ log, clock, listener: finishErasures(erase), onTrouble });
  }

  onApplicationBootstrap(): Promise<void> {
    return this.watch.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.watch.stop();
  }
}
