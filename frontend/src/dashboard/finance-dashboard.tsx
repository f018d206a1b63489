import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { paiseToCollect } from '#domain/customers/to-collect.js';
import { HideOnPastDays } from '../kit/records/past.js';
import { AsOfLink } from '../kit/history/as-of-link.js';
import { overdueCustomersPath, pendingBillsPath } from '../kit/leads/figure-links.js';
import { ListPreviewRow, ListPreviewCard } from '../kit/lists/list-preview-card.js';
import { useListQuery } from '../kit/lists/list-query.js';
import { personName } from '../kit/team/person-name.js';
import { ButtonLink } from '../ui/buttons/button.js';
import { Money, useToday } from '../ui/display/figures.js';
import { dayText } from '../ui/display/format.js';
import { Screen } from '../ui/layout/frame.js';
import { InlineList } from '../ui/layout/surface.js';
import { translated } from '../words/i18n.js';
import { MoneyFigures } from './money.js';

/** Rows of each card, which links to the whole list. */
const PREVIEW_COUNT = 8;

/** Dashboard of finance: money to collect, and bills that wait. */
export default function FinanceDashboard(): ReactNode {
  return (
    <Screen
      title={t`Dashboard`}
      actions={
        <>
          <AsOfLink />
          <ButtonLink to="/bills/totals">{t`Totals`}</ButtonLink>
        </>
      }
    >
      <MoneyFigures />
      <HideOnPastDays>
        <div className="grid grid-cols-1 items-start gap-3 lg:grid-cols-2">
          <OverdueCustomers />
          <WaitingBills />
        </div>
      </HideOnPastDays>
    </Screen>
  );
}

function OverdueCustomers(): ReactNode {
  const query = useListQuery('/api/customers', { payment: 'Overdue' });
  return (
    <ListPreviewCard
      title={t`Overdue payments`}
      listPath={overdueCustomersPath}
      query={query}
      failed={t`Failed to load customers`}
      emptyText={t`No payment is overdue.`}
    >
      {query.items.slice(0, PREVIEW_COUNT).map((customer) => (
        <ListPreviewRow
          key={customer.customerId}
          to={`/customers/${customer.customerId}`}
          name={customer.name}
          end={
            <Money as="plain" paise={paiseToCollect(customer)} className="font-medium text-ink" />
          }
        >
          {customer.city}
        </ListPreviewRow>
      ))}
    </ListPreviewCard>
  );
}

function WaitingBills(): ReactNode {
  const today = useToday();
  const query = useListQuery('/api/bills', { status: 'Pending' });
  return (
    <ListPreviewCard
      title={t`Bills to approve`}
      listPath={pendingBillsPath()}
      query={query}
      failed={t`Failed to load bills`}
      emptyText={t`No bill waits for a decision.`}
    >
      {query.items
        .slice(0, PREVIEW_COUNT)
        .map(({ billId, submittedBy, type, amountPaise, spentOn }) => (
          <ListPreviewRow
            key={billId}
            to={`/bills/${billId}`}
            name={personName(submittedBy)}
            end={<Money paise={amountPaise} className="font-medium text-ink" />}
          >
            <InlineList items={[translated(type), dayText(spentOn, today)]} />
          </ListPreviewRow>
        ))}
    </ListPreviewCard>
  );
}
