import type { AccountContext } from '../kernel/decider.js';
import { isEqual } from '../kernel/equality.js';
import type { Role } from '../kernel/policy.js';
import { refuse, refuseBeyond } from '../kernel/refusal.js';
import type { CommandsIn, EventsIn } from '../kernel/schema.js';
import { quantities } from '../kernel/values/quantities.js';
import { auditLinkCommands, type auditLinkEvents } from './audit-link.commands.js';

type Command = CommandsIn<typeof auditLinkCommands>;
type Event = EventsIn<typeof auditLinkEvents>;
type Created = Extract<Event, { type: 'AuditLinkCreated' }>['data'];

/** Link by which an auditor without an account reads the feed of a period. */
export type AuditLink = Created & { readonly isRevoked: boolean };

/** Whether a link opens on a day. */
export const isOpenLink = ({ isRevoked, expiresOn }: AuditLink, day: string): boolean =>
  !isRevoked && expiresOn >= day;

export const evolveAuditLinks = (
  links: readonly AuditLink[],
  event: Event,
): readonly AuditLink[] =>
  event.type === 'AuditLinkCreated'
    ? [
        ...links.filter(({ tokenSha256 }) => tokenSha256 !== event.data.tokenSha256),
        { ...event.data, isRevoked: false },
      ]
    : links.map((link) =>
        link.linkId === event.data.linkId ? { ...link, isRevoked: true } : link,
      );

type Organization = {
  readonly members: ReadonlyMap<string, Role>;
  readonly auditLinks: readonly AuditLink[];
};

/** @throws Refusal */
export function changeAuditLinks(
  command: Command,
  { members, auditLinks }: Organization,
  { account, today }: AccountContext,
): Event[] {
  // The role in this stream counts, as for all commands of an organization.
  const role = members.get(account.id);
  if (role !== 'admin' && role !== 'finance') return refuse('not-allowed');
  const existing = auditLinks.find(({ linkId }) => linkId === command.data.linkId);
  if (command.type === 'RevokeAuditLink') {
    if (!existing) return refuse('audit-link-not-found', 'linkId');
    return existing.isRevoked
      ? []
      : [{ type: 'AuditLinkRevoked', data: { linkId: command.data.linkId } }];
  }
  if (!account.verified) return refuse('verification-needed');
  const created = { ...command.data, createdBy: account.id };
  if (existing) {
    const { isRevoked: _, ...data } = existing;
    return isEqual(data, created) ? [] : refuse('audit-link-exists', 'linkId');
  }
  auditLinkCommands.CreateAuditLink.check(command.data, today);
  const open = auditLinks.filter((link) => isOpenLink(link, today)).length;
  refuseBeyond(quantities.openAuditLinks, open + 1, 'too-many-audit-links', 'expiresOn');
  return [{ type: 'AuditLinkCreated', data: created }];
}
