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

/** Whether the customer can no longer accept what was sent, so that it needs a new version. */
export const hasEnded = (
  { status }: QuotationDetail,
  { validUntilOn }: QuotationVersionShown,
  today: string,
): boolean =>
  status === 'Rejected' ||
  (status !== 'Accepted' && (status === 'Expired' || validUntilOn < today));
