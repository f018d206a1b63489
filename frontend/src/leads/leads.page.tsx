import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { type LeadSort, leadStatuses } from '#domain/leads/lead.values.js';
import { seesEverything } from '#domain/kernel/policy.js';
import type { LeadItem } from '#domain/leads/lead.views.js';
import { useOutbox } from '../lib/outbox.js';
import { useMe } from '../lib/session.js';
import { sortNames } from '../shared/labels.js';
import { useListFilters } from '../shared/list-filters.js';
import { AddLink, ListPage, NoMatch } from '../shared/list-page.js';
import { ListRows } from '../shared/list-rows.js';
import { StatusGlyph } from '../shared/status-badge.js';
import { useTeam } from '../shared/team.js';
import { ButtonLink } from '../ui/button.js';
import { useToday } from '../ui/figures.js';
import { money } from '../ui/format.js';
import { EmptyState } from '../ui/states.js';
import { isNewLead } from '../shared/queued-commands.js';
import { i18n, translated } from '../words/i18n.js';
import { LeadCard } from './lead-card.js';
import { leadColumns } from './lead-columns.js';
import { daysText, foundText, leadFilters, nothingFor } from './lead-filters.js';
import { listenToLeads } from './lead-live.js';
import { prefetchLead, useLeadList } from './lead-queries.js';
import { LeadTools } from './lead-tools.js';
import { QueuedLead } from './queued-lead.js';
import './leads.css';

listenToLeads();

const idOf = ({ leadId }: LeadItem): string => leadId;
const prefetch = ({ leadId }: LeadItem): void => prefetchLead(leadId);

/** `/leads`: every lead that I may see, found by search, status, type, assignee; live. */
export default function LeadsPage(): ReactNode {
  const { filters, change, clear } = useListFilters(leadFilters);
  const me = useMe();
  const today = useToday();
  const seesAll = me.role !== null && seesEverything(me.role);
  const team = useTeam({ enabled: seesAll });
  const list = useLeadList(filters);
  const { items, first } = list;
  const hasDays = filters.from !== '';
  const countOf = (tab: (typeof filters)['status']) => first && foundText(first.counts[tab], filters);
  const found = countOf(filters.status);
  const assignee = team.data?.members.find(({ memberId }) => memberId === filters.assignedTo)?.name;

  return (
    <ListPage
      title={t`Leads`}
      what="lead"
      actions={
        <AddLink to="/leads/new">
          <Trans>Add Lead</Trans>
        </AddLink>
      }
      tools={
        <LeadTools
          filters={filters}
          onChange={change}
          total={first?.counts[filters.status]}
          members={seesAll ? team.data?.members : undefined}
          meId={me.account.id}
        />
      }
      toolsClassName="is-short"
      tabs={{
        label: t`Status`,
        value: filters.status,
        onValue: (status) => change({ status }),
        tabs: [
          { value: 'All', label: t`All`, count: countOf('All') },
          ...leadStatuses.map((status) => ({
            value: status,
            label: translated(status),
            count: countOf(status),
            glyph: <StatusGlyph status={status} />,
          })),
        ],
      }}
      intro={
        <>
          <div className="row between mb-2 md:hidden">
            <span className="meta">{hasDays ? daysText(filters, today) : i18n._(sortNames[filters.sort])}</span>
            <span className="meta num">{found !== undefined && plural(found, { one: '# lead', other: '# leads' })}</span>
          </div>
          {filters.dayOf !== 'created' && first?.paise !== undefined && !list.isPlaceholderData && (
            <p className="meta mb-2">{filters.dayOf === 'quoted' ? t`${money(first.paise)} quoted` : t`${money(first.paise)} converted`}</p>
          )}
        </>
      }
      list={list}
      total={found}
      above={<Queued known={items} />}
      empty={
        leadFilters.isFiltered(filters, 'sort') ? (
          <NoMatch title={t`No leads match`} onClear={clear}>
            {nothingFor(filters, assignee, today)}
          </NoMatch>
        ) : (
          <FirstUse />
        )
      }
    >
      {() => (
        <ListRows
          label={t`Leads`}
          items={items}
          keyOf={idOf}
          card={(lead, highlighted) => <LeadCard lead={lead} justNow={highlighted} />}
          cardClassName="card relative"
          columns={leadColumns}
          sort={hasDays ? undefined : { by: filters.sort, onSort: (sort) => change({ sort: sort as LeadSort }) }}
          onPress={prefetch}
        />
      )}
    </ListPage>
  );
}

/** Leads of this device that are not in the list yet, newest first. */
function Queued({ known }: { known: readonly LeadItem[] }): ReactNode {
  const waiting = useOutbox()
    .filter(isNewLead)
    .filter(({ recordId }) => !known.some(({ leadId }) => leadId === recordId));
  if (waiting.length === 0) return null;
  return (
    <ul className="stack mb-2 gap-2" aria-label={t`Not sent yet`}>
      {waiting.toReversed().map((item) => (
        <QueuedLead key={item.commandId} item={item} />
      ))}
    </ul>
  );
}

function FirstUse(): ReactNode {
  return (
    <EmptyState
      title={t`No leads yet`}
      art="trace"
      action={
        <ButtonLink kind="primary" icon={Plus} to="/leads/new">
          <Trans>Add Lead</Trans>
        </ButtonLink>
      }
    >
      <Trans>Add the person you met on site. A name, a number and a city are enough.</Trans>
    </EmptyState>
  );
}
