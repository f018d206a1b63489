import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** State that the router keeps with each entry, along with the number of overlays open there. */
type EntryState = {
  readonly idx?: number;
  readonly key?: string;
  readonly overlays?: number;
} | null;

/** Close functions of the open overlays, the topmost last. */
const open: (() => void)[] = [];
/** The entry that was last seen: the page's own, or that of an overlay on it. */
let page: EntryState = null;
/** Callback for when a requested history move has arrived. */
let arriving: (() => void) | undefined;
let later: ReturnType<typeof setTimeout> | undefined;
/** Whether the browser leaves for another document, which a move in the history would cancel. */
let isLeaving = false;
/** A page that is still here after this time is not left: the link was a phone number or a file. */
const LEAVING_MS = 3_000;
/** The key of the page that the router shows, or has been sent to. */
let shown: string | undefined;

const state = (): EntryState => history.state as EntryState;
const depth = (): number => state()?.overlays ?? 0;

/**
 * Back closes the topmost overlay and leaves the page as it is: each open overlay has an entry of
 * its own in the history, with the page's address. The router is told nothing of these entries, so
 * that the page neither loads nor scrolls.
 */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const { key } = useLocation();
  const latest = useRef(onClose);
  useEffect(() => {
    latest.current = onClose;
  }, [onClose]);
  useEffect(() => {
    if (!isOpen) return;
    const close = (): void => latest.current();
    open.push(close);
    settleLater();
    return () => {
      open.splice(open.indexOf(close), 1);
      settleLater();
    };
  }, [isOpen]);
  // the page below may be replaced while the overlay stays, as by a filter that is chosen in it
  useEffect(() => {
    if (isOpen) settleLater();
  }, [isOpen, key]);
}

/**
 * After whatever else happens in the same moment: one overlay may open as another one closes, or a
 * page may be left.
 */
function settleLater(): void {
  clearTimeout(later);
  later = setTimeout(settle, 0);
}

/** Brings the history in line with what is open. */
function settle(): void {
  if (arriving || isLeaving) return;
  const now = state();
  if (page?.overlays && now?.idx === page.idx && now?.key !== page.key)
    return replaced(page.overlays);
  if (depth() > open.length) return go(open.length - depth());
  while (depth() < open.length) history.pushState({ ...now, overlays: depth() + 1 }, '');
  page = state();
}

/**
 * The page was replaced by another one out of an overlay: only the overlay's entry was, and the one
 * below is what Back would show.
 */
function replaced(overlays: number): void {
  const [now, address] = [state(), location.href];
  page = null;
  go(-overlays, () => history.replaceState(now, '', address));
}

const isShown = (entry: EntryState): boolean =>
  shown === undefined || shown === (entry?.key ?? 'default');

function go(by: number, then?: () => unknown): void {
  arriving = () => {
    if (!then && !isShown(state())) return goToShown(-by, state());
    then?.();
    page = state();
    settleLater();
  };
  history.go(by);
}

/**
 * A page was shown while we went back below it. Its entry, one of its own or the topmost overlay's,
 * lies at most as many further on as there were overlays, and one more: some browsers count from
 * where we were when we asked, others from where we are.
 */
function goToShown(overlays: number, below: EntryState, left = overlays + 1): void {
  go(1, () => {
    const here = state();
    if (!isShown(here)) return left > 1 && goToShown(overlays, below, left - 1);
    return here?.idx === below?.idx && replaced(overlays);
  });
}

/** Heard before the router (see `overlaysOwnBack`). */
function onPop(event: PopStateEvent): void {
  const now = event.state as EntryState;
  if (arriving) {
    const then = arriving;
    arriving = undefined;
    event.stopImmediatePropagation();
    return then();
  }
  // another page: the router shows it, and what is left there of an overlay is skipped
  if (now?.key !== page?.key || now?.idx !== page?.idx || !(page?.overlays || now?.overlays)) {
    page = now;
    return settleLater();
  }
  event.stopImmediatePropagation();
  page = now;
  for (const close of open.slice(depth()).reverse()) close();
  settleLater();
}

/** Called once, before the router listens. */
export function overlaysOwnBack(): void {
  window.addEventListener('popstate', onPop);
  window.addEventListener('beforeunload', () => {
    isLeaving = true;
    setTimeout(() => {
      isLeaving = false;
      settle();
    }, LEAVING_MS);
  });
  // an overlay does not outlive a reload
  settleLater();
}

/** Called whenever the router is sent to a page. */
export function routed(key: string): void {
  shown = key;
}
