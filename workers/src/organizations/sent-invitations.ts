import { Clock } from '#platform/common/clock.js';
import { EventLog, PRECEDING_TYPE } from '#platform/event-log/event-log.js';
import { appendFirst } from '#platform/sealing/append-first.js';
import { Sealing } from '#platform/sealing/sealing.js';
import { Claims } from '#platform/write-side/claims.js';
import { Injectable } from '@nestjs/common';

/** Namespace of event ids. */
const namespace = '0c2d7b54-7c1f-4b8e-9a55-4f3f0b6f6c1e';

/**
 * Invitations that were sent, each by a claim of its own. In the log and not beside it, so that a
 * restore without secrets sends none again.
 */
@Injectable()
export class SentInvitations {
  constructor(
    private readonly log: EventLog,
    private readonly sealing: Sealing,
    private readonly claims: Claims,
    private readonly clock: Clock,
  ) {}

  async has(organizationId: string, invitationId: string): Promise<boolean> {
    return (
      (await this.claims.lastReserved(this.streamOf(organizationId, invitationId))) !== undefined
    );
  }

  async add(organizationId: string, invitationId: string): Promise<void> {
    const { log, sealing, clock } = this;
    const data = { holder: `organization-${organizationId}` };
    await appendFirst(
      this.streamOf(organizationId, invitationId),
      { type: PRECEDING_TYPE, data, namespace, actorId: '', organizationId },
      { log, sealing, now: clock.now },
    );
  }

  /** Clients make the ids of invitations, so that two organizations may have one with the same. */
  private streamOf(organizationId: string, invitationId: string): string {
    return this.claims.claimName({ kind: 'invitation-sent', value: invitationId }, organizationId);
  }
}
