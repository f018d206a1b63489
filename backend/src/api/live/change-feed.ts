import { keepRunning } from '#platform/common/retry.js';
import { type Position, BEFORE_ALL } from '#platform/event-log/event-log.js';
import type { ReadLane } from '#platform/live/read-lane.js';
import type { Projection } from '#platform/read-side/projections/projection.js';
import { Lanes } from '#platform/read-side/read-store/lanes.js';
import {
  type Change,
  type ReadStore,
  LIVE_TRACK,
} from '#platform/read-side/read-store/read-store.js';
import {
  type ChangeNotification,
  type Reader,
  createMessages,
  hasListeners,
  socketRooms,
} from './socket-messages.js';

/** A reader that missed more changes starts over, which is cheaper. */
export const MAX_MISSED_CHANGES = 500;
const PAGE_CHANGES = 1_000;
const RETRY_BACKOFF_MS = { first: 1_000, longest: 1_000 };

/** Change with the present document as stored text; undefined if it was deleted. */
export type CommittedChange = Change & { readonly json: string | undefined };
export type CommittedChanges = {
  readonly position: Position;
  readonly changes: readonly CommittedChange[];
};

/** Position that the views have reached, and the time at which these views were started. */
export type ViewsPosition = { readonly position: Position; readonly views?: string };
export type ResumeAnswer = ViewsPosition &
  ({ readonly changes: readonly ChangeNotification[] } | { readonly startOver: true });
type Sources = { readonly store: ReadStore; readonly projections: readonly Projection[] };
type FollowOptions = {
  readonly readLane: Pick<ReadLane, 'log' | 'position' | 'advanced'>;
  /** Organizations with sockets in this process. Changes of other organizations are not read. */
  readonly listening: { has(organizationId: string): boolean };
  readonly notify: (readCommits: CommittedChanges) => void;
  /** Called when the read store is unavailable; a retry follows. */
  readonly onTrouble: (error: unknown) => void;
};

/** Reads the changes of a lane. It needs only the lane's read store, so any process can answer. */
export class ChangeFeed {
  constructor(private readonly sources: Sources) {}

  async readViewsPosition(): Promise<ViewsPosition> {
    const { position = BEFORE_ALL, begunAt } =
      (await this.sources.store.readCheckpoint(LIVE_TRACK)) ?? {};
    return { position, ...(begunAt !== undefined && { views: begunAt }) };
  }

  /** Changes that a reader missed since a position. */
  async readMissedChanges(reader: Reader, after: Position | undefined): Promise<ResumeAnswer> {
    // Read first: the answer covers changes up to this position, and the next resume covers later
    // ones.
    const reached = await this.readViewsPosition();
    const found =
      after === undefined
        ? undefined
        : await this.sources.store.readChangesAfter(
            reader.organizationId,
            after,
            MAX_MISSED_CHANGES + 1,
          );
    // Drops changes after `reached`. Otherwise each resume would repeat a repaired stream until the
    // next commit.
    const entries = found?.filter(({ position }) => position <= reached.position);
    if (!entries || entries.length > MAX_MISSED_CHANGES) return { ...reached, startOver: true };
    const readerRooms = new Set(socketRooms(reader));
    const relevant = entries.filter((change) =>
      hasListeners(change, (room) => readerRooms.has(room)),
    );
    return {
      ...reached,
      changes: missedNotifications(readerRooms, await addDocuments(relevant, this.sources)),
    };
  }

  /** Notifies of new commits, several at once if they came meanwhile, until the signal aborts. */
  async notifyCommits(
    { readLane, listening, notify, onTrouble }: FollowOptions,
    signal: AbortSignal,
  ): Promise<void> {
    let { log, position: notified } = readLane;
    const poll = async () => {
      const { notificationCount } = readLane.advanced;
      const present = { log: readLane.log, position: readLane.position };
      // A replaced or restored log: clients start over at their next resume, so nothing is sent.
      if (log !== '' && log !== present.log) notified = present.position;
      log = present.log;
      if (notified >= present.position)
        return readLane.advanced.waitSince(notificationCount, signal);
      const commits = await this.sources.store.readCommitsAfter(notified, PAGE_CHANGES);
      const until = commits?.until ?? present.position;
      for (const organizationId of commits?.organizations ?? [])
        if (listening.has(organizationId))
          for await (const commit of this.readCommits(organizationId, notified, until))
            notify(commit);
      notified = until;
    };
    await keepRunning(poll, { signal, onFailure: onTrouble, backOff: RETRY_BACKOFF_MS });
  }

  private async *readCommits(
    organizationId: string,
    from: Position,
    until: Position,
  ): AsyncGenerator<CommittedChanges> {
    let after = from;
    let hasMore = true;
    while (hasMore) {
      const page =
        (await this.sources.store.readChangesAfter(organizationId, after, PAGE_CHANGES)) ?? [];
      const changes = page.filter(({ position }) => position <= until);
      hasMore = page.length >= PAGE_CHANGES && changes.length === page.length;
      if (changes.length === 0) return;
      after = hasMore ? changes.at(-1)!.position : until;
      yield { position: after, changes: await addDocuments(changes, this.sources) };
    }
  }
}

/**
 * Feeds of all lanes. They answer the lower position of the two lanes that hold an organization and
 * its accounts.
 */
export class ChangeFeeds extends Lanes<ChangeFeed> {
  async readViewsPosition(organizationId: string): Promise<ViewsPosition> {
    const [organizationPosition, accountsPosition] = await Promise.all([
      this.findLane(organizationId).readViewsPosition(),
      this.first.readViewsPosition(),
    ]);
    return lowerPosition(organizationPosition, accountsPosition);
  }

  async readMissedChanges(reader: Reader, after: Position): Promise<ResumeAnswer> {
    const accountsPosition = await this.first.readViewsPosition();
    const answer = await this.findLane(reader.organizationId).readMissedChanges(reader, after);
    return { ...answer, ...lowerPosition(answer, accountsPosition) };
  }
}

/**
 * Lower of two positions. The accounts' position is lower while another process takes over the lane
 * of accounts.
 */
const lowerPosition = (
  { position, views }: ViewsPosition,
  accounts: ViewsPosition,
): ViewsPosition => ({
  position: accounts.views === views && accounts.position < position ? accounts.position : position,
  ...(views !== undefined && { views }),
});

/**
 * Adds present documents, one read per view. The audience is that of the present document, so that
 * nobody sees what has passed to another member.
 */
async function addDocuments(
  changes: readonly Change[],
  { store, projections }: Sources,
): Promise<readonly CommittedChange[]> {
  const documents = new Map<string, string>();
  const current = await store.readCurrentCollections();
  await Promise.all(
    [...new Set(changes.map(({ view }) => view))].map(async (view) => {
      const collection = current[view];
      if (!collection) return;
      const keys = new Set(
        changes.flatMap((change) => (change.view === view ? [storeKey(change)] : [])),
      );
      for (const [key, json] of await store.get(collection, [...keys]))
        documents.set(`${view} ${key}`, json);
    }),
  );
  return changes.map((change) => {
    const json = documents.get(`${change.view} ${storeKey(change)}`);
    const projection = projections.find(({ name }) => name === change.view);
    return {
      ...change,
      after: json === undefined ? undefined : currentAudience(projection, json),
      json,
    };
  });
}

/** Key of a document in its collection. An organization's own document has only its id. */
const storeKey = ({ organizationId, id }: Change): string =>
  id === organizationId ? id : `${organizationId}_${id}`;

const currentAudience = (projection: Projection | undefined, json: string): string =>
  (projection && 'fold' in projection && projection.audience?.(JSON.parse(json) as unknown)) || '';

/** Notifications that these rooms missed: the last of each document, ordered by its last change. */
function missedNotifications(
  rooms: ReadonlySet<string>,
  missed: readonly CommittedChange[],
): readonly ChangeNotification[] {
  const lastByDocument = new Map<string, ChangeNotification>();
  for (const { json, ...change } of missed) {
    const document = json === undefined ? undefined : (JSON.parse(json) as unknown);
    for (const { to, except, changes } of createMessages([{ ...change, document }]).messages) {
      if (!rooms.has(to) || (except !== undefined && rooms.has(except))) continue;
      lastByDocument.delete(`${change.view} ${change.id}`);
      // Without `added`: an answer to a later query may have made the client count the document
      // already.
      const { added: _, ...notification } = changes[0]!;
      lastByDocument.set(`${change.view} ${change.id}`, notification);
    }
  }
  return [...lastByDocument.values()];
}
