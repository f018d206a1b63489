import { type Position, BEFORE_ALL } from '#platform/event-log/event-log.js';
import type { OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import type { CachedReads } from './cached-reads.js';
import type { People } from './people.js';

/** People that are folded from cached reads of the log. */
type CachedPeople = {
  readonly reads: Pick<CachedReads, 'covers' | 'isLogUnavailable' | 'start' | 'stop'>;
  readonly people: People;
};

/**
 * People for queries, from the cache if the log is a server. Falls back to the log if the cache has
 * not reached the client's position or this process's last write.
 */
export class PeopleCache implements OnModuleInit, OnApplicationShutdown {
  /**
   * Position of this process's last write, which counts at once even if the client names no
   * position, e.g. after a sign-in.
   */
  private lastWrite = BEFORE_ALL;

  /** @param people reads the log itself */
  constructor(
    private readonly people: People,
    private readonly cached?: CachedPeople,
  ) {}

  /** @param after position that must be included */
  peopleAt(after = BEFORE_ALL): People {
    if (!this.cached) return this.people;
    const { reads, people } = this.cached;
    const needed = after > this.lastWrite ? after : this.lastWrite;
    return reads.isLogUnavailable() || reads.covers(needed) ? people : this.people;
  }

  /** People from the cache, however old; undefined if the log is embedded. */
  get cachedPeople(): People | undefined {
    return this.cached?.people;
  }

  /** Notes the position of a command of this process. */
  recordWrite(position: Position): void {
    if (position > this.lastWrite) this.lastWrite = position;
  }

  /** Whether the log is unavailable, so that the cached people may be outdated. */
  isLogUnavailable(): boolean {
    return this.cached?.reads.isLogUnavailable() ?? false;
  }

  async onModuleInit(): Promise<void> {
    await this.cached?.reads.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.cached?.reads.stop();
  }
}
