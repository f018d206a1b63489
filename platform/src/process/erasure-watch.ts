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
 * Completes erasures that another process began, and drops erased folds from the cache. Starts
 * after all modules: if one fails to start, Nest calls no shutdown hook.
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
