import { ArrowUp, Plus } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { seesEverything } from '#domain/kernel/policy.js';
import type { LeadItem } from '#domain/leads/lead.views.js';
import { useHighlightedIds } from '../lib/live.js';
import { useOutbox } from '../lib/outbox.js';
import { useMe } from '../lib/session.js';
import { Button, ButtonLink } from '../ui/button.js';
import { useToday } from '../ui/figures.js';
import { counted, money } from '../ui/format.js';
import { Page, TopBar } from '../ui/frame.js';
import { AnimatedList } from '../ui/live.js';
import { useIsPhone } from '../ui/media.js';
import { SkeletonRows, EmptyState } from '../ui/states.js';
import { ListBody } from '../shared/list-body.js';
import { daysText, filtersIn, foundText, isFiltered, type LeadFilters, nothingFor, paramsOf } from './filters.js';
import { isNewLead } from './lead-captures.js';
import { LeadCard } from './lead-card.js';
import { listenToLeads } from './lead-live.js';
import { LeadTools } from './lead-tools.js';
import { LeadTable } from './lead-table.js';
import { useTeam } from '../shared/team.js';
import { useLeadList } from './lead-queries.js';
import { QueuedLead } from './queued-lead.js';
import { sortNames } from '../shared/labels.js';
import './leads.css';

listenToLeads();

function totalOf(total: number, filters: LeadFilters): string {
  const found = foundText(total, filters);
  return typeof found === 'number' ? counted(found, 'lead') : `${found} leads`;
}

/** `/leads`: every lead that I may see, found by search, status, type, assignee; live. */
export default function LeadsPage(): ReactNode {
  const [search, setSearch] = useSearchParams();
  const filters = useMemo(() => filtersIn(search), [search]);
  const change = (changes: Partial<LeadFilters>): void =>
    setSearch(paramsOf({ ...filters, ...changes }), { replace: true, preventScrollReset: true });
  const me = useMe();
  const today = useToday();
  const seesAll = me.role !== null && seesEverything(me.role);
  const team = useTeam({ enabled: seesAll });
  const phone = useIsPhone();
  const list = useLeadList(filters);
  const first = list.data?.pages[0];
  const leads = useMemo(() => list.data?.pages.flatMap(({ items }) => items) ?? [], [list.data]);
  const assignee = team.data?.members.find(({ memberId }) => memberId === filters.assignedTo)?.name;

  return (
    <>
      <TopBar
        title="Leads"
        actions={
          <>
            <ButtonLink kind="ghost" icon={Plus} to="/leads/new" className="px-2 text-accent-ink md:hidden">
              Add Lead
            </ButtonLink>
            <ButtonLink kind="primary" icon={Plus} to="/leads/new" className="max-md:hidden">
              Add Lead
            </ButtonLink>
          </>
        }
      />
      <Page>
        <LeadTools
          filters={filters}
          onChange={change}
          counts={first?.counts}
          total={first?.total}
          members={seesAll ? team.data?.members : undefined}
          meId={me.account.id}
        />
        <div id="leads-list" role="tabpanel" aria-label={`Leads, ${filters.status}`} className="mt-3">
          <div className="row between mb-2 md:hidden">
            <span className="meta">{filters.from === '' ? `By ${sortNames[filters.sort].toLowerCase()}` : daysText(filters, today)}</span>
            <span className="meta num">{first && totalOf(first.total, filters)}</span>
          </div>
          {filters.dayOf !== 'created' && first?.paise !== undefined && (
            <p className="meta mb-2">
              {money(first.paise)} {filters.dayOf}
            </p>
          )}
          <ListBody
            list={list}
            shown={leads.length}
            total={foundText(first?.total ?? leads.length, filters)}
            what="lead"
            skeleton={phone ? undefined : <SkeletonRows />}
            above={<Queued known={leads} />}
            empty={isFiltered(filters) ? <NoMatch filters={filters} assignee={assignee} today={today} onClear={() => setSearch({})} /> : <FirstUse />}
          >
            {() => <Rows leads={leads} filters={filters} onSort={(sort) => change({ sort })} meId={me.account.id} />}
          </ListBody>
        </div>
      </Page>
    </>
  );
}

function Rows({
  leads,
  filters,
  onSort,
  meId,
}: {
  leads: readonly LeadItem[];
  filters: LeadFilters;
  onSort: (sort: LeadFilters['sort']) => void;
  meId: string;
}): ReactNode {
  const phone = useIsPhone();
  const marked = useHighlightedIds();
  const [held, setHeld] = useState(false);
  return (
    <div
      onPointerDown={() => setHeld(true)}
      onPointerUp={() => setHeld(false)}
      onPointerCancel={() => setHeld(false)}
      onPointerLeave={() => setHeld(false)}
    >
      <NewAbove leads={leads} marked={marked} />
      {phone ? (
        <AnimatedList items={leads} keyOf={({ leadId }) => leadId} highlighted={marked} hold={held} className="lead-cards" aria-label="Leads">
          {(lead) => <LeadCard lead={lead} justNow={marked.has(lead.leadId)} />}
        </AnimatedList>
      ) : (
        <LeadTable
          leads={leads}
          sort={filters.from === '' ? filters.sort : undefined}
          onSort={onSort}
          isMarked={(id) => marked.has(id)}
          meId={meId}
        />
      )}
    </div>
  );
}

/** How far down a list is read before what comes on top is out of sight, in pixels. */
const outOfSight = 240;

/** "1 new": what came on top while somebody reads further down. The list does not move. */
function NewAbove({ leads, marked }: { leads: readonly LeadItem[]; marked: ReadonlySet<string> }): ReactNode {
  const known = useRef<ReadonlySet<string>>(undefined);
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const before = known.current;
    known.current = new Set(leads.map(({ leadId }) => leadId));
    if (!before || scrollY < outOfSight) return;
    const came = leads.filter(({ leadId }) => !before.has(leadId) && marked.has(leadId)).map(({ leadId }) => leadId);
    if (came.length > 0) setFresh((others) => new Set([...others, ...came]));
  }, [leads, marked]);
  useEffect(() => {
    if (fresh.size === 0) return undefined;
    const seen = (): void => {
      if (scrollY < outOfSight) setFresh(new Set());
    };
    addEventListener('scroll', seen, { passive: true });
    return () => removeEventListener('scroll', seen);
  }, [fresh]);
  if (fresh.size === 0) return null;
  return (
    <Button kind="primary" icon={ArrowUp} className="lead-new" onClick={() => scrollTo({ top: 0, behavior: 'smooth' })}>
      {fresh.size} new
    </Button>
  );
}

/** Leads of this device that are not in the list yet, newest first. */
function Queued({ known }: { known: readonly LeadItem[] }): ReactNode {
  const waiting = useOutbox()
    .filter(isNewLead)
    .filter(({ recordId }) => !known.some(({ leadId }) => leadId === recordId));
  if (waiting.length === 0) return null;
  return (
    <ul className="stack mb-2 gap-2" aria-label="Not sent yet">
      {waiting.toReversed().map((item) => (
        <QueuedLead key={item.commandId} item={item} />
      ))}
    </ul>
  );
}

interface NoMatchProps {
  filters: LeadFilters;
  assignee: string | undefined;
  today: string;
  onClear: () => void;
}

function NoMatch({ filters, assignee, today, onClear }: NoMatchProps): ReactNode {
  return (
    <EmptyState title="No leads match" art="trace" action={<Button onClick={onClear}>Clear filters</Button>}>
      {nothingFor(filters, assignee, today)}
    </EmptyState>
  );
}

function FirstUse(): ReactNode {
  return (
    <EmptyState
      title="No leads yet"
      art="trace"
      action={
        <ButtonLink kind="primary" icon={Plus} to="/leads/new">
          Add Lead
        </ButtonLink>
      }
    >
      Add the person you met on site. A name, a number and a city are enough.
    </EmptyState>
  );
}
