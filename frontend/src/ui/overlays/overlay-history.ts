import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';

/** Router state of a history entry, with the number of open overlays. */
type EntryState = {
  readonly idx?: number;
  readonly key?: string;
  readonly overlays?: number;
} | null;

/** Close functions of open overlays, topmost last. */
const closeFunctions: (() => void)[] = [];
const countListeners = new Set<() => void>();
/** State of the last seen history entry, of a page or of an overlay on it. */
let lastEntry: EntryState = null;
/** Callback of a requested history move. */
let onArrival: (() => void) | undefined;
let matchTimer: ReturnType<typeof setTimeout> | undefined;
/** Set while the browser loads another document, which a history move would cancel. */
let isLeaving = false;
/**
 * Time after which the browser is known not to leave: the link was a phone number or a download.
 */
const LEAVING_MS = 3_000;
/** Key of the page that the router shows or navigates to. */
let shownKey: string | undefined;

const entryState = (): EntryState => history.state as EntryState;
const overlayCount = (): number => entryState()?.overlays ?? 0;

/**
 * Makes Back close the topmost overlay. Each open overlay has a history entry with the page's
 * address, which the router does not see.
 */
export function useCloseOnBack(isOpen: boolean, onClose: () => void): void {
  const { key } = useLocation();
  const latest = useRef(onClose);
  useEffect(() => {
    latest.current = onClose;
  }, [onClose]);
  useEffect(() => {
    if (!isOpen) return;
    const close = (): void => latest.current();
    closeFunctions.push(close);
    notifyCount();
    scheduleMatch();
    return () => {
      closeFunctions.splice(closeFunctions.indexOf(close), 1);
      notifyCount();
      scheduleMatch();
    };
  }, [isOpen]);
  // a filter inside an overlay may replace the page below
  useEffect(() => {
    if (isOpen) scheduleMatch();
  }, [isOpen, key]);
}

function notifyCount(): void {
  for (const listener of countListeners) listener();
}
function subscribe(listener: () => void): () => void {
  countListeners.add(listener);
  return () => void countListeners.delete(listener);
}
/** Whether an overlay is open. */
export const useHasOverlay = (): boolean =>
  useSyncExternalStore(subscribe, () => closeFunctions.length > 0);

/** Matches the history after the current task, because one overlay may open as another closes. */
function scheduleMatch(): void {
  clearTimeout(matchTimer);
  matchTimer = setTimeout(matchHistory, 0);
}

/** Moves the history to match the open overlays. */
function matchHistory(): void {
  if (onArrival) return;
  const currentEntry = entryState();
  const isReplaced =
    lastEntry?.overlays &&
    currentEntry?.idx === lastEntry.idx &&
    currentEntry?.key !== lastEntry.key;
  if (isLeaving && (isReplaced || overlayCount() > closeFunctions.length)) return;
  if (isReplaced) return handleReplace(lastEntry!.overlays!);
  if (overlayCount() > closeFunctions.length)
    return moveHistory(closeFunctions.length - overlayCount());
  while (overlayCount() < closeFunctions.length)
    history.pushState({ ...currentEntry, overlays: overlayCount() + 1 }, '');
  lastEntry = entryState();
}

/**
 * Handles a replaced page below overlays: the replaced entry was an overlay's, and the page's own
 * entry still has the old address.
 */
function handleReplace(overlays: number): void {
  const [pageEntry, address] = [entryState(), location.href];
  lastEntry = null;
  moveHistory(-overlays, () => history.replaceState(pageEntry, '', address));
}

const isShown = (entry: EntryState): boolean =>
  shownKey === undefined || shownKey === (entry?.key ?? 'default');

function moveHistory(by: number, afterMove?: () => unknown): void {
  onArrival = () => {
    if (!afterMove && !isShown(entryState())) return moveToShownPage(-by, entryState());
    afterMove?.();
    lastEntry = entryState();
    scheduleMatch();
  };
  history.go(by);
}

/**
 * Finds the page shown during a move back. Browsers differ in what go(-n) counts from: probes
 * forward until its key matches.
 */
function moveToShownPage(overlays: number, pageBelow: EntryState, triesLeft = overlays + 1): void {
  moveHistory(1, () => {
    const currentEntry = entryState();
    if (!isShown(currentEntry))
      return triesLeft > 1 && moveToShownPage(overlays, pageBelow, triesLeft - 1);
    return currentEntry?.idx === pageBelow?.idx && handleReplace(overlays);
  });
}

/** Runs before the router's listener (see `handleBackForOverlays`). */
function handlePopState(event: PopStateEvent): void {
  const entry = event.state as EntryState;
  if (onArrival) {
    const handleArrival = onArrival;
    onArrival = undefined;
    event.stopImmediatePropagation();
    return handleArrival();
  }
  // another page: the router shows it, and leftover overlay entries are skipped
  const isSamePage = entry?.key === lastEntry?.key && entry?.idx === lastEntry?.idx;
  const involvesOverlay = lastEntry?.overlays || entry?.overlays;
  if (!isSamePage || !involvesOverlay) {
    lastEntry = entry;
    return scheduleMatch();
  }
  event.stopImmediatePropagation();
  lastEntry = entry;
  for (const close of closeFunctions.slice(overlayCount()).reverse()) close();
  scheduleMatch();
}

/** Called once, before the router starts listening. */
export function handleBackForOverlays(): void {
  window.addEventListener('popstate', handlePopState);
  let stayTimer: ReturnType<typeof setTimeout> | undefined;
  window.addEventListener('beforeunload', () => {
    isLeaving = true;
    clearTimeout(stayTimer);
    stayTimer = setTimeout(() => {
      isLeaving = false;
      matchHistory();
    }, LEAVING_MS);
  });
  // overlays do not survive a reload
  scheduleMatch();
}

/** Called at each navigation of the router with the key of the shown page. */
export function handleRouteChange(key: string): void {
  shownKey = key;
}
