import { Plus } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { seesEverything } from '#domain/kernel/policy.js';
import { type VisitTab, visitTabs } from '#domain/visits/visit.views.js';
import { useAllJustChanged } from '../lib/live.js';
import { useMe } from '../lib/session.js';
import { Search } from '../shared/filtering.js';
import { ListBody } from '../shared/list-body.js';
import { useTeam } from '../shared/team.js';
import { Button, ButtonLink } from '../ui/button.js';
import { Segment } from '../ui/choice.js';
import { Combobox } from '../ui/combobox.js';
import { Field } from '../ui/field.js';
import { Page, TopBar } from '../ui/frame.js';
import { DateField } from '../ui/input.js';
import { MoveList } from '../ui/live.js';
import { Bone, EmptyState } from '../ui/states.js';
import { Tabs } from '../ui/tabs.js';
import { isNarrowed, type VisitFilters, visitFiltersIn, visitParamsOf } from './visit-filters.js';
import { keyOf, VisitCard } from './visit-cards.js';
import { useVisits } from './visit-queries.js';
import './visits.css';

const VisitMap = lazy(() => import('./visit-map.js'));

const tabNames: Readonly<Record<VisitTab, string>> = { upcoming: 'Upcoming', completed: 'Completed', cancelled: 'Cancelled' };
const noneOf: Readonly<Record<VisitTab, string>> = {
  upcoming: 'No upcoming site visits scheduled',
  completed: 'No completed visits yet',
  cancelled: 'No cancelled visits',
};

/** `/visits`: what is to come, what was made, and what was called off; as cards or on a map. */
export default function VisitsPage(): ReactNode {
  const [search, setSearch] = useSearchParams();
  const filters = useMemo(() => visitFiltersIn(search), [search]);
  const change = (changes: Partial<VisitFilters>): void =>
    setSearch(visitParamsOf({ ...filters, ...changes }), { replace: true, preventScrollReset: true });
  const [shown, setShown] = useState<'list' | 'map'>('list');
  const me = useMe();
  const marked = useAllJustChanged();
  const list = useVisits(filters);
  const visits = useMemo(() => list.data?.pages.flatMap(({ items }) => items) ?? [], [list.data]);

  return (
    <>
      <TopBar
        title="Site Visits"
        actions={
          <ButtonLink kind="primary" icon={Plus} to="/visits/new">
            New Visit
          </ButtonLink>
        }
      />
      <Page>
        <Tools filters={filters} onChange={change} shown={shown} onShown={setShown} />
        <div id="visits-list" role="tabpanel" aria-label={tabNames[filters.tab]} className="mt-3">
          <ListBody
            list={list}
            shown={visits.length}
            what="visit"
            act="Load More Visits"
            empty={<Nothing filters={filters} onClear={() => setSearch(filters.tab === 'upcoming' ? {} : { tab: filters.tab })} />}
          >
            {() =>
              shown === 'map' ? (
                <Suspense fallback={<Bone width="100%" height="24rem" />}>
                  <VisitMap visits={visits} />
                </Suspense>
              ) : (
                <MoveList items={visits} keyOf={keyOf} washed={marked} className="visit-cards" aria-label={tabNames[filters.tab]}>
                  {(visit) => <VisitCard visit={visit} meId={me.account.id} />}
                </MoveList>
              )
            }
          </ListBody>
        </div>
      </Page>
    </>
  );
}

interface ToolsProps {
  filters: VisitFilters;
  onChange: (changes: Partial<VisitFilters>) => void;
  shown: 'list' | 'map';
  onShown: (shown: 'list' | 'map') => void;
}

function Tools({ filters, onChange, shown, onShown }: ToolsProps): ReactNode {
  const me = useMe();
  const seesAll = me.role !== null && seesEverything(me.role);
  const team = useTeam({ enabled: seesAll });
  const everyone = { value: '', label: 'All sales reps' };
  const options = [everyone, ...(team.data?.members ?? []).map(({ memberId, name }) => ({ value: memberId, label: name }))];
  return (
    <div className="visit-tools">
      <div className="row gap-2">
        <Search label="Search visits" placeholder="Name, phone, city or note" q={filters.q} onSearch={(q) => onChange({ q })} />
        {filters.tab === 'completed' && (
          <Segment
            label="Show as"
            value={shown}
            onValue={onShown}
            options={[
              { value: 'list' as const, label: 'List' },
              { value: 'map' as const, label: 'Map' },
            ]}
          />
        )}
      </div>
      <div className="visit-narrow">
        <Field label="From">
          <DateField value={filters.from} max={filters.to || undefined} onChange={({ target }) => onChange({ from: target.value })} />
        </Field>
        <Field label="To">
          <DateField value={filters.to} min={filters.from || undefined} onChange={({ target }) => onChange({ to: target.value })} />
        </Field>
        {seesAll && (
          <Field label="Sales rep">
            <Combobox
              label="Sales rep"
              options={options}
              value={options.find(({ value }) => value === (filters.member ?? ''))}
              onValue={({ value }) => onChange({ member: value || undefined })}
            />
          </Field>
        )}
      </div>
      <Tabs
        label="Visits"
        controls="visits-list"
        value={filters.tab}
        onValue={(tab) => onChange({ tab })}
        tabs={visitTabs.map((value) => ({ value, label: tabNames[value] }))}
      />
    </div>
  );
}

function Nothing({ filters, onClear }: { filters: VisitFilters; onClear: () => void }): ReactNode {
  if (isNarrowed(filters))
    return (
      <EmptyState title="No visits match" art="trace" action={<Button onClick={onClear}>Clear filters</Button>}>
        No {tabNames[filters.tab].toLowerCase()} visit is as asked for.
      </EmptyState>
    );
  return (
    <EmptyState
      title={noneOf[filters.tab]}
      art="trace"
      action={
        <ButtonLink kind="primary" to="/visits/new">
          Schedule First Visit
        </ButtonLink>
      }
    />
  );
}
