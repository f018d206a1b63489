import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { QuotationDetail } from '#domain/quotations/quotation.views.js';
import { useQuotationSettings } from '../kit/quotations/quotation-record.js';
import { useMe } from '../lib/account/session.js';
import { EmptyState } from '../ui/feedback/states.js';
import { Card } from '../ui/layout/surface.js';
import { draftPaper, picturesOf } from './papers.js';
import { QuotationPaper } from './quotation-paper.js';
import { useLogoFileId } from './quotation-records.js';

/** Document of a draft with the organization's current settings. */
export function DraftCard({ quotation }: { quotation: QuotationDetail }): ReactNode {
  const { organization } = useMe();
  const { data: settings } = useQuotationSettings();
  const logoFileId = useLogoFileId();
  const { draft, customerName } = quotation;
  if (!draft || !settings) return null;
  const paper = draftPaper(draft as Parameters<typeof draftPaper>[0], settings, {
    customer: { name: customerName },
    person: quotation.assignedTo.name,
    organization: organization?.name ?? '',
    logoFileId,
    number: undefined,
  });
  return (
    <Card title={t`Draft`} bodyClassName="pt-3">
      {draft.lines.length === 0 ? (
        <EmptyState title={t`No lines yet`} />
      ) : (
        <QuotationPaper {...paper} pictures={picturesOf(quotation.products)} />
      )}
    </Card>
  );
}
