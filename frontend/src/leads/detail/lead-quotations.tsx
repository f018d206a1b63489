import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { Quotation } from '#domain/leads/lead.views.js';
import type { KnownLead } from '../../kit/leads/known-leads.js';
import { useDraftTotal } from '../../kit/quotations/draft-totals.js';
import { Money, Time } from '../../ui/display/figures.js';
import { InlineList, Card, Row } from '../../ui/layout/surface.js';
import { translated } from '../../words/i18n.js';
import { newestQuotations } from '../newest-quotations.js';

const MAX_SHOWN = 6;

/** Newest quotations of a lead. Quotations built in the product link to their screen. */
export function LeadQuotations({ lead: { quotations = [] } }: { lead: KnownLead }): ReactNode {
  if (quotations.length === 0) return null;
  return (
    <Card title={t`Quotations`} headerEnd={<span className="meta num">{quotations.length}</span>}>
      <ul className="rows pb-2">
        {newestQuotations(quotations)
          .slice(0, MAX_SHOWN)
          .map((quotation) => (
            <QuotationRow key={quotation.quotationId} {...quotation} />
          ))}
      </ul>
    </Card>
  );
}

/** Row of a quotation: its sum, then its number and state. */
function QuotationRow({
  quotationId,
  isBuilt,
  number,
  amountPaise,
  status,
  createdAt,
}: Quotation): ReactNode {
  const isDraft = status === 'Draft';
  const draftPaise = useDraftTotal(isBuilt && isDraft ? quotationId : undefined);
  const paise = draftPaise ?? amountPaise;
  const name = number ?? (isBuilt ? t`Draft` : t`Uploaded`);
  return (
    <Row
      {...(isBuilt && { to: `/quotations/${quotationId}` })}
      title={paise > 0 ? <Money as="plain" paise={paise} /> : <span className="num">{name}</span>}
      meta={
        <InlineList
          items={[
            paise > 0 && <span className="num">{name}</span>,
            isDraft ? t`Not sent yet` : translated(status),
            <Time at={createdAt} />,
          ]}
        />
      }
    />
  );
}
