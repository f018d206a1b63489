import { type EventLog, PRECEDING_TYPE } from '#platform/event-log/event-log.js';
import { appendFirst } from '#platform/sealing/append-first.js';
import type { Sealing } from '#platform/sealing/sealing.js';
import type { Claims } from '#platform/write-side/claims.js';

const EVENT_ID_NAMESPACE = '0c2d7b54-7c1f-4b8e-9a55-4f3f0b6f6c1e';

type Invitation = { readonly organizationId: string; readonly invitationId: string };
type Ports = {
  readonly log: Pick<EventLog, 'append'>;
  readonly sealing: Sealing;
  readonly claims: Claims;
  readonly now: () => string;
};

/** Whether the message of an invitation has been sent. */
export async function isInvitationSent(claims: Claims, invitation: Invitation): Promise<boolean> {
  return (await claims.readLastReservation(claimStream(claims, invitation))) !== undefined;
}

export async function recordInvitationSent(
  invitation: Invitation,
  { log, sealing, claims, now }: Ports,
): Promise<void> {
  const { organizationId } = invitation;
  const data = { holder: `organization-${organizationId}` };
  await appendFirst(
    claimStream(claims, invitation),
    { type: PRECEDING_TYPE, data, namespace: EVENT_ID_NAMESPACE, actorId: '', organizationId },
    { log, sealing, now },
  );
}

/** Clients choose ids of invitations, so the name includes the organization. */
const claimStream = (claims: Claims, { organizationId, invitationId }: Invitation): string =>
  claims.claimName({ kind: 'invitation-sent', value: invitationId }, organizationId);
