import { msg, t } from '@lingui/core/macro';
import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button, ButtonLink } from '../../ui/buttons/button.js';
import { Screen } from '../../ui/layout/frame.js';
import { useIsPhone } from '../../browser/media.js';
import { EmptyState, QueryStates, SkeletonCards, SkeletonRows } from '../../ui/feedback/states.js';
import { TabView, type TabsProps } from '../../ui/layout/tabs.js';
import { i18n } from '../../words/i18n.js';
import { describeFilters, ListTools, valueOf } from './filtering.js';
import type { FilterState, ListFilter } from './list-filters.js';
import type { ListQuery } from './list-query.js';
import { ListRows, type ListRowsProps } from './list-rows.js';
import { LoadMore } from './load-more.js';
import { SavedFiltersMenu } from './saved-filters-menu.js';
import { countedNoun } from '../texts/nouns.js';
import { HideOnPastDays } from '../records/past.js';
import { Staleness } from '../records/staleness.js';

/** Whole sentences, because word order and gender differ between languages. */
const texts = {
  notification: {
    failed: msg`Failed to load alerts`,
    loading: msg`Loading notifications`,
    staleText: (age: string) => t`Showing notifications from ${age}`,
  },
  bill: {
    failed: msg`Failed to load bills`,
    loading: msg`Loading bills`,
    staleText: (age: string) => t`Showing bills from ${age}`,
  },
  customer: {
    failed: msg`Failed to load customers`,
    loading: msg`Loading customers`,
    staleText: (age: string) => t`Showing customers from ${age}`,
  },
  'follow-up': {
    failed: msg`Failed to load follow-ups`,
    loading: msg`Loading follow-ups`,
    staleText: (age: string) => t`Showing follow-ups from ${age}`,
  },
  lead: {
    failed: msg`Failed to load leads`,
    loading: msg`Loading leads`,
    staleText: (age: string) => t`Showing leads from ${age}`,
  },
  offer: {
    failed: msg`Failed to load offers`,
    loading: msg`Loading offers`,
    staleText: (age: string) => t`Showing offers from ${age}`,
  },
  package: {
    failed: msg`Failed to load packages`,
    loading: msg`Loading packages`,
    staleText: (age: string) => t`Showing packages from ${age}`,
  },
  product: {
    failed: msg`Failed to load products`,
    loading: msg`Loading products`,
    staleText: (age: string) => t`Showing products from ${age}`,
  },
  quotation: {
    failed: msg`Failed to load quotations`,
    loading: msg`Loading quotations`,
    staleText: (age: string) => t`Showing quotations from ${age}`,
  },
  visit: {
    failed: msg`Failed to load visits`,
    loading: msg`Loading visits`,
    staleText: (age: string) => t`Showing visits from ${age}`,
  },
};
type ListNoun = keyof typeof texts;

interface ListPageProps<Filters, Item> {
  title: string;
  /** Noun of the records: "lead". */
  noun: ListNoun;
  /** Text below the title. */
  subtitle?: ReactNode;
  /** Actions at the end of the top bar. */
  actions?: ReactNode;
  controls: ListControls<Filters>;
  /** Tabs by the first filter: its name, and its values with their counts. */
  tabs: Pick<TabsProps<string>, 'label' | 'tabs'> & {
    name: keyof Filters & string;
    /** Controls at the end of the tabs' row. */
    end?: ReactNode;
    /** Content between tabs and list. It gets the tools that a phone folds. */
    below?: ReactNode | ((tools: ReactNode) => ReactNode);
  };
  list: ListQuery & {
    readonly items: readonly Item[];
    /** Number of counted rows that are hidden. */
    readonly hidden?: number;
    /** Number, or "1,000+"; default is the tab's count. */
    readonly total?: number | string | undefined;
    /** Number of rows, if some stand for several records. */
    readonly rows?: number;
  };
  /** Content above the rows, such as unsent records. */
  above?: ReactNode;
  loading?: {
    /** Placeholder; default is table rows, or cards on a phone. */
    skeleton?: ReactNode;
    /** Label of the retry button. */
    retryLabel?: string;
    /** Label of the button that loads more. */
    moreLabel?: string;
    /** Whether more rows can be loaded; default is true. */
    hasPages?: boolean;
  };
  empty: EmptyList;
  /** Rows, or a function that renders something else. */
  rows: (Omit<ListRowsProps<Item>, 'label' | 'items'> & { label?: string }) | (() => ReactNode);
}

/** Search, filters and further tools above a list. */
interface ListControls<Filters> {
  filterState: FilterState<Filters>;
  search: { label: string; placeholder: string };
  filters: readonly ListFilter<keyof Filters & string>[];
  /** Further tools beside search and filters. */
  tools?: ReactNode;
  /** Whether filters can be saved under a name. */
  savesFilters?: true;
  /** Whether a phone hides tabs and all tools but the filters, to leave room to the content. */
  isFolded?: boolean;
  /** Clears the filters; default clears all of them and the tab. */
  onClear?: () => void;
}

/** Texts of a list without rows. */
interface EmptyList {
  /** Title if the filters match nothing: "No leads match"; false while nothing is filtered. */
  noMatchTitle: string | false;
  /** Text if the filters match nothing; default names the active filters. */
  noMatchText?: string;
  /** Hides the drawing of an empty state. */
  hidesDrawing?: boolean;
  /** Content of a list without records. */
  content: ReactNode;
}

/** Button that adds a record to a list. */
export function AddLink({ to, children }: { to: string; children: ReactNode }): ReactNode {
  // on a phone, the button in the navigation is the main one
  const isPhone = useIsPhone();
  return (
    <HideOnPastDays>
      <ButtonLink
        kind={isPhone ? 'ghost' : 'primary'}
        icon={Plus}
        to={to}
        className="max-md:px-3 max-md:text-accent-ink"
      >
        {children}
      </ButtonLink>
    </HideOnPastDays>
  );
}

/** Page of a list with filters, tabs and pages, in all states: loading, failed, outdated, empty. */
export function ListPage<Filters extends { readonly q: string }, Item>({
  title,
  noun,
  subtitle,
  actions,
  controls,
  tabs: { below, end, ...tabs },
  list,
  above,
  loading = {},
  empty,
  rows,
}: ListPageProps<Filters, Item>): ReactNode {
  const { filterState, search, filters } = controls;
  const isPhone = useIsPhone();
  const tab = valueOf(filterState, tabs.name);
  // placeholder rows of another tab are not shown
  const [shownTab, setShownTab] = useState(tab);
  if (!list.isPlaceholderData && shownTab !== tab) setShownTab(tab);
  const countOfTab = tabs.tabs.find(({ value }) => value === tab)?.count;
  const total = list.total ?? countOfTab;
  const shownTotal = typeof total === 'number' ? total - (list.hidden ?? 0) : total;
  const hidesTools = controls.isFolded === true && isPhone;
  const tools = (
    <ListTools
      filterState={filterState}
      search={search}
      filters={filters}
      isFolded={hidesTools}
      count={shownTotal === undefined ? undefined : countedNoun(shownTotal, noun)}
    >
      {controls.tools}
      {controls.savesFilters && isPhone && <SavedFiltersMenu />}
    </ListTools>
  );
  const hasRowsOfTab = list.items.length > 0 && shownTab === tab;
  return (
    <Screen
      title={title}
      subtitle={subtitle}
      actions={
        <>
          {controls.savesFilters && !isPhone && <SavedFiltersMenu />}
          {actions}
        </>
      }
    >
      <TabView
        label={tabs.label}
        tabs={hidesTools ? [] : tabs.tabs}
        value={tab}
        onValue={(value) => filterState.change({ [tabs.name]: value } as Partial<Filters>)}
        tools={!hidesTools && tools}
        end={end}
      >
        {typeof below === 'function' ? below(hidesTools && tools) : below}
        <Staleness
          describe={texts[noun].staleText}
          failed={list.isError && list.data !== undefined}
          at={list.dataUpdatedAt}
        />
        {above}
        <QueryStates
          query={list}
          failed={i18n._(texts[noun].failed)}
          retry={loading.retryLabel}
          label={i18n._(texts[noun].loading)}
          skeleton={loading.skeleton ?? (isPhone ? <SkeletonCards count={5} /> : <SkeletonRows />)}
          isWaiting={list.isPlaceholderData && !hasRowsOfTab}
        >
          {() =>
            // a search that has found nothing yet may have further pages
            list.items.length === 0 && !list.hasNextPage ? (
              <div className="card">
                {empty.noMatchTitle === false ? (
                  empty.content
                ) : (
                  <NoMatch {...empty} title={empty.noMatchTitle} controls={controls} tabs={tabs} />
                )}
              </div>
            ) : (
              // dimmed while rows of the previous filters are shown
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
                {loading.hasPages !== false && (
                  <LoadMore
                    list={list}
                    shown={list.items.length}
                    total={shownTotal}
                    noun={noun}
                    rows={list.rows}
                    label={loading.moreLabel}
                  />
                )}
              </div>
            )
          }
        </QueryStates>
      </TabView>
    </Screen>
  );
}

/** Empty state of a filtered list: `Nothing found for “zinc”, Lost, Architect.` */
function NoMatch<Filters extends { readonly q: string }>({
  title,
  controls: { filterState, filters, onClear = filterState.clear },
  tabs,
  noMatchText,
  hidesDrawing,
}: Omit<EmptyList, 'noMatchTitle' | 'content'> &
  Pick<ListPageProps<Filters, never>, 'title' | 'controls' | 'tabs'>): ReactNode {
  const q = filterState.filters.q.trim();
  const chosenTab = valueOf(filterState, tabs.name);
  const tab = chosenTab !== 'All' && tabs.tabs.find(({ value }) => value === chosenTab)?.label;
  const chosen = describeFilters(filterState, filters).map(
    (filter) => filter.isSet && filter.chosen,
  );
  const activeFilters = [q && `“${q}”`, tab, ...chosen].filter(Boolean).join(', ');
  return (
    <EmptyState
      title={title}
      art={hidesDrawing ? undefined : 'trace'}
      action={<Button onClick={onClear}>{t`Clear filters`}</Button>}
    >
      {noMatchText ?? t`Nothing found for ${activeFilters}.`}
    </EmptyState>
  );
}
