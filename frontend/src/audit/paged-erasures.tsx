import { plural, t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { ErasureRegister } from '#domain/audit/audit.views.js';
import { Button } from '../ui/buttons/button.js';
import { QueryStates, SkeletonRows } from '../ui/feedback/states.js';
import { Erasures } from './erasures.js';
import { usePagedQuery } from './use-paged-query.js';

interface PagedErasuresProps {
  queryKey: readonly unknown[];
  fetchPage: (after: string | undefined, signal?: AbortSignal) => Promise<ErasureRegister>;
}

/** Register of erasures in pages. */
export function PagedErasures({ queryKey, fetchPage }: PagedErasuresProps): ReactNode {
  const register = usePagedQuery(queryKey, fetchPage);
  const items = register.pages.flatMap((page) => page.items);
  const isCounting = register.pages.some((page) => page.isCounting);
  return (
    <QueryStates
      query={register}
      failed={t`Failed to load the register`}
      label={t`Loading the register`}
      skeleton={<SkeletonRows count={4} />}
    >
      {() => (
        <>
          <p className="label max-w-(--container-measure) pb-3 text-ink-2">
            {t`Which record was erased, when, by whom and on which request. Whose data it was is nowhere any more. Nobody can remove an entry.`}
          </p>
          <Erasures items={items} />
          <div className="flex flex-col items-center gap-2 py-4">
            <span className="meta num" role="status">
              {isCounting
                ? t`Older entries are still being looked for.`
                : items.length > 0 &&
                  !register.hasNextPage &&
                  plural(items.length, { one: '# erasure', other: '# erasures' })}
            </span>
            {register.hasNextPage && (
              <Button busy={register.isFetchingNextPage} onClick={register.fetchNextPage}>
                {t`Load More`}
              </Button>
            )}
            {isCounting && (
              <Button busy={register.isFetching} onClick={() => void register.refetch()}>
                {t`Retry`}
              </Button>
            )}
          </div>
        </>
      )}
    </QueryStates>
  );
}
