import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { Button } from '../../ui/buttons/button.js';
import { shownOf } from '../../ui/display/format.js';
import type { ListQuery } from './list-query.js';
import { counted, type Noun } from '../texts/nouns.js';

interface LoadMoreProps {
  list: Pick<ListQuery, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>;
  shown: number;
  /** Number, or "1,000+"; undefined if not counted. */
  total: number | string | undefined;
  noun: Noun;
  label?: string | undefined;
}

/** Progress of a list, and the button for the next page. */
export function LoadMore({
  list,
  shown,
  total,
  noun,
  label = t`Load More`,
}: LoadMoreProps): ReactNode {
  return (
    <div className="flex flex-col items-center gap-2 py-4">
      <span className="meta num" role="status">
        {progressText(shown, total, noun, list.hasNextPage)}
      </span>
      {list.hasNextPage && (
        <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {label}
        </Button>
      )}
    </div>
  );
}

function progressText(
  shown: number,
  total: number | string | undefined,
  noun: Noun,
  hasMore: boolean,
): string {
  const count = counted(shown, noun);
  if (total === undefined) return hasMore ? t`${count} so far` : count;
  return hasMore ? shownOf(shown, total) : counted(total, noun);
}
