import type { Language } from '#domain/accounts/account.values.js';
import type { Role } from '#domain/kernel/policy.js';
import { statusAt, signUpLink } from '#domain/organizations/invitation.js';
import { organizationAggregate } from '#domain/organizations/organization.aggregate.js';
import type { Clock } from '#platform/common/clock.js';
import type { Messages } from '#platform/integrations/messages/messages.js';
import type { Job } from '#platform/jobs/job-queue/job-queue.js';
import type { KeyValueStore } from '#platform/storage/key-value-store/key-value-store.js';
import type { FoldedStreams } from '#platform/write-side/folded.js';
import type { LanguageOf } from '../language-of.js';

type Parts = {
  readonly folded: Pick<FoldedStreams, 'of'>;
  readonly messages: Messages;
  readonly secrets: Pick<KeyValueStore, 'get' | 'put'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly languageOf: LanguageOf;
  /** Id of the account that has verified the number. */
  readonly accountWith: (phone: string) => Promise<string | undefined>;
  /** Where people reach the app. */
  readonly origin: string;
};

const words: Readonly<Record<Language, (organization: string, role: Role, link: string) => string>> = {
  'en-IN': (organization, role, link) =>
    `${organization} invites you to join its team on Fieldtrace, with the role ${role}. Sign up within 7 days: ${link}`,
  'hi-IN': (organization, role, link) =>
    `${organization} आपको Fieldtrace पर अपनी टीम में बुला रहा है, रोल: ${rolesInHindi[role]}। 7 दिन के अंदर साइन अप करें: ${link}`,
};
const rolesInHindi: Readonly<Record<Role, string>> = {
  sales: 'सेल्स',
  admin: 'एडमिन',
  designer: 'डिज़ाइनर',
  marketing: 'मार्केटिंग',
  finance: 'फ़ाइनेंस',
};

/**
 * Sends an invitation that is still pending, with the invite code of now. It is noted as sent, because a queue that was lost is
 * filled again, and a person would read the same words twice. It is in the language of whom it invites; where they have no account
 * yet, in that of who invites them.
 */
export const sendInvitation =
  ({ folded, messages, secrets, clock, languageOf, accountWith, origin }: Parts) =>
  async ({ data: { organizationId, invitationId, by } }: Job): Promise<void> => {
    const { state } = await folded.of(organizationAggregate, `organization-${String(organizationId)}`);
    if (state.phase !== 'founded') return;
    const invitation = state.invitations.find((one) => one.invitationId === invitationId);
    if (!invitation || invitation.phone === '' || statusAt(clock.now(), invitation) !== 'pending') return;
    const { phone, role, expiresAt } = invitation;
    // clients make the ids of invitations, so two organizations may have one with the same
    const sent = `${String(organizationId)}-${String(invitationId)}`;
    if (await secrets.get('invitation-sent', sent)) return;
    const link = signUpLink(origin, { ...invitation, inviteCode: state.inviteCode });
    const language = await languageOf((await accountWith(phone)) ?? String(by));
    await messages.send(sent, { to: phone, text: words[language](state.details.name, role, link), language });
    await secrets.put('invitation-sent', sent, {}, { expected: 0, expiresAt });
  };
