import { type ReactNode, useState } from 'react';
import { Button } from '../ui/button.js';
import { classes } from '../ui/classes.js';
import { LoadMore, Page, TopBar } from '../ui/frame.js';
import { useIsPhone } from '../ui/media.js';
import { EmptyState, ErrorState, Loading, SkeletonCards, SkeletonRows } from '../ui/states.js';
import { Tabs, type TabsProps } from '../ui/tabs.js';
import type { ListQuery } from './list-query.js';
import { Staleness } from './staleness.js';
import './lists.css';

interface ListPageProps<Tab extends string> {
  title: string;
  /** What is listed, one of it: "lead". */
  what: string;
  /** At the end of the top bar. */
  actions?: ReactNode;
  /** Search and filters. */
  tools: ReactNode;
  toolsClassName?: string;
  tabs: Omit<TabsProps<Tab>, 'controls' | 'className'>;
  list: Pick<
    ListQuery,
    | 'items'
    | 'data'
    | 'dataUpdatedAt'
    | 'isError'
    | 'isFetching'
    | 'isPlaceholderData'
    | 'refetch'
    | 'hasNextPage'
    | 'isFetchingNextPage'
    | 'fetchNextPage'
  >;
  /** A number, or "1,000+"; left out where it is not counted. */
  total?: number | string | undefined;
  /** What the button for more says, if not Load More. */
  more?: string;
  /** The shape of what comes; left out, rows of a table with room and cards on the phone. */
  skeleton?: ReactNode;
  /** Between the tabs and the list. */
  intro?: ReactNode;
  /** Directly above the rows: what waits on this device. */
  above?: ReactNode;
  /** What is said where there is nothing. */
  empty: ReactNode;
  children: () => ReactNode;
}

/** A list with its filters, tabs and pages, in all its states: loading, failed, out of date, empty. */
export function ListPage<Tab extends string>(props: ListPageProps<Tab>): ReactNode {
  const { title, what, actions, tools, toolsClassName, tabs, list, intro, above, empty, children } = props;
  const many = `${what}s`;
  const panel = `${many}-list`;
  const phone = useIsPhone();
  // rows that stay until others come must fit their tab, and an empty tab says nothing of the next one
  const [answered, setAnswered] = useState(tabs.value);
  if (!list.isPlaceholderData && answered !== tabs.value) setAnswered(tabs.value);
  const isOther = list.isPlaceholderData && (list.items.length === 0 || answered !== tabs.value);
  const chosen = tabs.tabs.find(({ value }) => value === tabs.value)?.label;
  return (
    <>
      <TopBar title={title} actions={actions} />
      <Page>
        <div className={classes('list-tools', toolsClassName)}>
          {tools}
          <Tabs {...tabs} controls={panel} />
        </div>
        <div id={panel} role="tabpanel" aria-label={`${title}, ${chosen}`} className="mt-3">
          {intro}
          <Staleness what={many} failed={list.isError && list.data !== undefined} at={list.dataUpdatedAt} />
          {above}
          {list.isError && !list.data ? (
            <div className="card">
              <ErrorState title={`Failed to load ${many}`} busy={list.isFetching} onRetry={() => void list.refetch()} />
            </div>
          ) : (
            <Loading
              when={!list.data || isOther}
              skeleton={props.skeleton ?? (phone ? <SkeletonCards count={5} /> : <SkeletonRows />)}
              label={`Loading ${many}`}
            >
              {() =>
                list.items.length === 0 ? (
                  <div className="card">{empty}</div>
                ) : (
                  <div className="list-body" aria-busy={list.isPlaceholderData}>
                    {children()}
                    <LoadMore
                      shown={list.items.length}
                      total={props.total}
                      what={what}
                      act={props.more}
                      hasMore={list.hasNextPage}
                      busy={list.isFetchingNextPage}
                      onMore={() => void list.fetchNextPage()}
                    />
                  </div>
                )
              }
            </Loading>
          )}
        </div>
      </Page>
    </>
  );
}

/** Filters leave nothing: says which, and clears them. */
export function NoMatch({ title, children, onClear }: { title: string; children: ReactNode; onClear: () => void }): ReactNode {
  return (
    <EmptyState title={title} art="trace" action={<Button onClick={onClear}>Clear filters</Button>}>
      {children}
    </EmptyState>
  );
}
