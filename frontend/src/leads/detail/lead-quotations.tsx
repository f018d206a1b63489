import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { KnownLead } from '../../kit/leads/known-leads.js';
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
          .map(({ quotationId, isBuilt, number, amountPaise, status, createdAt }) => (
            <Row
              key={quotationId}
              {...(isBuilt && { to: `/quotations/${quotationId}` })}
              title={<span className="num">{number ?? (isBuilt ? t`Draft` : t`Uploaded`)}</span>}
              meta={<InlineList items={[translated(status), <Time at={createdAt} />]} />}
              end={
                // a draft has no sum before it is sent
                amountPaise > 0 && (
                  <Money as="plain" paise={amountPaise} className="label font-medium" />
                )
              }
            />
          ))}
      </ul>
    </Card>
  );
}
