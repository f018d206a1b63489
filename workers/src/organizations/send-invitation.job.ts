import { statusAt, signUpLink } from '#domain/organizations/invitation.js';
import { organizationAggregate } from '#domain/organizations/organization.aggregate.js';
import type { Clock } from '#platform/common/clock.js';
import type { Messages } from '#platform/integrations/messages/messages.js';
import type { Job } from '#platform/jobs/job-queue/job-queue.js';
import type { KeyValueStore } from '#platform/storage/key-value-store/key-value-store.js';
import type { FoldedStreams } from '#platform/write-side/folded.js';

type Parts = {
  readonly folded: Pick<FoldedStreams, 'of'>;
  readonly messages: Messages;
  readonly secrets: Pick<KeyValueStore, 'get' | 'put'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Where people reach the app. */
  readonly origin: string;
};

/**
 * Sends an invitation that is still pending, with the invite code of now. It is noted as sent, because a queue that was lost is
 * filled again, and a person would read the same words twice.
 */
export const sendInvitation =
  ({ folded, messages, secrets, clock, origin }: Parts) =>
  async ({ data: { organizationId, invitationId } }: Job): Promise<void> => {
    const { state } = await folded.of(organizationAggregate, `organization-${String(organizationId)}`);
    if (state.phase !== 'founded') return;
    const invitation = state.invitations.find((one) => one.invitationId === invitationId);
    if (!invitation || invitation.phone === '' || statusAt(clock.now(), invitation) !== 'pending') return;
    const { phone, role, expiresAt } = invitation;
    // clients make the ids of invitations, so two organizations may have one with the same
    const sent = `${String(organizationId)}-${String(invitationId)}`;
    if (await secrets.get('invitation-sent', sent)) return;
    const link = signUpLink(origin, { ...invitation, inviteCode: state.inviteCode });
    const text = `${state.details.name} invites you to join its team on Fieldtrace, with the role ${role}. Sign up within 7 days: ${link}`;
    await messages.send(sent, { to: phone, text });
    await secrets.put('invitation-sent', sent, {}, { expected: 0, expiresAt });
  };
