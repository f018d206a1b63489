import { accountAggregate } from '#domain/accounts/account.aggregate.js';
import { texts } from '#domain/kernel/texts/texts.js';
import { statusAt, signUpLink } from '#domain/organizations/invitation.js';
import { isPlainName } from '#domain/organizations/organization-name.js';
import { organizationAggregate } from '#domain/organizations/organization.aggregate.js';
import { roleText } from '#domain/organizations/role-texts.js';
import { Clock } from '#platform/common/clock.js';
import { Config } from '#platform/common/config/config.js';
import { parseStream } from '#platform/event-log/subject.js';
import { Messages } from '#platform/integrations/messages/messages.js';
import { Injectable } from '@nestjs/common';
import { localUrl } from '#platform/process/run-process.js';
import { KeyValueStore } from '#platform/storage/key-value-store/key-value-store.js';
import { Claims } from '#platform/write-side/claims.js';
import { FoldedStreams } from '#platform/write-side/folded-streams.js';
import { AccountLanguages } from '../account-languages.js';
import type { JobHandler, JobOf } from '../job-handler.js';
import { SentInvitations } from './sent-invitations.js';

const invitationText = texts({
  unnamed: 'An organization',
  invitation:
    '{0} invites you to join its team on Fieldtrace, with the role {1}. Sign up by {2}: {3}',
});

/** Formats a day. A number of days would be wrong in a late message. */
const formatDay = (language: string, timeZone: string, instant: string): string =>
  new Intl.DateTimeFormat(language, {
    timeZone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  }).format(new Date(instant));

/**
 * Sends a pending invitation with the present invite code, in the invited person's language, or the
 * sender's if they have no account. Records it as sent, because a lost queue is filled again and
 * would send it twice.
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
    const [{ state }, isSent] = await Promise.all([
      folded.load(organizationAggregate, `organization-${organizationId}`),
      sentInvitations.has(organizationId, invitationId),
    ]);
    if (state.phase !== 'founded') return;
    const invitation = state.invitations.find((each) => each.invitationId === invitationId);
    if (!invitation || invitation.phone === '' || statusAt(clock.now(), invitation) !== 'pending')
      return;
    const { phone, role, expiresAt } = invitation;
    const messageId = `${organizationId}-${invitationId}`;
    // Earlier builds recorded sent invitations among the secrets.
    if (isSent || (await secrets.get('invitation-sent', messageId))) return;
    const origin = config.publicUrl ?? localUrl(config.host, config.port);
    const link = signUpLink(origin, { ...invitation, inviteCode: state.inviteCode });
    const account = await claims.findHolder('account-phone', undefined, phone, accountAggregate);
    const language = await languages.load(account === undefined ? by : parseStream(account).id);
    // Earlier builds allowed names with links and numbers, which must not be sent to strangers.
    const name = isPlainName(state.details.name)
      ? state.details.name
      : invitationText(language, 'unnamed');
    const text = invitationText(
      language,
      'invitation',
      name,
      roleText(language, role),
      formatDay(language, state.details.timeZone, expiresAt),
      link,
    );
    await messages.send(messageId, { to: phone, text, language });
    await sentInvitations.add(organizationId, invitationId);
  }
}
