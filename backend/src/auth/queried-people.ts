import { type Position, BEFORE_ALL } from '#platform/event-log/event-log.js';
import type { CachedReads } from '#platform/event-log/cached-reads.js';
import type { OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import type { People } from './people.js';

/** People as cached reads have them. */
type Cached = {
  readonly reads: Pick<CachedReads, 'covers' | 'isLogAway' | 'start' | 'stop'>;
  readonly people: People;
};

/**
 * People for queries: where the log is a server, from memory, unless memory has not come to a
 * position that the request names, or that this process has written.
 */
export class QueriedPeople implements OnModuleInit, OnApplicationShutdown {
  /**
   * Position of this process's last write. Its own commands count at once, also without a named
   * position, as after a sign-in.
   */
  private written = BEFORE_ALL;

  /** @param people reads the log itself */
  constructor(
    private readonly people: People,
    private readonly cached?: Cached,
  ) {}

  /** @param after a position that they are to be known as of */
  of(after = BEFORE_ALL): People {
    if (!this.cached) return this.people;
    const { reads, people } = this.cached;
    return reads.isLogAway() || reads.covers(after > this.written ? after : this.written)
      ? people
      : this.people;
  }

  /** From memory, however far it has come; undefined where the log is as near. */
  get remembered(): People | undefined {
    return this.cached?.people;
  }

  /** A command of this process was appended there. */
  wrote(position: Position): void {
    if (position > this.written) this.written = position;
  }

  /** The log does not answer now, and people are as they were last known. */
  isLogAway(): boolean {
    return this.cached?.reads.isLogAway() ?? false;
  }

  async onModuleInit(): Promise<void> {
    await this.cached?.reads.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.cached?.reads.stop();
  }
}
