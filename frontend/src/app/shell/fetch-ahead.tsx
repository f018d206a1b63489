import { useEffect } from 'react';
import { seesEverything } from '#domain/kernel/policy.js';
import { useMe } from '../../lib/account/session.js';
import { readOpenedLeads } from '../../kit/leads/opened-leads.js';
import { useToday } from '../../ui/display/figures.js';

/** Delay of prefetching, so that it does not compete with the first screen. */
const LOAD_DELAY_MS = 3_000;

/** Prefetches data for use without a network. Its code loads after the first screen. */
export function FetchAhead(): null {
  const { account, role } = useMe();
  const today = useToday();
  const member = role !== null && seesEverything(role) ? account.id : undefined;
  useEffect(() => {
    let stopPrefetching: (() => void) | undefined;
    let isEnded = false;
    const start = (): void =>
      void import('../../kit/records/fetch-ahead.js').then(
        ({ startPrefetching }) => {
          if (!isEnded)
            stopPrefetching = startPrefetching({ member, today, readOpened: readOpenedLeads });
        },
        // offline there is nothing to fetch
        () => undefined,
      );
    const timer = setTimeout(start, LOAD_DELAY_MS);
    return () => {
      isEnded = true;
      clearTimeout(timer);
      stopPrefetching?.();
    };
  }, [member, today]);
  return null;
}
