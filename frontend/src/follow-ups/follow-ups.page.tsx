import { msg, t } from '@lingui/core/macro';
import { CalendarDays, CircleDot, ListFilter } from 'lucide-react';
import type { ReactNode } from 'react';
import { groupBy } from '#domain/kernel/order.js';
import { daysBetween } from '#domain/kernel/values/days.js';
import { leadStatuses, leadTypes } from '#domain/leads/lead.values.js';
import { type FollowUpGroup, followUpGroups } from '#domain/visits/visit.values.js';
import type { UpcomingVisit } from '#domain/visits/visit.views.js';
import { useIsPhone } from '../browser/media.js';
import { addressOf } from '../lib/server/api.js';
import { optionsWithAll, typeNames, typeText } from '../kit/leads/lead-names.js';
import {
  filterCodec,
  idParam,
  choiceParam,
  searchParam,
  useListFilters,
} from '../kit/lists/list-filters.js';
import { ExportLink } from '../kit/lists/export-link.js';
import { useRowSelection } from '../kit/lists/row-selection.js';
import { ListPage } from '../kit/lists/list-page.js';
import { useListQuery } from '../kit/lists/list-query.js';
import { ListRows } from '../kit/lists/list-rows.js';
import { useOpenList } from './open-follow-ups.js';
import { useMemberFilter } from '../kit/team/member-filter.js';
import { ButtonLink } from '../ui/buttons/button.js';
import { useToday } from '../ui/display/figures.js';
import { dayHeading, weekdayText } from '../ui/display/format.js';
import { EmptyState, Skeleton, SkeletonCards } from '../ui/feedback/states.js';
import { choicesOf, i18n, type Names, optionsOf, translated } from '../words/i18n.js';
import { SelectedFollowUps } from './selected-follow-ups.js';
import { FollowUpRow } from './follow-up-row.js';
import { agendaColumns } from './upcoming-columns.js';

const statuses = ['All', ...leadStatuses] as const;
const followUpFilters = filterCodec({
  group: choiceParam(['All', ...followUpGroups], 'All'),
  q: searchParam,
  status: choiceParam(statuses, 'All'),
  type: choiceParam(['All', ...leadTypes], 'All'),
  member: idParam,
});

const keyOf = ({ followUpId }: UpcomingVisit): string => followUpId;
const nameOf = ({ leadName }: UpcomingVisit): string => leadName;

/** Groups in the order of their tabs. */
const groupNames: Names<FollowUpGroup | 'All'> = {
  All: msg`All`,
  due: msg`Due now`,
  overdue: msg`Overdue`,
  today: msg`Today`,
  tomorrow: msg`Tomorrow`,
  later: msg`Later`,
  finished: msg`Finished leads`,
};

/** Follow-ups below one heading. */
interface Section {
  readonly key: string;
  /** Whether its follow-ups are to be done today. */
  readonly isDue: boolean;
  readonly title: string;
  /** Date of a day whose title is a word, such as Tomorrow. */
  readonly date?: string | undefined;
  readonly items: readonly UpcomingVisit[];
}

function titleOf(day: string, today: string): Pick<Section, 'title' | 'date'> {
  const [title, date] = [dayHeading(day, today), weekdayText(day, today)];
  return title === date ? { title } : { title, date };
}

/** Groups consecutive follow-ups by day; all overdue ones share a heading. */
function groupIntoSections(
  items: readonly UpcomingVisit[],
  today: string,
  isFinished: boolean,
): readonly Section[] {
  const isLate = (day: string): boolean => !isFinished && daysBetween(today, day) < 0;
  const followUpsByDay = groupBy(items, ({ dueOn }) => (isLate(dueOn) ? 'overdue' : dueOn));
  return [...followUpsByDay].map(([key, sectionItems]) =>
    key === 'overdue'
      ? { key, isDue: true, title: i18n._(groupNames.overdue), items: sectionItems }
      : { key, isDue: key === today && !isFinished, ...titleOf(key, today), items: sectionItems },
  );
}

/** `/followups`: follow-ups by day or in a table, the most overdue first. */
export default function FollowUpsPage(): ReactNode {
  const filterState = useListFilters(followUpFilters);
  const { filters } = filterState;
  const isPhone = useIsPhone();
  const memberFilter = useMemberFilter('member', t`Sales rep`, filters.member);
  const today = useToday();
  const list = useOpenList(useListQuery('/api/follow-ups', followUpFilters.params(filters)));
  const { selected, isUnavailable, selection, clear } = useRowSelection(list, keyOf, nameOf);
  // The server counts by group and member only, so the counts are hidden under other filters.
  const counts = followUpFilters.isFiltered(filters, 'group', 'member')
    ? undefined
    : list.first?.counts;

  return (
    <ListPage
      title={t`Follow-ups`}
      noun="follow-up"
      actions={
        <ExportLink
          path="/api/follow-ups.csv"
          label={t`Export these follow-ups as CSV`}
          href={addressOf('/api/follow-ups.csv', followUpFilters.params(filters))}
        />
      }
      controls={{
        filterState,
        savesFilters: true,
        search: { label: t`Search follow-ups`, placeholder: t`Name, phone, city or note` },
        filters: [
          {
            name: 'status',
            icon: CircleDot,
            label: t`Lead status`,
            chipLabel: t`Status: ${translated(filters.status)}`,
            options: choicesOf(statuses),
          },
          {
            name: 'type',
            icon: ListFilter,
            label: t`Type of lead`,
            chipLabel: typeText(filters.type),
            options: optionsWithAll(typeNames),
          },
          ...memberFilter,
        ],
      }}
      tabs={{
        name: 'group',
        label: t`Due`,
        tabs: optionsOf(groupNames).map((tab) => ({
          ...tab,
          count: counts?.[tab.value],
        })),
      }}
      list={list}
      above={
        <SelectedFollowUps selected={selected} isUnavailable={isUnavailable} onClear={clear} />
      }
      loading={{
        skeleton: isPhone ? (
          <>
            <div className="mb-2">
              <Skeleton width="6rem" height="1.25rem" />
            </div>
            <SkeletonCards count={5} />
          </>
        ) : undefined,
      }}
      empty={{
        noMatchTitle: followUpFilters.isFiltered(filters) && t`No follow-ups found`,
        hidesDrawing: !followUpFilters.isFiltered(filters, 'group'),
        content: (
          <EmptyState
            title={t`No follow-ups found`}
            art={CalendarDays}
            action={<ButtonLink to="/leads">{t`View Leads`}</ButtonLink>}
          >
            {t`Plan a follow-up on a lead and it turns up here.`}
          </EmptyState>
        ),
      }}
      rows={() =>
        isPhone ? (
          groupIntoSections(list.items, today, filters.group === 'finished').map(
            ({ key, isDue, title, date, items: planned }) => (
              <section key={key} aria-labelledby={`due-${key}`} className="mb-3">
                <h2 id={`due-${key}`} className="t3 mb-1.5">
                  {title} {date && <span className="meta ml-1 font-regular">{date}</span>}
                </h2>
                <ListRows
                  label={title}
                  items={planned}
                  keyOf={keyOf}
                  className="card rows overflow-hidden"
                  card={(visit) => (
                    <FollowUpRow
                      visit={visit}
                      isNext={isDue && visit === list.items[0]}
                      hidesDay={key !== 'overdue'}
                    />
                  )}
                />
              </section>
            ),
          )
        ) : (
          <ListRows
            label={t`Follow-ups`}
            items={list.items}
            keyOf={keyOf}
            card={(visit) => <FollowUpRow visit={visit} />}
            columns={agendaColumns}
            selection={selection}
          />
        )
      }
    />
  );
}
