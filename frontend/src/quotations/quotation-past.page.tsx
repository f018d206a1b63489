import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import type { QuotationDetail } from '#domain/quotations/quotation.views.js';
import { HistoryPage } from '../kit/history/history-page.js';
import { Card } from '../ui/layout/surface.js';
import { versionPaper } from './papers.js';
import { QuotationPaper } from './quotation-paper.js';
import { QuotationBadge } from './quotation-status.js';

/** `/quotations/{id}/history` */
export default function QuotationPastPage(): ReactNode {
  const { quotationId = '' } = useParams();
  return (
    <HistoryPage
      kind="quotation"
      id={quotationId}
      back={{ to: `/quotations/${quotationId}`, label: t`Back to quotation` }}
      list="/quotations"
      screen={(quotation) => <Then quotation={quotation} />}
    />
  );
}

/** Newest version as it was sent. A draft has no document yet. */
function Then({ quotation }: { quotation: QuotationDetail }): ReactNode {
  const { versions, acceptance, status } = quotation;
  const newest = versions[0];
  return (
    <Card
      title={newest ? t`Version ${newest.version}` : t`Draft of a quotation`}
      head={<QuotationBadge status={status} />}
      bodyClassName="pt-3"
    >
      {newest ? (
        <QuotationPaper {...versionPaper(newest, acceptance)} />
      ) : (
        <p className="label text-ink-2">{t`Nothing was sent yet. Its lines are among the fields.`}</p>
      )}
    </Card>
  );
}
