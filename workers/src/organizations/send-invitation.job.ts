import { accountAggregate } from '#domain/accounts/account.aggregate.js';
import type { Role } from '#domain/kernel/policy.js';
import { texts } from '#domain/kernel/texts.js';
import { statusAt, signUpLink } from '#domain/organizations/invitation.js';
import { isPlainName } from '#domain/organizations/organization-name.js';
import { organizationAggregate } from '#domain/organizations/organization.aggregate.js';
import { Clock } from '#platform/common/clock.js';
import { Config } from '#platform/common/config/config.js';
import { subjectOf } from '#platform/event-log/subject.js';
import { Messages } from '#platform/integrations/messages/messages.js';
import { Injectable } from '@nestjs/common';
import { localUrl } from '#platform/process/run-process.js';
import { KeyValueStore } from '#platform/storage/key-value-store/key-value-store.js';
import { Claims } from '#platform/write-side/claims.js';
import { FoldedStreams } from '#platform/write-side/folded.js';
import { AccountLanguages } from '../account-languages.js';
import type { JobHandler, JobOf } from '../job-handler.js';
import { SentInvitations } from './sent-invitations.js';

const words = texts({
  unnamed: 'An organization',
  invitation:
    '{0} invites you to join its team on Fieldtrace, with the role {1}. Sign up by {2}: {3}',
});
const roleNames = texts({
  sales: 'sales',
  admin: 'admin',
  designer: 'designer',
  marketing: 'marketing',
  finance: 'finance',
} satisfies Readonly<Record<Role, string>>);

/** Says a day and not a number of days, which would be wrong in a message that is sent late. */
const dayWords = (language: string, timeZone: string, instant: string): string =>
  new Intl.DateTimeFormat(language, {
    timeZone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  }).format(new Date(instant));

/**
 * Sends an invitation that is still pending, with the invite code of now. It is recorded as sent,
 * because a queue that was lost is filled again, and a person would read the same words twice. It
 * is in the language of whom it invites; where they have no account yet, in that of who invites
 * them.
 */
@Injectable()
export class SendInvitation implements JobHandler<'send-invitation'> {
  constructor(
    private readonly folded: FoldedStreams,
    private readonly claims: Claims,
    private readonly messages: Messages,
    private readonly sentInvitations: SentInvitations,
    private readonly secrets: KeyValueStore,
    private readonly languages: AccountLanguages,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  async handle({
    data: { organizationId, invitationId, by },
  }: JobOf<'send-invitation'>): Promise<void> {
    const { folded, claims, messages, sentInvitations, secrets, languages, clock, config } = this;
    const { state } = await folded.load(organizationAggregate, `organization-${organizationId}`);
    if (state.phase !== 'founded') return;
    const invitation = state.invitations.find((one) => one.invitationId === invitationId);
    if (!invitation || invitation.phone === '' || statusAt(clock.now(), invitation) !== 'pending')
      return;
    const { phone, role, expiresAt } = invitation;
    const messageId = `${organizationId}-${invitationId}`;
    // Earlier builds noted it among the secrets.
    if (
      (await sentInvitations.has(organizationId, invitationId)) ||
      (await secrets.get('invitation-sent', messageId))
    )
      return;
    const origin = config.publicUrl ?? localUrl(config.host, config.port);
    const link = signUpLink(origin, { ...invitation, inviteCode: state.inviteCode });
    const account = await claims.holderOf('account-phone', undefined, phone, accountAggregate);
    const language = await languages.of(account === undefined ? by : subjectOf(account).id);
    // Earlier builds took names with links and numbers, which would be sent to strangers.
    const name = isPlainName(state.details.name) ? state.details.name : words(language, 'unnamed');
    const text = words(
      language,
      'invitation',
      name,
      roleNames(language, role),
      dayWords(language, state.details.timeZone, expiresAt),
      link,
    );
    await messages.send(messageId, { to: phone, text, language });
    await sentInvitations.add(organizationId, invitationId);
  }
}
