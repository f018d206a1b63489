import { plural, t } from '@lingui/core/macro';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../ui/buttons/button.js';
import { shownOf } from '../../ui/display/format.js';
import type { ListQuery } from './list-query.js';
import { countedNoun, type Noun } from '../texts/nouns.js';

interface LoadMoreProps {
  list: Pick<
    ListQuery,
    'hasNextPage' | 'hasNextPageFailed' | 'isFetchingNextPage' | 'fetchNextPage'
  >;
  /** Number of shown records. */
  shown: number;
  /** Number, or "1,000+"; undefined if not counted. */
  total: number | string | undefined;
  noun: Noun;
  /** Number of rows, if some stand for several records. */
  rows?: number | undefined;
  label?: string | undefined;
}

/** Distance to the end of a list at which its next page is fetched. */
const FETCH_MARGIN = '400px';

/** Progress of a list, and the button for the next page. */
export function LoadMore({
  list,
  shown,
  total,
  noun,
  rows = shown,
  label = t`Load More`,
}: LoadMoreProps): ReactNode {
  const { hasNextPage, hasNextPageFailed, isFetchingNextPage } = list;
  const end = useRef<HTMLDivElement>(null);
  // after the first press, further pages come as the end of the list comes near
  const shownAtRequest = useRef<number>(undefined);
  const fetchMore = useRef(list.fetchNextPage);
  fetchMore.current = list.fetchNextPage;
  useEffect(() => {
    // After a failed page, only the button retries.
    const isDue = shownAtRequest.current !== undefined && shownAtRequest.current < shown;
    if (!isDue || !hasNextPage || isFetchingNextPage || !end.current) return undefined;
    const watcher = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        shownAtRequest.current = shown;
        fetchMore.current();
        watcher.disconnect();
      },
      { rootMargin: FETCH_MARGIN },
    );
    watcher.observe(end.current);
    return () => watcher.disconnect();
  }, [shown, hasNextPage, isFetchingNextPage]);
  return (
    <div ref={end} className="flex flex-col items-center gap-2 py-4">
      <span className="meta num" role="status">
        {rows < shown && !hasNextPage
          ? inRows(countedNoun(shown, noun), rows)
          : progressText(shown, total, noun, hasNextPage)}
      </span>
      {hasNextPageFailed && (
        <p className="meta text-red-ink" role="alert">
          {t`The next rows could not be loaded.`}
        </p>
      )}
      {hasNextPage && (
        <Button
          busy={isFetchingNextPage}
          onClick={() => {
            shownAtRequest.current = shown;
            list.fetchNextPage();
          }}
        >
          {hasNextPageFailed ? t`Try Again` : label}
        </Button>
      )}
    </div>
  );
}

function inRows(count: string, rows: number): string {
  const rowCount = plural(rows, { one: '# row', other: '# rows' });
  return t`${count} in ${rowCount}`;
}

function progressText(
  shown: number,
  total: number | string | undefined,
  noun: Noun,
  hasMore: boolean,
): string {
  const count = countedNoun(shown, noun);
  if (total === undefined) return hasMore ? t`${count} so far` : count;
  return hasMore ? shownOf(shown, total) : countedNoun(total, noun);
}
