import { create } from 'zustand';
import { records } from './device-cache.js';
import { isOwnChange } from './own-changes.js';
import { invalidateViews } from './query-client.js';
import { kindOfView } from './records/record.js';

/** Change of a view, as the socket delivers it. */
export interface Change {
  readonly view: string;
  /** The bare record's id. */
  readonly id: string;
  readonly revision: number;
  /** Current document, if this member may see it. */
  readonly document?: unknown;
  /** Gone, or no longer mine to see. */
  readonly removed?: true;
  /** Nobody had it before. */
  readonly added?: boolean;
}

/** Answer of a feature to the changes of its view, after the records have them. */
export interface ViewChanges {
  /** Whether nothing has to be asked for. */
  readonly apply: (change: Change) => boolean;
  /** Ids to highlight as changed, for a document that was not removed; empty for own changes. */
  readonly marks?: (change: Change) => readonly string[];
}

/** Default of most views: reloads their queries and highlights changes by others. */
export const askedAgain: ViewChanges = {
  apply: () => false,
  marks: ({ id, revision }) => (isOwnChange(id, revision) ? [] : [id]),
};

const listeners = new Map<string, Map<string, ViewChanges>>();

/**
 * Says what becomes of a view's changes. `who` listens, once: a screen that is loaded again says
 * the same.
 */
export function onViewChange(view: string, who: string, changes: ViewChanges): void {
  listeners.set(view, new Map(listeners.get(view)).set(who, changes));
}

const listenersOf = ({ view }: Change): ViewChanges[] => [...(listeners.get(view)?.values() ?? [])];

/** A change is marked for so many milliseconds from when its row is shown. */
export const HIGHLIGHT_MS = 1_500;
/** A row that comes so many milliseconds after its message is still news. */
const NEWS_MS = 60_000;

const useMarked = create<{ readonly marked: ReadonlySet<string> }>(() => ({ marked: new Set() }));
/** When the message of each change by somebody else came, in milliseconds. */
const heardAt = new Map<string, number>();

/** Marks ids as just changed; several within the time are highlighted as one. */
function mark(ids: readonly string[]): void {
  const fresh = ids.filter((id) => !useMarked.getState().marked.has(id));
  if (fresh.length === 0) return;
  useMarked.setState(({ marked }) => ({ marked: new Set([...marked, ...fresh]) }));
  setTimeout(
    () =>
      useMarked.setState(({ marked }) => ({
        marked: new Set([...marked].filter((id) => !fresh.includes(id))),
      })),
    HIGHLIGHT_MS,
  );
}

function hear(ids: readonly string[]): void {
  const now = Date.now();
  for (const [id, at] of heardAt) if (now - at > NEWS_MS) heardAt.delete(id);
  for (const id of ids) heardAt.set(id, now);
  mark(ids);
}

/**
 * Ids among these that somebody else has brought: a list tells which rows have come, however late,
 * and they are marked from now on.
 */
export function markArrivals(ids: readonly string[]): readonly string[] {
  const news = ids.filter((id) => Date.now() - (heardAt.get(id) ?? -Infinity) <= NEWS_MS);
  mark(news);
  return news;
}

/** Whether somebody else has changed it just now. Never for what I did myself. */
export const useIsHighlighted = (id: string): boolean => useMarked(({ marked }) => marked.has(id));

/** All of them, for a list. */
export const useHighlightedIds = (): ReadonlySet<string> => useMarked(({ marked }) => marked);

/**
 * At once, and then once a second at most: however much happens elsewhere, a screen asks no more
 * often.
 */
const askAfter = { first: 4, next: 1_000 };
const asking = new Set<string>();
let timer: ReturnType<typeof setTimeout> | undefined;
/** By a clock that nobody sets, in milliseconds. */
let askedAt = -Infinity;

/** Asks again for whatever is made of a view, in a moment, however often it is said meanwhile. */
export function scheduleInvalidation(view: string): void {
  asking.add(view);
  timer ??= setTimeout(
    () => {
      askedAt = performance.now();
      flushInvalidations();
    },
    Math.max(askAfter.first, askedAt + askAfter.next - performance.now()),
  );
}

/**
 * Asks for what waits to be asked for. A resume does: what it brings was mostly heard before, and
 * must not hold up what is news.
 */
export function flushInvalidations(): void {
  clearTimeout(timer);
  timer = undefined;
  if (asking.size === 0) return;
  void invalidateViews([...asking]);
  asking.clear();
}

/**
 * Puts changes into the records, and lets the features answer. @param marking not for what happened
 * while nobody looked
 */
export function receiveChanges(
  changes: readonly Change[],
  { marking, position }: { readonly marking: boolean; readonly position: string | undefined },
): void {
  // asked first: once a change is written in, it is no news any more
  const marks = marking
    ? changes.flatMap((change) =>
        change.removed ? [] : listenersOf(change).flatMap((told) => marksOf(told, change)),
      )
    : [];
  hear(marks);
  for (const change of changes) {
    store(change, position);
    const told = listenersOf(change).map(({ apply }) => applied(apply, change));
    if (told.length === 0 || told.includes(false)) scheduleInvalidation(change.view);
  }
}

/** A handler that throws asks for its view again, and stops no other change. */
function applied(apply: ViewChanges['apply'], change: Change): boolean {
  try {
    return apply(change);
  } catch (error) {
    reportError(error);
    return false;
  }
}

function marksOf({ marks }: ViewChanges, change: Change): readonly string[] {
  try {
    return marks?.(change) ?? [];
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
  // a server of another build pushes no document of a view that it does not know
  else if (typeof document === 'object' && document !== null && Object.keys(document).length > 0)
    records.take(kind, [document], { position, isAdded: added });
}
