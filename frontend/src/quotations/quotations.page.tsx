import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { quotationStatuses } from '#domain/quotations/quotation.values.js';
import type { QuotationItem } from '#domain/quotations/quotation.views.js';
import { dayRange } from '../kit/lists/day-range.js';
import {
  dayParam,
  filterCodec,
  idParam,
  choiceParam,
  searchParam,
  useListFilters,
} from '../kit/lists/list-filters.js';
import { AddLink, ListPage } from '../kit/lists/list-page.js';
import { useListQuery } from '../kit/lists/list-query.js';
import { QueuedCards } from '../kit/offline/queued-card.js';
import { isNewQuotation } from '../kit/offline/queued-commands.js';
import { useMemberFilter } from '../kit/team/member-filter.js';
import { ButtonLink } from '../ui/buttons/button.js';
import { Money, useToday } from '../ui/display/figures.js';
import { EmptyState } from '../ui/feedback/states.js';
import { translated } from '../words/i18n.js';
import './quotation-records.js';
import { QuotationCard, QueuedQuotation, quotationColumns } from './quotation-rows.js';

const statuses = ['All', ...quotationStatuses] as const;
const quotationFilters = filterCodec({
  status: choiceParam(statuses, 'All'),
  member: idParam,
  q: searchParam,
  from: dayParam,
  to: dayParam,
});
const idOf = ({ quotationId }: QuotationItem): string => quotationId;

/** `/quotations`: uploaded and built quotations of the member, or of the whole organization. */
export default function QuotationsPage(): ReactNode {
  const filterState = useListFilters(quotationFilters);
  const { filters, change } = filterState;
  const today = useToday();
  const list = useListQuery('/api/quotations', quotationFilters.params(filters), { isTable: true });
  const { counts, paise } = list.first ?? {};
  const sum = paise && sumOf(paise, filters.status);
  return (
    <ListPage
      title={t`Quotations`}
      noun="quotation"
      actions={<AddLink to="/quotations/new">{t`New quotation`}</AddLink>}
      controls={{
        filterState,
        savesFilters: true,
        search: { label: t`Search quotations`, placeholder: t`Number, customer or phone` },
        filters: [
          ...useMemberFilter('member', t`Quotations of`, filters.member),
          dayRange(filters, change, today),
        ],
      }}
      tabs={{
        name: 'status',
        label: t`Status`,
        tabs: statuses.map((status) => ({
          value: status,
          label: translated(status),
          count: counts?.[status],
        })),
        below: sum !== undefined && sum > 0 && (
          <p className="label row wrap mb-2 gap-2 text-ink-2">
            {filters.status === 'All' ? t`Quoted in all` : translated(filters.status)}
            <Money as="short" paise={sum} className="font-medium text-ink" />
          </p>
        ),
      }}
      list={list}
      above={
        <QueuedCards
          isListed={isNewQuotation}
          listedIds={list.items.map(idOf)}
          card={(item, onShow) => <QueuedQuotation item={item} onShow={onShow} />}
        />
      }
      empty={{
        noMatchTitle: quotationFilters.isFiltered(filters) && t`No quotations match`,
        content: (
          <EmptyState
            title={t`No quotations yet`}
            art="trace"
            action={<ButtonLink to="/quotations/new">{t`Choose a lead`}</ButtonLink>}
          >
            {t`A quotation is built or uploaded from its lead.`}
          </EmptyState>
        ),
      }}
      rows={{
        keyOf: idOf,
        card: (quotation) => <QuotationCard quotation={quotation} />,
        cardClassName: 'card',
        columns: quotationColumns,
      }}
    />
  );
}

/** Sum of a tab's quotations: of one status, or of all. */
const sumOf = (
  paise: Readonly<Record<string, number>>,
  status: (typeof statuses)[number],
): number =>
  status === 'All'
    ? Object.values(paise).reduce((total, amount) => total + amount, 0)
    : (paise[status] ?? 0);
