import { Plus } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { VisitTab } from '#domain/visits/visit.views.js';
import { useAllJustChanged } from '../lib/live.js';
import { useMe } from '../lib/session.js';
import { ListBody } from '../shared/list-body.js';
import { useTeam } from '../shared/team.js';
import { Button, ButtonLink } from '../ui/button.js';
import { Segment } from '../ui/choice.js';
import { classes } from '../ui/classes.js';
import { useToday } from '../ui/figures.js';
import { Page, TopBar } from '../ui/frame.js';
import { MoveList } from '../ui/live.js';
import { Bone, EmptyState } from '../ui/states.js';
import { filteredText, isNarrowed, tabNames, type VisitFilters, visitFiltersIn, visitParamsOf } from './visit-filters.js';
import { keyOf, VisitCard } from './visit-cards.js';
import { useVisits } from './visit-queries.js';
import { VisitTools } from './visit-tools.js';
import './visits.css';

const VisitMap = lazy(() => import('./visit-map.js'));

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
        <VisitTools filters={filters} onChange={change} />
        <div id="visits-list" role="tabpanel" aria-label={tabNames[filters.tab]} className="mt-3">
          {filters.tab === 'completed' && (
            <div className="row between mb-3">
              <Words filters={filters} />
              <Segment
                label="Show as"
                className="ml-auto flex-none"
                value={shown}
                onValue={setShown}
                options={[
                  { value: 'list' as const, label: 'List' },
                  { value: 'map' as const, label: 'Map' },
                ]}
              />
            </div>
          )}
          {filters.tab !== 'completed' && <Words filters={filters} className="mb-3" />}
          <ListBody
            list={list}
            shown={visits.length}
            what="visit"
            act="Load More Visits"
            empty={<Nothing filters={filters} onClear={() => setSearch(filters.tab === 'upcoming' ? {} : { tab: filters.tab })} />}
          >
            {() =>
              filters.tab === 'completed' && shown === 'map' ? (
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

/** What the sheet of filters hides on the phone. */
function Words({ filters, className }: { filters: VisitFilters; className?: string }): ReactNode {
  const today = useToday();
  const team = useTeam({ enabled: filters.member !== undefined });
  const words = filteredText(filters, team.data?.members.find(({ memberId }) => memberId === filters.member)?.name, today);
  return words === '' ? null : <p className={classes('meta md:hidden', className)}>{words}</p>;
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
