import type { AccessCommand } from '#domain/audit/access.commands.js';
import { Clock } from '#platform/common/clock.js';
import { Injectable } from '@nestjs/common';
import { v5 as uuid } from 'uuid';
import type { Asker } from '../../auth/caller.js';
import { RateLimits } from '../../http/rate-limits.js';
import { Commands } from '../commands/commands.js';

type Access = Exclude<AccessCommand, { readonly type: 'RecordRefusal' }>;

/** Log of what was read or taken. It is written before the answer, or there is no answer. */
@Injectable()
export class AccessLog {
  constructor(
    private readonly commands: Commands,
    private readonly limits: RateLimits,
    private readonly clock: Clock,
  ) {}

  /**
   * Records an access once for equal ones within a minute, so that a reloaded page is one.
   * @throws TooManyRequests, Unavailable
   */
  async record(
    { id: accountId, organizationId }: Pick<Asker, 'id' | 'organizationId'>,
    access: Access,
  ): Promise<void> {
    const who = 'linkId' in access.data ? access.data.linkId : accountId;
    await this.limits.count('recorded accesses', who);
    const minute = this.clock.now().slice(0, 16);
    await this.commands.send(access, {
      id: uuid(`${minute} ${organizationId} ${JSON.stringify(access)}`, who),
      ...{ accountId, organizationId, internal: true },
    });
  }
}
