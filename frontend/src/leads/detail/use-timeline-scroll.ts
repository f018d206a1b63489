import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { TimelineEntry } from '#domain/leads/lead.views.js';
import { prefersReducedMotion } from '../../browser/media.js';
import { isEntryBy } from '../entry-author.js';

/** Distance to the end within which the timeline counts as read to the end. */
const NEAR_END_PX = 160;
const distanceToEnd = (): number => document.documentElement.scrollHeight - innerHeight - scrollY;

/** Largest space that is left below the last entry. */
const MAX_END_SPACE_PX = 80;
/** Space between the top bar and the first whole entry, less than the space between entries. */
const TOP_SPACE_PX = 4;

/**
 * Leaves space below the last entry of a timeline that is scrolled to its end, so that a whole
 * entry follows the top bar.
 */
function leaveEndSpace(column: HTMLElement | null): void {
  // with large text the bar scrolls out of the window
  const barBottom = Math.max(
    0,
    document.querySelector('.topbar')?.getBoundingClientRect().bottom ?? 0,
  );
  const tops = [...(column?.querySelector('ol')?.children ?? [])].map(
    (entry) => entry.getBoundingClientRect().top - barBottom - TOP_SPACE_PX,
  );
  const space = tops.find((top) => top >= 0);
  if (scrollY > 0 && space !== undefined && space <= MAX_END_SPACE_PX)
    column?.style.setProperty('--end-space', `${space}px`);
}

/**
 * Scrolls a timeline: opens at the end and stays there. While scrolled up it does not move: new
 * entries by others are counted, earlier ones are inserted above. `column` is the element around
 * its list.
 */
export function useTimelineScroll(
  entries: readonly TimelineEntry[],
  queuedCount: number,
  isLoaded: boolean,
  meId: string,
): { count: number; scrollToEnd: () => void; column: RefObject<HTMLDivElement | null> } {
  const column = useRef<HTMLDivElement>(null);
  const previousState = useRef<{
    firstEntryId: string | undefined;
    /** Revision of the newest entry. Not a count, because entries may be merged. */
    newestRevision: number;
    queuedCount: number;
    height: number;
  }>(undefined);
  const isAtEnd = useRef(true);
  const [count, setCount] = useState(0);
  const scrollToEnd = (): void => {
    scrollTo({
      top: document.documentElement.scrollHeight,
      behavior: prefersReducedMotion() ? 'auto' : 'smooth',
    });
    setCount(0);
  };

  useEffect(() => {
    const onScroll = (): void => {
      isAtEnd.current = distanceToEnd() < NEAR_END_PX;
      if (isAtEnd.current) setCount(0);
    };
    addEventListener('scroll', onScroll, { passive: true });
    return () => removeEventListener('scroll', onScroll);
  }, []);

  useLayoutEffect(() => {
    if (!isLoaded) return;
    const height = document.documentElement.scrollHeight;
    const current = {
      firstEntryId: entries[0]?.entryId,
      newestRevision: entries.at(-1)?.revision ?? -1,
      queuedCount,
      height,
    };
    const previous = previousState.current;
    previousState.current = current;
    if (!previous) {
      scrollTo({ top: height });
      leaveEndSpace(column.current);
      current.height = document.documentElement.scrollHeight;
      scrollTo({ top: current.height });
      return;
    }
    const hasEarlier = current.firstEntryId !== previous.firstEntryId;
    const hasNewer = current.newestRevision > previous.newestRevision;
    const hasNewQueued = current.queuedCount > previous.queuedCount;
    if (hasEarlier && current.newestRevision === previous.newestRevision)
      scrollBy({ top: height - previous.height });
    else if (hasNewer || hasNewQueued) {
      column.current?.style.removeProperty('--end-space');
      if (isAtEnd.current || hasNewQueued)
        scrollTo({ top: height, behavior: prefersReducedMotion() ? 'auto' : 'smooth' });
      else {
        const newByOthers = entries.filter(
          (entry) => entry.revision > previous.newestRevision && !isEntryBy(entry, meId),
        );
        setCount((countBefore) => countBefore + newByOthers.length);
      }
    }
  }, [entries, queuedCount, isLoaded, meId]);

  return { count, scrollToEnd, column };
}
