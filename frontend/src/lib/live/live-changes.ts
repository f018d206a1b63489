import { create } from 'zustand';
import { records } from '../records/device-cache.js';
import { isOwnChange } from './own-changes.js';
import { areViewsShown, invalidateViews } from '../query-client.js';
import { kindOfView } from '../records/record.js';

/** Change of a view, as the socket delivers it. */
export interface Change {
  readonly view: string;
  /** The record's id, without its kind. */
  readonly id: string;
  readonly revision: number;
  /** Current document, if this member may see it. */
  readonly document?: unknown;
  /** Deleted, or no longer visible to this member. */
  readonly removed?: true;
  /** The record is new. */
  readonly added?: boolean;
  /** Set if the server traces the command that changed it. */
  readonly traceparent?: string;
}

/** A feature's handler for changes of a view, called after the records are updated. */
export interface ViewChanges {
  /** Returns true if no query has to be refetched. */
  readonly apply: (change: Change) => boolean;
  /** Ids to highlight, for a document that was not removed; empty for own changes. */
  readonly idsToHighlight?: (change: Change) => readonly string[];
}

/** Default handler: refetches the view's queries and highlights changes by others. */
export const refetchAndHighlight: ViewChanges = {
  apply: () => false,
  idsToHighlight: ({ id, revision }) => (isOwnChange(id, revision) ? [] : [id]),
};

const listeners = new Map<string, Map<string, ViewChanges>>();

/** Registers a handler for a view. `listener` names the feature: a second one replaces it. */
export function onViewChange(view: string, listener: string, changes: ViewChanges): void {
  listeners.set(view, new Map(listeners.get(view)).set(listener, changes));
}

const listenersOf = ({ view }: Change): ViewChanges[] => [...(listeners.get(view)?.values() ?? [])];

/** Duration of a highlight, from when the row is shown. */
export const HIGHLIGHT_MS = 1_500;
/** A row is highlighted only if it appears within this time after the message of its change. */
const RECENT_CHANGE_MS = 60_000;

const useHighlights = create<{ readonly highlighted: ReadonlySet<string> }>(() => ({
  highlighted: new Set(),
}));
/** Time of each message about another member's change, in milliseconds. */
const changedByOthersAt = new Map<string, number>();

/** Highlights ids. Further changes of a highlighted id do not prolong its highlight. */
function highlight(ids: readonly string[]): void {
  const notHighlighted = ids.filter((id) => !useHighlights.getState().highlighted.has(id));
  if (notHighlighted.length === 0) return;
  useHighlights.setState(({ highlighted }) => ({
    highlighted: new Set([...highlighted, ...notHighlighted]),
  }));
  setTimeout(
    () =>
      useHighlights.setState(({ highlighted }) => ({
        highlighted: new Set([...highlighted].filter((id) => !notHighlighted.includes(id))),
      })),
    HIGHLIGHT_MS,
  );
}

function highlightChangesByOthers(ids: readonly string[]): void {
  const now = Date.now();
  for (const [id, at] of changedByOthersAt)
    if (now - at > RECENT_CHANGE_MS) changedByOthersAt.delete(id);
  for (const id of ids) changedByOthersAt.set(id, now);
  highlight(ids);
}

/** Highlights the rows that others added, when a list shows them, and returns their ids. */
export function highlightArrivals(ids: readonly string[]): readonly string[] {
  const recentIds = ids.filter(
    (id) => Date.now() - (changedByOthersAt.get(id) ?? -Infinity) <= RECENT_CHANGE_MS,
  );
  highlight(recentIds);
  return recentIds;
}

/** Whether another member has just changed the record. */
export const useIsHighlighted = (id: string): boolean =>
  useHighlights(({ highlighted }) => highlighted.has(id));

export const useHighlightedIds = (): ReadonlySet<string> =>
  useHighlights(({ highlighted }) => highlighted);

/**
 * Delays of refetches: the first comes almost at once, then at most one a second. A change that no
 * open screen shows causes no refetch and delays none.
 */
const REFETCH_DELAY_MS = { first: 4, next: 1_000 };
const viewsToRefetch = new Set<string>();
let timer: ReturnType<typeof setTimeout> | undefined;
/** Time of the last refetch by `performance.now()`, which no clock change moves. */
let refetchedAt = -Infinity;

/** Refetches the queries of a view soon; repeated calls are batched. */
export function scheduleInvalidation(view: string): void {
  viewsToRefetch.add(view);
  timer ??= setTimeout(
    () => {
      if (areViewsShown([...viewsToRefetch])) refetchedAt = performance.now();
      flushInvalidations();
    },
    Math.max(REFETCH_DELAY_MS.first, refetchedAt + REFETCH_DELAY_MS.next - performance.now()),
  );
}

/**
 * Refetches the scheduled views now. A resume calls it, so that old changes do not delay new ones.
 */
export function flushInvalidations(): void {
  clearTimeout(timer);
  timer = undefined;
  if (viewsToRefetch.size === 0) return;
  void invalidateViews([...viewsToRefetch]);
  viewsToRefetch.clear();
}

/**
 * Stores the changed records and calls the features' handlers.
 * @param options `canHighlight` is false for changes that came while the page was hidden
 */
export function receiveChanges(
  changes: readonly Change[],
  {
    canHighlight,
    position,
  }: { readonly canHighlight: boolean; readonly position: string | undefined },
): void {
  // collected before the records change: afterwards no change looks new
  const idsToHighlight = canHighlight
    ? changes.flatMap((change) =>
        change.removed
          ? []
          : listenersOf(change).flatMap((handler) => readIdsToHighlight(handler, change)),
      )
    : [];
  highlightChangesByOthers(idsToHighlight);
  for (const change of changes) {
    store(change, position);
    const outcomes = listenersOf(change).map(({ apply }) => applyChange(apply, change));
    if (outcomes.length === 0 || outcomes.includes(false)) scheduleInvalidation(change.view);
  }
}

/** Applies a change; a handler that throws has its view refetched and stops no other change. */
function applyChange(apply: ViewChanges['apply'], change: Change): boolean {
  try {
    return apply(change);
  } catch (error) {
    reportError(error);
    return false;
  }
}

function readIdsToHighlight({ idsToHighlight }: ViewChanges, change: Change): readonly string[] {
  try {
    return idsToHighlight?.(change) ?? [];
  } catch (error) {
    reportError(error);
    return [];
  }
}

function store(
  { view, id, revision, document, removed, added = false }: Change,
  position: string | undefined,
): void {
  const kind = kindOfView(view);
  if (kind === undefined) return;
  if (removed) records.remove(kind, id, { revision, position });
  // a server of another build pushes empty documents for views that it does not know
  else if (typeof document === 'object' && document !== null && Object.keys(document).length > 0)
    records.put(kind, [document], { position, isAdded: added });
}
