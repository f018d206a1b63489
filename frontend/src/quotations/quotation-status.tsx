import type { ReactNode } from 'react';
import type { QuotationDetail, QuotationVersionShown } from '#domain/quotations/quotation.views.js';
import type { QuotationStatus } from '#domain/quotations/quotation.values.js';
import { Badge } from '../ui/display/badge.js';
import type { Tone } from '../ui/tone.js';
import { translated } from '../words/i18n.js';

const tones: Readonly<Record<QuotationStatus, Tone>> = {
  Draft: 'neutral',
  Sent: 'quote-sent',
  Viewed: 'info',
  Accepted: 'success',
  Rejected: 'danger',
  Expired: 'warning',
};

export const QuotationBadge = ({ status }: { status: QuotationStatus }): ReactNode => (
  <Badge tone={tones[status]}>{translated(status)}</Badge>
);

/** Whether the version's link was revoked. */
export const isRevoked = (
  { linkToken }: Pick<QuotationDetail, 'linkToken'>,
  { fileId }: Pick<QuotationVersionShown, 'fileId'>,
): boolean => fileId !== undefined && linkToken === undefined;

/** Whether the customer can no longer accept the sent version, so that a new one is needed. */
export const hasEnded = (
  { status }: QuotationDetail,
  { validUntilOn }: QuotationVersionShown,
  today: string,
): boolean =>
  status === 'Rejected' ||
  (status !== 'Accepted' && (status === 'Expired' || validUntilOn < today));

/** Whether the customer needs a new version, because the sent one cannot be opened or accepted. */
export const needsNewVersion = (
  quotation: QuotationDetail,
  version: QuotationVersionShown,
  today: string,
): boolean =>
  hasEnded(quotation, version, today) ||
  (quotation.status !== 'Accepted' && isRevoked(quotation, version));
