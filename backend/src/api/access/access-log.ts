import type { AccessCommand } from '#domain/audit/access.commands.js';
import { Clock } from '#platform/common/clock.js';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { v5 as uuid } from 'uuid';
import type { Asker } from '../../auth/caller.js';
import { RateLimits } from '../../http/rate-limits.js';
import { Commands } from '../commands/commands.js';

export type Access = Exclude<AccessCommand, { readonly type: 'RecordRefusal' }>;

/** Characters of an instant that identify its minute, or its hour. */
const INSTANT_PREFIX_LENGTHS = { minute: 16, hour: 13 } as const;

/** Records who read or exported which records. The entry is written before the answer is sent. */
@Injectable()
export class AccessLog {
  /** Ids of recently recorded accesses, so that they are not recorded again. */
  private readonly recorded = new LRUCache<string, true>({ max: 10_000 });
  /** Accesses that are being recorded, by id: a screen sends several queries at once. */
  private readonly pending = new Map<string, Promise<void>>();

  constructor(
    private readonly commands: Commands,
    private readonly limits: RateLimits,
    private readonly clock: Clock,
  ) {}

  /**
   * Records an access. Equal accesses in the same minute (or hour) count once, so that a reload
   * adds none.
   * @throws TooManyRequests, Unavailable
   */
  async record(
    { id: accountId, organizationId }: Pick<Asker, 'id' | 'organizationId'>,
    access: Access,
    oncePer: keyof typeof INSTANT_PREFIX_LENGTHS = 'minute',
  ): Promise<void> {
    const readerId = 'linkId' in access.data ? access.data.linkId : accountId;
    const time = this.clock.now().slice(0, INSTANT_PREFIX_LENGTHS[oncePer]);
    const id = uuid(`${time} ${organizationId} ${JSON.stringify(access)}`, readerId);
    if (this.recorded.has(id)) return;
    const store = async () => {
      await this.limits.count('recorded accesses', readerId);
      await this.commands.send(access, { id, accountId, organizationId, internal: true });
      this.recorded.set(id, true);
    };
    const pending = this.pending.get(id) ?? store().finally(() => this.pending.delete(id));
    this.pending.set(id, pending);
    await pending;
  }
}
