import { t } from '@lingui/core/macro';
import { ArrowDownUp, CalendarDays, CalendarX2, ListFilter } from 'lucide-react';
import type { ReactNode } from 'react';
import { isWaitingGap } from '#domain/leads/gaps.js';
import { type LeadSort, leadStatuses } from '#domain/leads/lead.values.js';
import type { LeadItem } from '#domain/leads/lead.views.js';
import {
  optionsWithAll,
  gapNames,
  sortNames,
  typeNames,
  typeText,
} from '../../kit/leads/lead-names.js';
import { AsOfLink } from '../../kit/history/as-of-link.js';
import { useRowSelection } from '../../kit/lists/row-selection.js';
import { ExportLink } from '../../kit/lists/export-link.js';
import { useListFilters } from '../../kit/lists/list-filters.js';
import { useIsPhone } from '../../browser/media.js';
import { usePermissions } from '../../lib/account/session.js';
import { addressOf } from '../../lib/server/api.js';
import { AddLink, ListPage } from '../../kit/lists/list-page.js';
import { useListQuery } from '../../kit/lists/list-query.js';
import { StatusGlyph } from '../../kit/leads/status-badge.js';
import { useMemberFilter } from '../../kit/team/member-filter.js';
import { useToday } from '../../ui/display/figures.js';
import { money, shortMoney } from '../../ui/display/format.js';
import { EmptyState } from '../../ui/feedback/states.js';
import { lazyPart } from '../../ui/loading/code.js';
import { LazyMount, useDialogOf } from '../../ui/loading/lazy-mount.js';
import { countedNoun } from '../../kit/texts/nouns.js';
import { QueuedCards } from '../../kit/offline/queued-card.js';
import { isNewLead } from '../../kit/offline/queued-commands.js';
import { i18n, optionsOf, translated } from '../../words/i18n.js';
import { DayFilter } from './day-filter.js';
import { leadDaysText, foundText, leadFilters } from './lead-filters.js';
import '../lead-live.js';
import { SelectedLeads } from './selected-leads.js';
import { LeadCard, leadColumns, prefetchLead, QueuedLead } from './lead-rows.js';

const StatusDialog = lazyPart(() => import('../status-dialog.js'));

const idOf = ({ leadId }: LeadItem): string => leadId;
const nameOf = ({ name }: LeadItem): string => name;

/** `/leads`: the leads that this member may see, with search and filters. */
export default function LeadsPage(): ReactNode {
  const filterState = useListFilters(leadFilters);
  const { filters, change } = filterState;
  const memberFilter = useMemberFilter('assignedTo', t`Owner`, filters.assignedTo);
  const today = useToday();
  const isPhone = useIsPhone();
  // rows, counts and order come from views that change together
  const list = useListQuery('/api/leads', leadFilters.params(filters), { isTable: true });
  const { first } = list;
  const may = usePermissions();
  const { selected, isUnavailable, selection, clear } = useRowSelection(list, idOf, nameOf);
  const { item: chosenLead, openFor: askStatus, dialog } = useDialogOf<LeadItem>();
  const hasFixedOrder = filters.from !== '' || isWaitingGap(filters.gap);
  const countOf = (tab: (typeof filters)['status']) =>
    first && foundText(first.counts[tab], filters);
  const found = countOf(filters.status);
  const sum = first?.paise && !list.isPlaceholderData ? shortMoney(first.paise) : '';
  const sumText =
    sum !== '' && (filters.dayOf === 'converted' ? t`${sum} converted` : t`${sum} quoted`);
  const sumTitle = money(first?.paise ?? 0);

  return (
    <ListPage
      title={t`Leads`}
      noun="lead"
      // a phone shows the sum below its title, because it has no line above the list
      subtitle={
        isPhone && (
          <p className="meta num min-h-(--text-meta--line-height)" title={sumTitle}>
            {sumText}
          </p>
        )
      }
      actions={
        <>
          <AsOfLink />
          <ExportLink
            path="/api/leads.csv"
            label={t`Export these leads as CSV`}
            href={addressOf('/api/leads.csv', leadFilters.params(filters))}
          />
          <AddLink to="/leads/new">{t`Add Lead`}</AddLink>
        </>
      }
      controls={{
        filterState,
        savesFilters: true,
        search: { label: t`Search leads`, placeholder: t`Name, phone, city or site` },
        filters: [
          {
            name: 'type',
            icon: ListFilter,
            label: t`Type of lead`,
            chipLabel: typeText(filters.type),
            options: optionsWithAll(typeNames),
          },
          {
            name: 'gap',
            icon: CalendarX2,
            label: t`Next step`,
            chipLabel: filters.gap === 'All' ? t`Next step: any` : i18n._(gapNames[filters.gap]),
            options: optionsWithAll(gapNames),
          },
          {
            names: ['from', 'to', 'dayOf'],
            icon: CalendarDays,
            chipLabel: leadDaysText(filters, today),
            fields: <DayFilter filters={filters} onChange={change} />,
          },
          ...memberFilter,
          // a wide screen sorts by the heads of its columns
          ...(isPhone && !hasFixedOrder
            ? [
                {
                  name: 'sort' as const,
                  icon: ArrowDownUp,
                  label: t`Sort by`,
                  options: optionsOf(sortNames),
                  isSortOrder: true,
                },
              ]
            : []),
        ],
      }}
      tabs={{
        name: 'status',
        label: t`Status`,
        tabs: [
          { value: 'All', label: t`All`, count: countOf('All') },
          ...leadStatuses.map((status) => ({
            value: status,
            label: translated(status),
            count: countOf(status),
            glyph: <StatusGlyph status={status} />,
          })),
        ],
        below: !isPhone && first && sumText && (
          <p className="label num mb-2 text-ink-2" title={sumTitle}>
            <span className="font-strong text-ink">{sumText}</span>
            {typeof found === 'number' && (
              <>
                <span className="dot-sep" />
                {countedNoun(found, 'lead')}
              </>
            )}
          </p>
        ),
      }}
      list={list}
      above={
        <>
          <SelectedLeads selected={selected} isUnavailable={isUnavailable} onClear={clear} />
          <QueuedCards
            isListed={isNewLead}
            listedIds={list.items.map(idOf)}
            card={(item, onShow) => <QueuedLead item={item} onShow={onShow} />}
          />
          <LazyMount when={dialog.open}>
            {chosenLead && <StatusDialog key={chosenLead.leadId} lead={chosenLead} {...dialog} />}
          </LazyMount>
        </>
      }
      empty={{
        noMatchTitle: leadFilters.isFiltered(filters, 'sort') && t`No leads match`,
        content: (
          <EmptyState
            title={t`No leads yet`}
            art="trace"
            action={<AddLink to="/leads/new">{t`Add Lead`}</AddLink>}
          >
            {t`Add the person you met on site. A name, a number and a city are enough.`}
          </EmptyState>
        ),
      }}
      rows={{
        keyOf: idOf,
        card: (lead, highlighted) => (
          <LeadCard lead={lead} justNow={highlighted} onStatus={askStatus} />
        ),
        cardClassName: 'relative',
        className: 'card rows overflow-hidden',
        columns: leadColumns,
        selection: may('ReassignLead') ? selection : undefined,
        sort: hasFixedOrder
          ? undefined
          : { key: filters.sort, onSort: (sort) => change({ sort: sort as LeadSort }) },
        onPress: prefetchLead,
      }}
    />
  );
}
