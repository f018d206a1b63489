import { msg, t } from '@lingui/core/macro';
import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button, ButtonLink } from '../ui/button.js';
import { Screen } from '../ui/frame.js';
import { useIsPhone } from '../ui/media.js';
import { EmptyState, QueryStates, SkeletonCards, SkeletonRows } from '../ui/states.js';
import { TabView, type TabsProps } from '../ui/tabs.js';
import { i18n } from '../words/i18n.js';
import { filtersAsAsked, ListTools, valueOf } from './filtering.js';
import type { Asked, ListFilter } from './list-filters.js';
import type { ListQuery } from './list-query.js';
import { ListRows, type ListRowsProps } from './list-rows.js';
import { LoadMore } from './load-more.js';
import { counted } from './nouns.js';
import { Staleness } from './staleness.js';

/** Whole sentences: their parts are in another order, or of another gender, in another language. */
const words = {
  alert: {
    failed: msg`Failed to load alerts`,
    loading: msg`Loading alerts`,
    from: (age: string) => t`Showing alerts from ${age}`,
  },
  bill: {
    failed: msg`Failed to load bills`,
    loading: msg`Loading bills`,
    from: (age: string) => t`Showing bills from ${age}`,
  },
  customer: {
    failed: msg`Failed to load customers`,
    loading: msg`Loading customers`,
    from: (age: string) => t`Showing customers from ${age}`,
  },
  'follow-up': {
    failed: msg`Failed to load follow-ups`,
    loading: msg`Loading follow-ups`,
    from: (age: string) => t`Showing follow-ups from ${age}`,
  },
  lead: {
    failed: msg`Failed to load leads`,
    loading: msg`Loading leads`,
    from: (age: string) => t`Showing leads from ${age}`,
  },
  offer: {
    failed: msg`Failed to load offers`,
    loading: msg`Loading offers`,
    from: (age: string) => t`Showing offers from ${age}`,
  },
  package: {
    failed: msg`Failed to load packages`,
    loading: msg`Loading packages`,
    from: (age: string) => t`Showing packages from ${age}`,
  },
  product: {
    failed: msg`Failed to load products`,
    loading: msg`Loading products`,
    from: (age: string) => t`Showing products from ${age}`,
  },
  visit: {
    failed: msg`Failed to load visits`,
    loading: msg`Loading visits`,
    from: (age: string) => t`Showing visits from ${age}`,
  },
};
type ListNoun = keyof typeof words;

interface ListPageProps<Filters, Item> {
  title: string;
  /** Noun of the listed records: "lead". */
  what: ListNoun;
  /** At the end of the top bar. */
  actions?: ReactNode;
  asked: Asked<Filters>;
  search: { label: string; placeholder: string };
  filters: readonly ListFilter<keyof Filters & string>[];
  /** Beside search and filters. */
  tools?: ReactNode;
  /**
   * By what it is filtered first: its filter's name, and each of its values with how many there
   * are.
   */
  tabs: Pick<TabsProps<string>, 'label' | 'tabs'> & { name: keyof Filters & string };
  list: ListQuery & {
    readonly items: readonly Item[];
    /** How many of what the server has counted are not shown. */
    readonly hidden?: number;
  };
  /** A number, or "1,000+"; left out, as many as the tab has, where that is counted. */
  total?: number | string | undefined;
  /** Label of the button that retries; "Retry" by default. */
  retry?: string;
  /** Label of the button that loads more; "Load More" by default. */
  more?: string;
  /** The shape of what comes; left out, rows of a table with room and cards on the phone. */
  skeleton?: ReactNode;
  /** Between the tabs and the list. */
  intro?: ReactNode;
  /** Directly above the rows: what waits on this device. */
  above?: ReactNode;
  /** Words for filters that match nothing: "No leads match"; false while nothing is filtered. */
  none: string | false;
  /** Further words for filters that match nothing; the active filters by default. */
  noneSays?: string;
  /** A day without work has no drawing. */
  isDayOff?: boolean;
  /** How filters are taken off then, if not all of them along with the tab. */
  onClear?: () => void;
  /** Content of a list without any records. */
  empty: ReactNode;
  /** How its rows are drawn, called what the page is called; or what stands instead of them. */
  rows: (Omit<ListRowsProps<Item>, 'label' | 'items'> & { label?: string }) | (() => ReactNode);
}

/** Adds one more to a list: the same on each of them, on a phone and on a desk. */
export function AddLink({ to, children }: { to: string; children: ReactNode }): ReactNode {
  return (
    <ButtonLink kind="primary" icon={Plus} to={to}>
      {children}
    </ButtonLink>
  );
}

/**
 * A list with its filters, tabs and pages, in all its states: loading, failed, out of date, empty.
 */
export function ListPage<Filters extends { readonly q: string }, Item>(
  props: ListPageProps<Filters, Item>,
): ReactNode {
  const { title, what, actions, asked, search, filters, tabs, list, intro, above, rows } = props;
  const phone = useIsPhone();
  const tab = valueOf(asked, tabs.name);
  // rows that stay until others come must fit their tab, and an empty tab says nothing of the next
  // one
  const [answered, setAnswered] = useState(tab);
  if (!list.isPlaceholderData && answered !== tab) setAnswered(tab);
  const { total = tabs.tabs.find(({ value }) => value === tab)?.count } = props;
  const shownTotal = typeof total === 'number' ? total - (list.hidden ?? 0) : total;
  const isOther = list.isPlaceholderData && (list.items.length === 0 || answered !== tab);
  return (
    <Screen title={title} actions={actions}>
      <TabView
        {...tabs}
        value={tab}
        onValue={(value) => asked.change({ [tabs.name]: value } as Partial<Filters>)}
        tools={
          <ListTools
            asked={asked}
            search={search}
            filters={filters}
            count={shownTotal === undefined ? undefined : counted(shownTotal, what)}
          >
            {props.tools}
          </ListTools>
        }
      >
        {intro}
        <Staleness
          says={words[what].from}
          failed={list.isError && list.data !== undefined}
          at={list.dataUpdatedAt}
        />
        {above}
        <QueryStates
          query={list}
          failed={i18n._(words[what].failed)}
          retry={props.retry}
          label={i18n._(words[what].loading)}
          skeleton={props.skeleton ?? (phone ? <SkeletonCards count={5} /> : <SkeletonRows />)}
          waits={isOther}
        >
          {() =>
            // a search may come back with nothing, and have looked at a part only
            list.items.length === 0 && !list.hasNextPage ? (
              <div className="card">
                {props.none === false ? props.empty : <NoMatch {...props} title={props.none} />}
              </div>
            ) : (
              // rows of other filters, until those that were asked for are there
              <div
                className="transition-opacity duration-(--ft-base) aria-busy:opacity-55 aria-busy:delay-300"
                aria-busy={list.isPlaceholderData}
              >
                {list.items.length > 0 &&
                  (typeof rows === 'function' ? (
                    rows()
                  ) : (
                    <ListRows label={title} items={list.items} {...rows} />
                  ))}
                <LoadMore
                  list={list}
                  shown={list.items.length}
                  total={shownTotal}
                  what={what}
                  more={props.more}
                />
              </div>
            )
          }
        </QueryStates>
      </TabView>
    </Screen>
  );
}

/**
 * Filters leave nothing: says which, `Nothing found for “zinc”, Lost, Architect.`, and clears them.
 */
function NoMatch<Filters extends { readonly q: string }, Item>(
  props: ListPageProps<Filters, Item> & { title: string },
): ReactNode {
  const { title, filters, tabs, noneSays, isDayOff, onClear = props.asked.clear } = props;
  const q = props.asked.filters.q.trim();
  const chosenTab = valueOf(props.asked, tabs.name);
  const tab = chosenTab !== 'All' && tabs.tabs.find(({ value }) => value === chosenTab)?.label;
  const chosen = filtersAsAsked(props.asked, filters).map((filter) => filter.isOn && filter.chosen);
  const asked = [q && `“${q}”`, tab, ...chosen].filter(Boolean).join(', ');
  return (
    <EmptyState
      title={title}
      art={isDayOff ? undefined : 'trace'}
      action={<Button onClick={onClear}>{t`Clear filters`}</Button>}
    >
      {noneSays ?? t`Nothing found for ${asked}.`}
    </EmptyState>
  );
}
