import { beforeAll } from '#platform/event-log/event-log.js';
import type { CachingEventLog } from '#platform/event-log/caching-event-log.js';
import type { OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import type { People } from './people.js';

/** People from memory, which the log's tail keeps fresh. */
type Tail = { readonly log: Pick<CachingEventLog, 'covers' | 'isLogAway' | 'start' | 'stop'>; readonly people: People };

/** People for queries: where the log is a server, from memory, unless the request names a position that memory has not come to. */
export class QueriedPeople implements OnModuleInit, OnApplicationShutdown {
  /** @param people reads the log itself */
  constructor(
    private readonly people: People,
    private readonly tail?: Tail,
  ) {}

  /** @param after a position that they are to be known as of */
  of(after = beforeAll): People {
    if (!this.tail) return this.people;
    return this.tail.log.isLogAway() || this.tail.log.covers(after) ? this.tail.people : this.people;
  }

  /** The log does not answer now, and people are as they were last known. */
  isLogAway(): boolean {
    return this.tail?.log.isLogAway() ?? false;
  }

  async onModuleInit(): Promise<void> {
    await this.tail?.log.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.tail?.log.stop();
  }
}
