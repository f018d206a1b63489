import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadMore } from '../ui/frame.js';
import { SkeletonCards, ErrorState, Loading } from '../ui/states.js';
import { Staleness } from './staleness.js';
import './lists.css';

interface ListBodyProps {
  list: Pick<
    UseInfiniteQueryResult,
    'data' | 'dataUpdatedAt' | 'isError' | 'isFetching' | 'refetch' | 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'
  >;
  /** How many are loaded. */
  shown: number;
  /** A number, or "1,000+"; left out where it is not counted. */
  total?: number | string | undefined;
  /** What is listed, one of it: "lead". */
  what: string;
  /** What the button for more says, if not Load More. */
  act?: string;
  /** The shape of what comes, where that is not cards below each other. */
  skeleton?: ReactNode;
  /** What stands between how old the list is and the list: what waits on this device. */
  above?: ReactNode;
  /** What is said where there is nothing. */
  empty: ReactNode;
  children: () => ReactNode;
}

/** A list in all its states: how old it is, on its way, failed with a Retry, empty with what to do, and its pages. */
export function ListBody({
  list,
  shown,
  total,
  what,
  act,
  skeleton = <SkeletonCards count={5} />,
  above,
  empty,
  children,
}: ListBodyProps): ReactNode {
  const many = `${what}s`;
  return (
    <>
      <Staleness what={many} failed={list.isError && list.data !== undefined} at={list.dataUpdatedAt} />
      {above}
      {list.isError && !list.data ? (
        <div className="card">
          <ErrorState title={`Failed to load ${many}`} busy={list.isFetching} onRetry={() => void list.refetch()} />
        </div>
      ) : (
        <Loading when={!list.data} skeleton={skeleton} label={`Loading ${many}`}>
          {() =>
            shown === 0 ? (
              <div className="card">{empty}</div>
            ) : (
              <>
                {children()}
                <LoadMore
                  shown={shown}
                  total={total}
                  what={what}
                  act={act}
                  hasMore={list.hasNextPage}
                  busy={list.isFetchingNextPage}
                  onMore={() => void list.fetchNextPage()}
                />
              </>
            )
          }
        </Loading>
      )}
    </>
  );
}
