import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import type { QuotationDetail } from '#domain/quotations/quotation.views.js';
import { HistoryPage } from '../kit/history/history-page.js';
import { Card } from '../ui/layout/surface.js';
import { DraftCard } from './draft-card.js';
import { versionPaper } from './papers.js';
import { QuotationPaper } from './quotation-paper.js';
import { QuotationBadge } from './quotation-status.js';

/** `/quotations/{id}/history` */
export default function QuotationHistoryPage(): ReactNode {
  const { quotationId = '' } = useParams();
  return (
    <HistoryPage
      kind="quotation"
      id={quotationId}
      back={{ to: `/quotations/${quotationId}`, label: t`Back to quotation` }}
      list="/quotations"
      screen={(quotation) => <PastQuotation quotation={quotation} />}
    />
  );
}

/** Draft with the current settings, and the newest version as it was sent. */
function PastQuotation({ quotation }: { quotation: QuotationDetail }): ReactNode {
  const { versions, status, draft } = quotation;
  const newest = versions[0];
  return (
    <div className="stack gap-3">
      {draft && <DraftCard quotation={quotation} />}
      {newest && (
        <Card
          title={t`Version ${newest.version}`}
          headerEnd={<QuotationBadge status={status} />}
          bodyClassName="pt-3"
        >
          <QuotationPaper {...versionPaper(newest, quotation)} />
        </Card>
      )}
    </div>
  );
}
