import { z } from 'zod';
import { auditors } from '../kernel/policy.js';
import { type QueryDefinitions, after, filter, query } from '../kernel/query.js';
import { day, id } from '../kernel/schema.js';
import { auditKinds, auditOutcomes } from './audit.values.js';
import {
  auditFeed,
  auditLinks,
  auditStatements,
  erasureRegister,
  linkedAudit,
} from './audit.views.js';

const filters = {
  /** Without a kind: all records except alerts. */
  kind: filter(z.enum(auditKinds)),
  record: filter(id),
  /** Member who caused the event. */
  member: filter(id),
  /** Type of event. */
  type: filter(z.string().regex(/^[A-Z][A-Za-z]{2,59}$/, 'Choose a kind of event')),
  /** Days of recording, inclusive. */
  from: filter(day),
  to: filter(day),
  outcome: filter(z.enum(auditOutcomes)),
};
const auditExportParams = z.strictObject(filters);
export type AuditExportParams = z.output<typeof auditExportParams>;

const packageParams = z.strictObject({ year: z.string().regex(/^20\d\d-\d\d$/, 'Choose a year') });
export type PackageParams = z.output<typeof packageParams>;

/**
 * `earlier`: size of a checkpoint that the reader kept, or the 22 characters of its root that a
 * document shows. The proof then reaches back to it.
 */
const proofParams = z.strictObject({
  earlier: filter(
    z
      .string()
      .regex(/^(?:[1-9]\d{0,14}|[A-Za-z\d+/]{22})$/, 'Enter the size or the root of a checkpoint'),
  ),
});
export type ProofParams = z.output<typeof proofParams>;

const zipFile = z.string().meta({ contentMediaType: 'application/zip' });
const proofFile = z.string().meta({ contentMediaType: 'application/gzip' });

/** `since`: cursor of the newest known event; the answer has only newer ones. */
const auditParams = z.strictObject({ ...filters, after, since: after });
export type AuditParams = z.output<typeof auditParams>;

const linkedAuditParams = z.strictObject({ kind: filters.kind, after });
export type LinkedAuditParams = z.output<typeof linkedAuditParams>;

/** `after`: id of the last erasure of the page before. */
const registerParams = z.strictObject({ after });
export type RegisterParams = z.output<typeof registerParams>;

export const auditQueries = {
  /** Opening the feed is recorded in the access log; reading further pages is not. */
  GetAuditFeed: query('/api/audit', auditors, auditFeed, auditParams),
  /** CSV of the feed, together with the newest checkpoint. */
  ExportAuditFeed: query('/api/audit.zip', auditors, zipFile, auditExportParams),
  /** Everything that an auditor keeps of one financial year. */
  ExportAuditPackage: query('/api/audit/package.zip', auditors, zipFile, packageParams),
  /** Proof of a record, for `npm run verify` and the verifier page. */
  GetProof: query('/api/proofs/:kind/:id', auditors, proofFile, proofParams),
  ListAuditLinks: query('/api/audit/links', auditors, auditLinks),
  GetAuditStatements: query('/api/audit/statements', auditors, auditStatements),
  ListErasures: query('/api/audit/erasures', auditors, erasureRegister, registerParams),
  /** For everybody who has the link. Each opening is recorded in the access log. */
  GetLinkedAudit: query('/api/linked-audit/:token', 'anyone', linkedAudit, linkedAuditParams),
  GetLinkedStatements: query('/api/linked-audit/:token/statements', 'anyone', auditStatements),
  /** Only if the whole record is within the link's period. */
  GetLinkedProof: query(
    '/api/linked-audit/:token/proofs/:kind/:id',
    'anyone',
    proofFile,
    proofParams,
  ),
  ListLinkedErasures: query(
    '/api/linked-audit/:token/erasures',
    'anyone',
    erasureRegister,
    registerParams,
  ),
} as const satisfies QueryDefinitions;
