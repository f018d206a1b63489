import { Clock } from '#platform/common/clock.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { Sealing } from '#platform/sealing/sealing.js';
import { Claims } from '#platform/write-side/claims.js';
import { Injectable } from '@nestjs/common';
import { isInvitationSent, recordInvitationSent } from './sent-invitation-claims.js';

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

  has(organizationId: string, invitationId: string): Promise<boolean> {
    return isInvitationSent(this.claims, { organizationId, invitationId });
  }

  add(organizationId: string, invitationId: string): Promise<void> {
    const { log, sealing, claims, clock } = this;
    return recordInvitationSent(
      { organizationId, invitationId },
      { log, sealing, claims, now: clock.now },
    );
  }
}
