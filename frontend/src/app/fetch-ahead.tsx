import { useEffect } from 'react';
import { seesEverything } from '#domain/kernel/policy.js';
import { useMe } from '../lib/session.js';
import { openedLeads } from '../shared/opened-leads.js';
import { useToday } from '../ui/figures.js';

/** Delay before fetching ahead, in milliseconds: the first screen loads without competition. */
const LOAD_MS = 3_000;

/** Fetches ahead what opens without a network then. Its code comes after the first screen. */
export function FetchAhead(): null {
  const { account, role } = useMe();
  const today = useToday();
  const member = role !== null && seesEverything(role) ? account.id : undefined;
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isOver = false;
    const start = (): void =>
      void import('../shared/fetch-ahead.js').then(
        ({ startFetchingAhead }) => {
          if (!isOver) stop = startFetchingAhead({ member, today, opened: openedLeads });
        },
        // without a network there is nothing to fetch
        () => undefined,
      );
    const timer = setTimeout(start, LOAD_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
      stop?.();
    };
  }, [member, today]);
  return null;
}
