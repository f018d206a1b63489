import { Clock } from '#platform/common/clock.js';
import { EventLog, RevisionConflict, noStream, precedingType } from '#platform/event-log/event-log.js';
import { Sealing } from '#platform/sealing/sealing.js';
import { Claims } from '#platform/write-side/claims.js';
import { Injectable } from '@nestjs/common';
import { v5 as uuid } from 'uuid';

/** Namespace of event ids: two processes that record one invitation append the same event. */
const namespace = '0c2d7b54-7c1f-4b8e-9a55-4f3f0b6f6c1e';

/**
 * Invitations that were sent, each by a claim of its own. In the log and not beside it, so that a restore without secrets sends none
 * again.
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
    return (await this.claims.lastReserved(this.streamOf(organizationId, invitationId))) !== undefined;
  }

  async add(organizationId: string, invitationId: string): Promise<void> {
    const { log, sealing, clock } = this;
    const stream = this.streamOf(organizationId, invitationId);
    const [id, at] = [uuid(stream, namespace), clock.now()];
    const metadata = {
      ...{ eventId: id, commandId: id, fingerprint: '', causationId: id, correlationId: id },
      ...{ actorId: '', organizationId, at, capturedAt: at, on: at.slice(0, 10) },
    };
    const event = { type: precedingType, data: { holder: `organization-${organizationId}` }, metadata };
    try {
      await log.append(stream, noStream, await sealing.seal(stream, noStream, [event], { hash: '', key: undefined }));
    } catch (error) {
      if (!(error instanceof RevisionConflict)) throw error;
    }
  }

  /** Clients make the ids of invitations, so that two organizations may have one with the same. */
  private streamOf(organizationId: string, invitationId: string): string {
    return this.claims.nameOf({ kind: 'invitation-sent', value: invitationId }, organizationId);
  }
}
