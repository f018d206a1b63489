import { z } from 'zod';
import { type CommandDefinitions, type EventDefinitions, day, id } from '../kernel/schema.js';
import { type AuditLinkDays, checkAuditLinkDays } from '../kernel/values/day-rules.js';

const tokenSha256 = z
  .string()
  .max(64)
  .regex(/^[0-9a-f]{64}$/);
/** Period whose events the link shows, and the last day on which the link opens. */
const days = { from: day, to: day, expiresOn: day };

/** Commands of an organization about links for auditors without an account. */
export const auditLinkCommands = {
  /** The browser makes the token and sends its hash, so that no server stores the token. */
  CreateAuditLink: {
    may: ['admin', 'finance'],
    data: z.strictObject({ linkId: id, tokenSha256, ...days }),
    check: (data: AuditLinkDays, today) => checkAuditLinkDays(today, data),
    uniqueFields: { tokenSha256: 'audit-link' },
  },
  RevokeAuditLink: { may: ['admin', 'finance'], data: z.strictObject({ linkId: id }) },
} as const satisfies CommandDefinitions;

export const auditLinkEvents = {
  AuditLinkCreated: z.object({ linkId: id, tokenSha256, createdBy: id, ...days }),
  AuditLinkRevoked: z.object({ linkId: id }),
} as const satisfies EventDefinitions;
