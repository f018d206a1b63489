import { pause } from '#platform/common/clock.js';
import { type Position, BEFORE_ALL } from '#platform/event-log/event-log.js';
import type { ReadSide } from '#platform/live/read-side.js';
import type { Projection } from '#platform/read-side/projections/projection.js';
import {
  type Change,
  type ReadStore,
  LIVE_TRACK,
} from '#platform/read-side/read-store/read-store.js';
import {
  type ChangeNotification,
  type Reader,
  messagesOf,
  hasListeners,
  socketRooms,
} from './socket-messages.js';

/** A reader that has missed more than this starts over: reading anew is cheaper for both. */
export const mostChanges = 500;
const pageSize = 1_000;
const betweenTries = 1_000;

/** A change with the document as it is now, as stored text; none where it is gone. */
export type CommittedChange = Change & { readonly json: string | undefined };
export type Committed = {
  readonly position: Position;
  readonly changes: readonly CommittedChange[];
};

/** How far views are, and when they were begun. */
export type Standing = { readonly position: Position; readonly views?: string };
export type Resumed = Standing &
  ({ readonly changes: readonly ChangeNotification[] } | { readonly startOver: true });
type Sources = { readonly store: ReadStore; readonly projections: readonly Projection[] };
type Following = {
  readonly readSide: Pick<ReadSide, 'log' | 'position' | 'advanced'>;
  /**
   * Organizations with listeners here: changes of others need not be read. A Map by their ids is
   * one.
   */
  readonly listening: { has(organizationId: string): boolean };
  readonly notify: (committed: Committed) => void;
  /** The read store is out of reach; it is asked again. */
  readonly onTrouble: (error: unknown) => void;
};

/** Changes from the read store alone, so that any process can answer. */
export class ChangeFeed {
  constructor(private readonly sources: Sources) {}

  async standing(): Promise<Standing> {
    const { position = BEFORE_ALL, begunAt } =
      (await this.sources.store.checkpoint(LIVE_TRACK)) ?? {};
    return { position, ...(begunAt !== undefined && { views: begunAt }) };
  }

  /** Changes that a reader missed since a position. */
  async since(reader: Reader, after: Position | undefined): Promise<Resumed> {
    // Read first: what is committed meanwhile is notified now and once more, and never left out.
    const standing = await this.standing();
    const entries =
      after === undefined
        ? undefined
        : await this.sources.store.changesAfter(reader.organizationId, after, mostChanges + 1);
    if (!entries || entries.length > mostChanges) return { ...standing, startOver: true };
    const joined = new Set(socketRooms(reader));
    const listened = entries.filter((change) => hasListeners(change, (room) => joined.has(room)));
    return {
      ...standing,
      changes: notificationsFor(joined, await withDocuments(listened, this.sources)),
    };
  }

  /**
   * Notifies of what is committed from now on, once for all that came meanwhile. Resolves when the
   * signal is aborted.
   */
  async follow(
    { readSide, listening, notify, onTrouble }: Following,
    signal: AbortSignal,
  ): Promise<void> {
    let { log, position: notified } = readSide;
    while (!signal.aborted) {
      const { seen } = readSide.advanced;
      const now = { log: readSide.log, position: readSide.position };
      // Browsers learn on resuming that the log is another one or was restored.
      if (log !== '' && log !== now.log) notified = now.position;
      log = now.log;
      if (notified >= now.position) await readSide.advanced.waitSince(seen, signal);
      else
        try {
          const commits = await this.sources.store.commitsAfter(notified, pageSize);
          const until = commits?.until ?? now.position;
          for (const organizationId of commits?.organizations ?? [])
            if (listening.has(organizationId))
              for await (const committed of this.committed(organizationId, notified, until))
                notify(committed);
          notified = until;
        } catch (error) {
          if (!signal.aborted) onTrouble(error);
          await pause(betweenTries, signal);
        }
    }
  }

  private async *committed(
    organizationId: string,
    from: Position,
    until: Position,
  ): AsyncGenerator<Committed> {
    for (let [after, isMore] = [from, true]; isMore;) {
      const page = (await this.sources.store.changesAfter(organizationId, after, pageSize)) ?? [];
      const changes = page.filter(({ position }) => position <= until);
      isMore = page.length >= pageSize && changes.length === page.length;
      if (changes.length === 0) return;
      after = isMore ? changes.at(-1)!.position : until;
      yield { position: after, changes: await withDocuments(changes, this.sources) };
    }
  }
}

/**
 * Changes with their documents as they are now, each view's read at once. A document may have moved
 * on since the change: who may see it is asked of the document itself, so that no member is shown
 * what has become another's meanwhile.
 */
async function withDocuments(
  changes: readonly Change[],
  { store, projections }: Sources,
): Promise<readonly CommittedChange[]> {
  const documents = new Map<string, string>();
  const current = await store.current();
  await Promise.all(
    [...new Set(changes.map(({ view }) => view))].map(async (view) => {
      const collection = current[view];
      if (!collection) return;
      const keys = new Set(
        changes.flatMap((change) => (change.view === view ? [keyOf(change)] : [])),
      );
      for (const [key, json] of await store.get(collection, [...keys]))
        documents.set(`${view} ${key}`, json);
    }),
  );
  return changes.map((change) => {
    const json = documents.get(`${change.view} ${keyOf(change)}`);
    const projection = projections.find(({ name }) => name === change.view);
    return {
      ...change,
      after: json === undefined ? undefined : audienceOf(projection, json),
      json,
    };
  });
}

/** Key of a document in its collection. An organization's own document has only its id. */
const keyOf = ({ organizationId, id }: Change): string =>
  id === organizationId ? id : `${organizationId}_${id}`;

const audienceOf = (projection: Projection | undefined, json: string): string =>
  (projection && 'fold' in projection && projection.audience?.(JSON.parse(json) as unknown)) || '';

/** Notifications that these rooms missed: the last of each document, ordered by its last change. */
function notificationsFor(
  joined: ReadonlySet<string>,
  missed: readonly CommittedChange[],
): readonly ChangeNotification[] {
  const last = new Map<string, ChangeNotification>();
  for (const { json, ...change } of missed) {
    const document = json === undefined ? undefined : (JSON.parse(json) as unknown);
    for (const { to, except, changes } of messagesOf([{ ...change, document }]).messages) {
      if (!joined.has(to) || (except !== undefined && joined.has(except))) continue;
      last.delete(`${change.view} ${change.id}`);
      // an answer that came meanwhile may have counted it
      const { added: _, ...notification } = changes[0]!;
      last.set(`${change.view} ${change.id}`, notification);
    }
  }
  return [...last.values()];
}
