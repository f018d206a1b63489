/** Kinds of streams that the feed shows. */
export const auditKinds = [
  'lead',
  'customer',
  'quotation',
  'bill',
  'product',
  'package',
  'offer',
  'category',
  'share',
  'organization',
  'account',
  'access',
  'alerts',
] as const;
export type AuditKind = (typeof auditKinds)[number];

export const auditOutcomes = ['done', 'refused'] as const;

/** Screens with the history of an organization. Opening one is recorded. */
export const auditScreens = ['feed', 'statements', 'erasures', 'history', 'as-of'] as const;
export type AuditScreen = (typeof auditScreens)[number];

/** Exported files with records or their histories. Each export is recorded. */
export const auditExports = [
  'feed',
  'bills',
  'leads',
  'visits',
  'follow-ups',
  'proof',
  'package',
] as const;
export type AuditExport = (typeof auditExports)[number];

/**
 * Kinds of records with a proof. Members have none, because their streams hold events of other
 * organizations.
 */
export const proofKinds = [
  'lead',
  'customer',
  'quotation',
  'bill',
  'product',
  'package',
  'offer',
  'organization',
] as const;
export type ProofKind = (typeof proofKinds)[number];
