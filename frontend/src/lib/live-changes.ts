import { create } from 'zustand';
import { askAgainFor } from './query-client.js';
import { isOwnChange } from './own-changes.js';

/** One change of a view, as the socket tells it. */
export interface Change {
  readonly view: string;
  /** The bare record's id. */
  readonly id: string;
  readonly revision: number;
  /** As it is now, where I may have it. */
  readonly document?: unknown;
  /** Gone, or no longer mine to see. */
  readonly removed?: true;
}

/** Writes a change into the answers that are there; false: it cannot be told from the document, so ask again. */
export type ApplyChange = (change: Change) => boolean;
const appliers = new Map<string, ApplyChange>();

/** Features say how a change of their view is written in. */
export function onViewChange(view: string, apply: ApplyChange): void {
  appliers.set(view, apply);
}

/** How long a change is marked, in milliseconds (look.md, Motion). */
export const washFor = 1_500;

const useMarked = create<{ readonly marked: ReadonlySet<string> }>(() => ({ marked: new Set() }));

/** Marks ids as just changed; several within the time share one wash. */
export function mark(ids: readonly string[]): void {
  const fresh = ids.filter((id) => !useMarked.getState().marked.has(id));
  if (fresh.length === 0) return;
  useMarked.setState(({ marked }) => ({ marked: new Set([...marked, ...fresh]) }));
  setTimeout(() => useMarked.setState(({ marked }) => ({ marked: new Set([...marked].filter((id) => !fresh.includes(id))) })), washFor);
}

/** Whether somebody else has changed it just now. Never for what I did myself. */
export const useJustChanged = (id: string): boolean => useMarked(({ marked }) => marked.has(id));

const asking = new Set<string>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Many changes of one view are asked for once. */
function askSoon(view: string): void {
  asking.add(view);
  timer ??= setTimeout(() => {
    timer = undefined;
    askAgainFor([...asking]);
    asking.clear();
  }, 60);
}

/** Applies what was heard or caught up with. `marking`: not for what happened while nobody looked. */
export function applyChanges(changes: readonly Change[], marking: boolean): void {
  for (const change of changes) {
    if (!(appliers.get(change.view)?.(change) ?? false)) askSoon(change.view);
  }
  if (marking) mark(changes.filter(({ id, revision, removed }) => !removed && !isOwnChange(id, revision)).map(({ id }) => id));
}
