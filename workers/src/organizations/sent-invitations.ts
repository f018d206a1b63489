import { Clock } from '#platform/common/clock.js';
import { EventLog, PRECEDING_TYPE } from '#platform/event-log/event-log.js';
import { appendFirst } from '#platform/sealing/append-first.js';
import { Sealing } from '#platform/sealing/sealing.js';
import { Claims } from '#platform/write-side/claims.js';
import { Injectable } from '@nestjs/common';

/** Namespace of event ids. */
const EVENT_ID_NAMESPACE = '0c2d7b54-7c1f-4b8e-9a55-4f3f0b6f6c1e';

/**
 * Records sent invitations, one claim each. Stored in the log, so that a restore without secrets
 * sends none again.
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
      (await this.claims.lastReserved(this.claimStream(organizationId, invitationId))) !== undefined
    );
  }

  async add(organizationId: string, invitationId: string): Promise<void> {
    const { log, sealing, clock } = this;
    const data = { holder: `organization-${organizationId}` };
    await appendFirst(
      this.claimStream(organizationId, invitationId),
      { type: PRECEDING_TYPE, data, namespace: EVENT_ID_NAMESPACE, actorId: '', organizationId },
      { log, sealing, now: clock.now },
    );
  }

  /** Clients choose ids of invitations, so the name includes the organization. */
  private claimStream(organizationId: string, invitationId: string): string {
    return this.claims.claimName({ kind: 'invitation-sent', value: invitationId }, organizationId);
  }
}
