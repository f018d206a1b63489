import { CalendarDays, CircleDot, ListFilter } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { LeadType } from '#domain/leads/lead.commands.js';
import { followUpGroups, type UpcomingVisit } from '#domain/visits/visit.views.js';
import { useHighlightedIds } from '../lib/live.js';
import { useMe } from '../lib/session.js';
import { MenuChip, Search } from '../shared/filtering.js';
import { ListBody } from '../shared/list-body.js';
import { allTypes, nothingWords, statuses, typeNames } from '../shared/labels.js';
import { Badge } from '../ui/badge.js';
import { Button, ButtonLink } from '../ui/button.js';
import { useToday } from '../ui/figures.js';
import { dayHeading, daysBetween } from '../ui/format.js';
import { Page, TopBar } from '../ui/frame.js';
import { AnimatedList } from '../ui/live.js';
import { Skeleton, SkeletonCards, EmptyState } from '../ui/states.js';
import { Tabs } from '../ui/tabs.js';
import { UpcomingCard } from './visit-cards.js';
import { type AgendaFilters, agendaParamsOf, useAgenda } from './visit-queries.js';
import './visits.css';

const groups = [
  { value: 'All', label: 'All' },
  { value: 'due', label: 'Due now' },
  { value: 'overdue', label: 'Overdue' },
  { value: 'today', label: 'Today' },
  { value: 'tomorrow', label: 'Tomorrow' },
  { value: 'later', label: 'Later' },
] as const;
const allStatuses = [{ value: 'All', label: 'All' }, ...statuses.map((value) => ({ value, label: value }))];

function filtersIn(search: URLSearchParams): AgendaFilters {
  const [group, status, type] = [search.get('group'), search.get('status'), search.get('type')];
  return {
    q: search.get('q')?.slice(0, 120) ?? '',
    group: followUpGroups.find((known) => known === group) ?? 'All',
    status: statuses.find((known) => known === status) ?? 'All',
    type: (Object.keys(typeNames) as LeadType[]).find((known) => known === type) ?? 'All',
  };
}

/** By more than when it is due. */
const isNarrowed = ({ q, status, type }: AgendaFilters): boolean => q.trim() !== '' || status !== 'All' || type !== 'All';

/** Runs of one day, in the order in which they come. */
function byDay(items: readonly UpcomingVisit[]): readonly { readonly day: string; readonly items: readonly UpcomingVisit[] }[] {
  const days = [...new Set(items.map(({ dueOn }) => dueOn))];
  return days.map((day) => ({ day, items: items.filter(({ dueOn }) => dueOn === day) }));
}

/** `/followups`: what is due, by the day, the longest overdue first. */
export default function FollowUpsPage(): ReactNode {
  const [search, setSearch] = useSearchParams();
  const filters = useMemo(() => filtersIn(search), [search]);
  const change = (changes: Partial<AgendaFilters>): void =>
    setSearch(agendaParamsOf({ ...filters, ...changes }), { replace: true, preventScrollReset: true });
  const me = useMe();
  const marked = useHighlightedIds();
  const today = useToday();
  const list = useAgenda(filters);
  // counted is what is due when; not what else is asked for
  const counts = isNarrowed(filters) ? undefined : list.data?.pages[0]?.counts;
  const items = useMemo(() => list.data?.pages.flatMap((page) => page.items) ?? [], [list.data]);

  return (
    <>
      <TopBar title="Follow-ups" />
      <Page>
        <div className="list-tools">
          <div className="row wrap gap-2">
            <div className="w-full md:w-auto md:grow">
              <Search label="Search follow-ups" placeholder="Name, phone, city or note" q={filters.q} onSearch={(q) => change({ q })} />
            </div>
            <MenuChip
              icon={CircleDot}
              label="Lead status"
              words={`Status: ${filters.status}`}
              value={filters.status}
              options={allStatuses}
              onValue={(status) => change({ status: status as AgendaFilters['status'] })}
            />
            <MenuChip
              icon={ListFilter}
              label="Type of lead"
              words={`Type: ${filters.type === 'All' ? 'All' : typeNames[filters.type]}`}
              value={filters.type}
              options={allTypes}
              onValue={(type) => change({ type: type as AgendaFilters['type'] })}
            />
          </div>
          <Tabs
            label="Due"
            controls="follow-ups-list"
            value={filters.group}
            onValue={(group) => change({ group })}
            tabs={groups.map(({ value, label }) => ({ value, label, count: counts?.[value] }))}
          />
        </div>
        <div id="follow-ups-list" role="tabpanel" aria-label={`Follow-ups, ${filters.group}`} className="mt-3">
          <ListBody
            list={list}
            shown={items.length}
            total={counts?.[filters.group]}
            what="follow-up"
            skeleton={<AgendaSkeleton />}
            empty={<Nothing filters={filters} onClear={() => setSearch({})} />}
          >
            {() =>
              byDay(items).map(({ day, items: due }) => (
                <section key={day} aria-labelledby={`due-${day}`} className="agenda-day mb-5">
                  <h2 id={`due-${day}`} className="t3 row mb-2 gap-2">
                    {dayHeading(day, today)}
                    {daysBetween(today, day) < 0 && <Badge tone="due-overdue">Overdue</Badge>}
                  </h2>
                  <AnimatedList items={due} keyOf={({ followUpId }) => followUpId} highlighted={marked} className="visit-cards">
                    {(visit) => <UpcomingCard visit={visit} meId={me.account.id} detailed />}
                  </AnimatedList>
                </section>
              ))
            }
          </ListBody>
        </div>
      </Page>
    </>
  );
}

function AgendaSkeleton(): ReactNode {
  return (
    <div className="agenda-day">
      <div className="mb-2 md:pt-3">
        <Skeleton width="6rem" height="1.25rem" />
      </div>
      <SkeletonCards count={5} className="visit-cards" />
    </div>
  );
}

function Nothing({ filters, onClear }: { filters: AgendaFilters; onClear: () => void }): ReactNode {
  const isAll = filters.group === 'All' && !isNarrowed(filters);
  if (isAll)
    return (
      <EmptyState title="No follow-ups found" art={CalendarDays} action={<ButtonLink to="/leads">View Leads</ButtonLink>}>
        Set a next date on a lead and it turns up here.
      </EmptyState>
    );
  return (
    <EmptyState title="No follow-ups found" art={isNarrowed(filters) ? 'trace' : undefined} action={<Button onClick={onClear}>Clear filters</Button>}>
      {nothingFor(filters)}
    </EmptyState>
  );
}

/** Names what was asked for: `Nothing overdue for “zinc”, status New, type Architect.` */
function nothingFor({ group, q, status, type }: AgendaFilters): string {
  const rest = [status !== 'All' && `status ${status}`, type !== 'All' && `type ${typeNames[type]}`].filter(Boolean).join(', ');
  return nothingWords(nothingDue[group], q, rest);
}
const nothingDue: Readonly<Record<AgendaFilters['group'], string>> = {
  All: 'Nothing',
  due: 'Nothing is due now',
  overdue: 'Nothing is overdue',
  today: 'Nothing is due today',
  tomorrow: 'Nothing is due tomorrow',
  later: 'Nothing is due later',
};
