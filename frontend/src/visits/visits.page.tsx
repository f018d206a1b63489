import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { type VisitTab, visitTabs } from '#domain/visits/visit.views.js';
import { useMe } from '../lib/session.js';
import { useListFilters } from '../shared/list-filters.js';
import { AddLink, ListPage, NoMatch } from '../shared/list-page.js';
import { useListQuery } from '../shared/list-query.js';
import { ListRows } from '../shared/list-rows.js';
import { useStillOpen } from '../shared/use-complete.js';
import { useTeam } from '../shared/team.js';
import { ButtonLink } from '../ui/button.js';
import { Segment } from '../ui/choice.js';
import { classes } from '../ui/classes.js';
import { useToday } from '../ui/figures.js';
import { EmptyState, SkeletonCards } from '../ui/states.js';
import { i18n, type Names } from '../words/i18n.js';
import { keyOf, VisitCard } from './visit-cards.js';
import { countOf, filteredText, nothingFor, tabNames, visitFilters } from './visit-filters.js';
import { VisitMap } from './visit-map.js';
import { VisitTools } from './visit-tools.js';
import './visits.css';

const noneOf: Names<VisitTab> = {
  upcoming: msg`No upcoming site visits scheduled`,
  completed: msg`No completed visits yet`,
  cancelled: msg`No cancelled visits`,
};

/** `/visits`: what is to come, what was made, and what was called off; as cards or on a map. */
export default function VisitsPage(): ReactNode {
  const { filters, change } = useListFilters(visitFilters);
  const [shown, setShown] = useState<'list' | 'map'>('list');
  const me = useMe();
  const today = useToday();
  const team = useTeam({ enabled: filters.member !== undefined });
  // each tab counts them all
  const list = useListQuery('visits', visitFilters.params(filters), ['follow-ups', 'visits', 'people']);
  const items = useStillOpen(list.items);
  const counts = list.first?.counts;
  const count = countOf(filters.tab, counts);
  const isCompleted = filters.tab === 'completed';
  // what the sheet of filters hides on the phone
  const words = filteredText(filters, team.data?.members.find(({ memberId }) => memberId === filters.member)?.name, today);

  return (
    <ListPage
      title={t`Site Visits`}
      what="visit"
      actions={
        <AddLink to="/visits/new">
          <Trans>New Visit</Trans>
        </AddLink>
      }
      tools={<VisitTools filters={filters} onChange={change} count={count} />}
      toolsClassName="visit-tools"
      tabs={{
        label: t`Visits`,
        value: filters.tab,
        onValue: (tab) => change({ tab }),
        tabs: visitTabs.map((value) => ({ value, label: i18n._(tabNames[value]), count: countOf(value, counts) })),
      }}
      intro={
        (isCompleted || words !== '') && (
          <div className={classes('row between mb-3', !isCompleted && 'md:hidden')}>
            <p className="meta md:hidden">{words}</p>
            {isCompleted && (
              <Segment
                label={t`Show as`}
                className="ml-auto flex-none"
                value={shown}
                onValue={setShown}
                options={[
                  { value: 'list', label: t`List` },
                  { value: 'map', label: t`Map` },
                ]}
              />
            )}
          </div>
        )
      }
      list={{ ...list, items }}
      total={typeof count === 'number' ? count - (list.items.length - items.length) : count}
      more={t`Load More Visits`}
      skeleton={<SkeletonCards count={6} className="visit-cards" />}
      empty={
        visitFilters.isFiltered(filters, 'tab') ? (
          <NoMatch title={t`No visits match`} onClear={() => change({ ...visitFilters.none, tab: filters.tab })}>
            {nothingFor(filters, words)}
          </NoMatch>
        ) : (
          <EmptyState
            title={i18n._(noneOf[filters.tab])}
            art="trace"
            action={
              <ButtonLink kind="primary" to="/visits/new">
                <Trans>Schedule First Visit</Trans>
              </ButtonLink>
            }
          />
        )
      }
    >
      {() =>
        isCompleted && shown === 'map' ? (
          <VisitMap filters={filters} visits={list.items} />
        ) : (
          <ListRows
            label={i18n._(tabNames[filters.tab])}
            items={items}
            keyOf={keyOf}
            card={(visit) => <VisitCard visit={visit} meId={me.account.id} />}
            className="visit-cards"
          />
        )
      }
    </ListPage>
  );
}
