import { z } from 'zod';
import { refuse } from '../kernel/refusal.js';
import { type CommandDefinitions, type EventDefinitions, day, id } from '../kernel/schema.js';
import { yearsAfter } from '../kernel/values/days.js';

const tokenSha256 = z
  .string()
  .max(64)
  .regex(/^[0-9a-f]{64}$/);
/** Period that the link shows, and its own last day. */
const days = { from: day, to: day, expiresOn: day };

/** @throws Refusal */
function checkDays(
  { from, to, expiresOn }: { from?: string; to?: string; expiresOn?: string },
  today: string,
): void {
  if (from !== undefined && to !== undefined && to < from) refuse('audit-period-reversed', 'to');
  if (expiresOn === undefined) return;
  if (expiresOn < today) refuse('audit-link-expired', 'expiresOn');
  if (expiresOn > yearsAfter(today, 1)) refuse('audit-link-too-long', 'expiresOn');
}

/** Commands of an organization about links for auditors without an account. */
export const auditLinkCommands = {
  /** The browser makes the token and sends its hash, so that no server stores the token. */
  CreateAuditLink: {
    may: ['admin', 'finance'],
    data: z.strictObject({ linkId: id, tokenSha256, ...days }),
    check: checkDays,
    reserves: { tokenSha256: 'audit-link' },
  },
  RevokeAuditLink: { may: ['admin', 'finance'], data: z.strictObject({ linkId: id }) },
} as const satisfies CommandDefinitions;

export const auditLinkEvents = {
  AuditLinkCreated: z.object({ linkId: id, tokenSha256, createdBy: id, ...days }),
  AuditLinkRevoked: z.object({ linkId: id }),
} as const satisfies EventDefinitions;
