import { Plus } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { VisitCounts, VisitTab } from '#domain/visits/visit.views.js';
import { useHighlightedIds } from '../lib/live.js';
import { useMe } from '../lib/session.js';
import { ListBody } from '../shared/list-body.js';
import { useTeam } from '../shared/team.js';
import { Button, ButtonLink } from '../ui/button.js';
import { Segment } from '../ui/choice.js';
import { classes } from '../ui/classes.js';
import { useToday } from '../ui/figures.js';
import { Page, TopBar } from '../ui/frame.js';
import { AnimatedList } from '../ui/live.js';
import { Skeleton, SkeletonCards, EmptyState } from '../ui/states.js';
import { countOf, filteredText, isNarrowed, nothingFor, tabNames, type VisitFilters, visitFiltersIn, visitParamsOf } from './visit-filters.js';
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
  const marked = useHighlightedIds();
  const list = useVisits(filters);
  const counts = list.data?.pages[0]?.counts;
  const held = useHeld(counts);
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
        <VisitTools filters={filters} onChange={change} counts={held} />
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
            total={countOf(filters.tab, counts)}
            what="visit"
            skeleton={<SkeletonCards count={6} className="visit-cards" />}
            act="Load More Visits"
            empty={<Nothing filters={filters} onClear={() => setSearch(filters.tab === 'upcoming' ? {} : { tab: filters.tab })} />}
          >
            {() =>
              filters.tab === 'completed' && shown === 'map' ? (
                <Suspense fallback={<Skeleton width="100%" height="24rem" />}>
                  <VisitMap visits={visits} />
                </Suspense>
              ) : (
                <AnimatedList items={visits} keyOf={keyOf} highlighted={marked} className="visit-cards" aria-label={tabNames[filters.tab]}>
                  {(visit) => <VisitCard visit={visit} meId={me.account.id} />}
                </AnimatedList>
              )
            }
          </ListBody>
        </div>
      </Page>
    </>
  );
}

/** Until the next ones are there the tabs keep what they said, or they would jump. */
function useHeld(counts: VisitCounts | undefined): VisitCounts | undefined {
  const [held, setHeld] = useState(counts);
  if (counts !== undefined && counts !== held) setHeld(counts);
  return counts ?? held;
}

/** What is asked for beside the search, in words. */
function useFilteredText(filters: VisitFilters): string {
  const today = useToday();
  const team = useTeam({ enabled: filters.member !== undefined });
  return filteredText(filters, team.data?.members.find(({ memberId }) => memberId === filters.member)?.name, today);
}

/** What the sheet of filters hides on the phone. */
function Words({ filters, className }: { filters: VisitFilters; className?: string }): ReactNode {
  const words = useFilteredText(filters);
  return words === '' ? null : <p className={classes('meta md:hidden', className)}>{words}</p>;
}

function Nothing({ filters, onClear }: { filters: VisitFilters; onClear: () => void }): ReactNode {
  const words = useFilteredText(filters);
  if (isNarrowed(filters))
    return (
      <EmptyState title="No visits match" art="trace" action={<Button onClick={onClear}>Clear filters</Button>}>
        {nothingFor(filters, words)}
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
