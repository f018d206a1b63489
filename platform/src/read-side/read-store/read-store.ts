import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Position } from '../../event-log/event-log.js';
import {
  type Change,
  parseChanges,
  COMMITS_PER_READ,
  parseCommits,
  feed,
  feedEntries,
  expiredEntries,
  MAX_TRIMMED_COMMITS,
} from './feed.js';

export type { Change } from './feed.js';

/** Stored document. An answer that adds nothing to it passes `json` on unparsed. */
type StoredDocument = { readonly id: string; readonly json: string };

/** Fields, ascending or with `-` descending. A missing field sorts last; the id breaks ties. */
export type Sort = readonly string[];

/** Order of a query: fields in `equal` are filtered by value, the result is sorted by `sort`. */
export type Index = { readonly equal: readonly string[]; readonly sort: Sort };

/**
 * Collection named `name@version.generation`. A new version or rebuild is built beside the old one
 * and takes over.
 */
export type Collection = {
  readonly name: string;
  /** Each starts with `organizationId`, so no query crosses organizations. */
  readonly indexes: readonly Index[];
  /**
   * Further filter fields for any order. Filtered after the index scan: use only for common values.
   */
  readonly filters?: readonly string[];
  /** Text fields that a case-folded substring search covers. */
  readonly search?: readonly string[];
  readonly hasSums?: boolean;
};

export type Value = string | number | boolean;
export type Range = { readonly from?: string | number; readonly to?: string | number };
export type Condition = Value | { readonly in: readonly (string | number)[] } | Range;
export type Filter = { readonly organizationId: string } & Readonly<
  Record<string, Condition | undefined>
>;
/**
 * Folded substring of a search field; with `or`, the document may instead have one of the values in
 * a filter field.
 */
export type Term =
  | string
  | {
      readonly text: string;
      readonly or: readonly { readonly field: string; readonly values: readonly string[] }[];
    };
export type Page = {
  /**
   * Values, `in`, or ranges on the first field of a declared sort. A range on the page's own sort
   * bounds the index; others are filtered. `undefined` is no condition.
   */
  readonly filter: Filter;
  /** Sort of a declared index whose `equal` fields are all filtered. */
  readonly sort: Sort;
  readonly limit: number;
  /** Opaque cursor of the previous page. A malformed one, or one of another query, is refused. */
  readonly after?: string;
  /** Terms (see `searchTerms`) that must all match. */
  readonly search?: readonly Term[];
};
/** Figures by name. */
export type Amounts = Readonly<Record<string, number>>;
/** Query whose result is only counted or summed. */
export type CountQuery = Pick<Page, 'filter' | 'search'>;
export type FoundPage = { readonly items: readonly StoredDocument[]; readonly next?: string };

/** Malformed cursor, or a query outside the declared indexes. */
export class InvalidQuery extends Error {}
/** The collection does not exist; another generation may have replaced it. */
export class NoSuchCollection extends InvalidQuery {}

/** Limit of a document's JSON in every store. MongoDB's limit is 16 MiB with all indexed fields. */
export const MAX_DOCUMENT_BYTES = 4_000_000;

export class DocumentTooLarge extends Error {}

/** @throws DocumentTooLarge */
export function assertDocumentSize(json: string | undefined): void {
  // A UTF-16 unit takes at most three bytes in UTF-8.
  if (
    json === undefined ||
    json.length * 3 <= MAX_DOCUMENT_BYTES ||
    Buffer.byteLength(json) <= MAX_DOCUMENT_BYTES
  )
    return;
  throw new DocumentTooLarge(`A document has more than ${MAX_DOCUMENT_BYTES} bytes`);
}

/**
 * Stream that a projection cannot fold, from this position on, or from its start after an erasure
 * removed its record. It is retried, and a new version of the projection repairs it too.
 */
export type Parked = {
  readonly collection: string;
  readonly stream: string;
  readonly position: Position;
  /** Reason without personal data. */
  readonly because?: string;
  /** Absent in entries of earlier builds, whose position may be wrong: their views are rebuilt. */
  readonly isExact?: true;
};

/** Track of the live views. Each rebuild has a track of its own. */
export const LIVE_TRACK = 'current';

/**
 * Position up to which a log was projected. Another event at that position means a restored log.
 */
export type Checkpoint = {
  readonly log: string;
  readonly position: Position;
  readonly eventId: string;
  /** Stream and revision of the event at the position. */
  readonly stream: string;
  readonly revision: number;
  /**
   * Time at which the projecting of these views began (ISO 8601). For a restored log it begins
   * again: by a later time, browsers detect that positions and revisions went back. Missing in
   * checkpoints of early builds.
   */
  readonly begunAt?: string;
  /** Epoch of the projection host's lease. */
  readonly epoch: number;
  /** Undefined in checkpoints of early builds. */
  readonly parked?: readonly Parked[];
};

/** Another host took the lease and has written. */
export class CheckpointMoved extends Error {}

/** When a server creates the indexes of new collections. Embedded ones are created at once. */
export type IndexTime = 'now' | 'later';

export type Lease = {
  readonly epoch: number;
  /** Number of leases held by the process that waits for this one. */
  readonly waiting?: number;
};

/** Outcome of the newest comparison of the views with the log. */
export type ViewsStatus = {
  /** Wrong documents that a check found. Removed by a check that finds none. */
  readonly wrong?: {
    readonly because: string;
    readonly since: string;
    readonly streams: readonly string[];
  };
  /** Start of the newest check that ended. */
  readonly checkedAt?: string;
};

export type Written = {
  readonly id: string;
  /** `undefined` deletes the document. */
  readonly json: string | undefined;
};

/**
 * Whether the collection has to be created.
 * @throws Error for an index across organizations, or if the declaration changed without a new
 * version
 */
function needsCreation(declared: Collection, existing: Collection | undefined): boolean {
  const { name, indexes } = declared;
  if (indexes.some(({ equal }) => equal[0] !== 'organizationId'))
    throw new Error(`An index of ${name} does not begin with organizationId`);
  if (existing && !isDeepStrictEqual(existing, JSON.parse(JSON.stringify(declared))))
    throw new Error(`${name} is declared otherwise than it was made: give it a new version`);
  return existing === undefined;
}

/** Changes written atomically, in one transaction with the checkpoint. */
export type Commit = {
  /** Track of the checkpoint: the live views (`LIVE_TRACK`) or a rebuild. */
  readonly track: string;
  readonly expected: Checkpoint | undefined;
  readonly checkpoint: Checkpoint;
  readonly documents: readonly ({ readonly collection: string } & Written)[];
  /** Differences, added to the stored sums. */
  readonly sums: readonly {
    readonly collection: string;
    readonly key: string;
    readonly amounts: Amounts;
  }[];
  readonly changes: readonly Change[];
  /**
   * Promotes a rebuilt generation: readers switch to its collections, its track ends, and live
   * clients start over.
   */
  readonly promotes?: {
    readonly track: string;
    readonly current: Readonly<Record<string, string>>;
  };
  /** Set when a person was erased: a store in a local file overwrites freed pages, too. */
  readonly erases?: true;
};

/** Content of a commit that only moves a checkpoint. */
export const NO_CHANGES = { documents: [], sums: [], changes: [] } as const;

/** Commit as an adapter writes it. */
export type Write = Pick<Commit, 'expected' | 'checkpoint' | 'documents' | 'erases'> & {
  /** State id that must equal `expected`. */
  readonly checkpointId: string;
  /** State values by id; `undefined` deletes. */
  readonly state: Readonly<Record<string, unknown>>;
};

/**
 * Store of the views' documents. Sums, the change feed and checkpoints are kept as documents and
 * state.
 */
export abstract class ReadStore {
  /**
   * Path for a rebuilt file, if one process owns the store's file. `takeOver` replaces the store's
   * file by the closed one, or throws `Unavailable` and changes nothing.
   */
  abstract readonly rebuildTarget?: { readonly path: string; takeOver(): Promise<void> };

  /** @param now clock in milliseconds, for the age of feed entries */
  constructor(protected readonly now: () => number) {}

  abstract get(collection: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Ids of documents that follow one (`''` for all), in the order of their bytes. */
  abstract readIds(collection: string, after: string, limit: number): Promise<readonly string[]>;
  abstract find(collection: string, page: Page): Promise<FoundPage>;
  /**
   * Number of documents per value of a filter field, without zeros. Only for searches; frequent
   * counts are sums.
   */
  abstract countEach(collection: string, query: CountQuery, field: string): Promise<Amounts>;
  /** Sum of a numeric filter field per value of `field`, from the index alone. */
  abstract sumEach(
    collection: string,
    query: CountQuery,
    field: string,
    amount: string,
  ): Promise<Amounts>;
  /**
   * Takes or renews the lease of the active projection host. Undefined while another holds it. The
   * epoch changes with the holder.
   * @param held number of leases that the caller's process has; the holder learns it while this
   * call waits
   */
  abstract acquireLease(
    holder: string,
    milliseconds: number,
    held?: number,
  ): Promise<Lease | undefined>;
  abstract close(): Promise<void>;

  protected abstract readDeclarations(): Promise<readonly Collection[]>;
  /** Creates missing collections, and verifies the indexes of existing ones. */
  protected abstract createCollections(
    missing: readonly Collection[],
    existing: readonly Collection[],
    indexTime?: IndexTime,
  ): Promise<void>;
  protected abstract dropCollections(names: readonly string[]): Promise<void>;
  /** Small JSON values by id. */
  protected abstract readState(ids: readonly string[]): Promise<ReadonlyMap<string, unknown>>;
  protected abstract writeState(state: Write['state']): Promise<void>;
  /** @throws CheckpointMoved */
  protected abstract write(write: Write): Promise<void>;

  /**
   * Creates missing collections and verifies existing ones. Only the host with the lease calls it.
   * @param indexTime `later`: a rebuild fills collections faster before they have indexes
   */
  async ensure(collections: readonly Collection[], indexTime: IndexTime = 'now'): Promise<void> {
    const existing = new Map(
      (await this.readDeclarations()).map((collection) => [collection.name, collection]),
    );
    const sums = collections
      .filter(({ hasSums }) => hasSums)
      .map(({ name }) => ({ name: sumsCollection(name), indexes: [] }));
    const all = [...collections, ...sums, feed];
    const missing = all.filter((collection) =>
      needsCreation(collection, existing.get(collection.name)),
    );
    await this.createCollections(
      missing,
      all.filter((collection) => !missing.includes(collection)),
      indexTime,
    );
  }

  drop(collections: readonly string[]): Promise<void> {
    return this.dropCollections(collections.flatMap((name) => [name, sumsCollection(name)]));
  }

  async listCollections(): Promise<readonly string[]> {
    const names = (await this.readDeclarations()).map(({ name }) => name);
    return names.filter((name) => name !== feed.name && !name.endsWith(sumsCollection('')));
  }

  async readSums(
    collection: string,
    keys: readonly string[],
  ): Promise<ReadonlyMap<string, Amounts>> {
    const found = await this.get(sumsCollection(collection), keys);
    return new Map(
      [...found].map(([key, json]) => [key, JSON.parse(json) as Record<string, number>]),
    );
  }

  async readCheckpoint(track: string): Promise<Checkpoint | undefined> {
    return this.readStateValue<Checkpoint>(checkpointStateId(track));
  }

  /** Collections that readers use, by view. A promotion switches them in its transaction. */
  async readCurrentCollections(): Promise<Readonly<Record<string, string>>> {
    const [current, collections] = await Promise.all([
      this.readStateValue<Record<string, string>>(CURRENT_COLLECTIONS_ID),
      this.listCollections(),
    ]);
    return Object.fromEntries(
      Object.entries(current ?? {}).filter(([, collection]) => collections.includes(collection)),
    );
  }

  /** Sets the current collections after a new or restored log; live clients start over. */
  async setCurrentCollections(current: Readonly<Record<string, string>>): Promise<void> {
    await this.dropCollections([feed.name]);
    await this.createCollections([feed], []);
    await this.writeState({ [CURRENT_COLLECTIONS_ID]: current, [FEED_START_ID]: undefined });
  }

  /**
   * Changes of an organization after a position, in whole commits. Stops at the commit that reaches
   * `limit` changes. Undefined if the feed no longer holds that position.
   */
  async readChangesAfter(
    organizationId: string,
    position: Position,
    limit: number,
  ): Promise<readonly Change[] | undefined> {
    const changes: Change[] = [];
    let after = position;
    for (;;) {
      const found = await this.readFeed(
        organizationId,
        after,
        Math.min(limit - changes.length, COMMITS_PER_READ),
      );
      if (!found) return undefined;
      changes.push(...found.items.flatMap(({ json }) => parseChanges(json)));
      if (!found.next || changes.length >= limit) return changes;
      after = changes.at(-1)!.position;
    }
  }

  /** Organizations with changes after a position. `until` is set if `limit` cuts the commits. */
  async readCommitsAfter(position: Position, limit: number) {
    const found = await this.readFeed('', position, limit);
    return (
      found &&
      parseCommits(
        found.items.map(({ json }) => json),
        { hasMore: found.next !== undefined },
      )
    );
  }

  /**
   * Writes a commit. Sums and the feed are read first; a commit in between has moved the
   * checkpoint.
   * @throws CheckpointMoved if the track's checkpoint is not `expected`
   * @throws DocumentTooLarge
   */
  async commit({
    track,
    expected,
    checkpoint,
    documents,
    sums,
    changes,
    promotes,
    erases,
  }: Commit): Promise<void> {
    for (const { json } of documents) assertDocumentSize(json);
    const oldestCommits = changes.length > 0 ? await this.readOldestCommits() : [];
    const expired = expiredEntries(oldestCommits, this.now(), expected?.position);
    const feedStart = promotes ? checkpoint.position : await this.readFeedStart(expired.until);
    // A repaired stream is written at an unchanged position.
    const entryPosition =
      checkpoint.position === expected?.position
        ? `${checkpoint.position}${REPAIR_SEPARATOR}${randomUUID()}`
        : checkpoint.position;
    await this.write({
      checkpointId: checkpointStateId(track),
      expected,
      checkpoint,
      ...(erases && { erases }),
      documents: [
        ...documents,
        ...(await this.addToSums(sums)),
        ...expired.documents,
        ...feedEntries(changes, entryPosition, this.now()),
      ],
      state: {
        ...(promotes && {
          [CURRENT_COLLECTIONS_ID]: promotes.current,
          [checkpointStateId(promotes.track)]: undefined,
        }),
        ...(feedStart !== undefined && { [FEED_START_ID]: feedStart }),
        [checkpointStateId(track)]: checkpoint,
      },
    });
  }

  /** Sums after adding the differences; empty sums are deleted. */
  private async addToSums(differences: Commit['sums']): Promise<Commit['documents']> {
    const documents: Commit['documents'][number][] = [];
    for (const collection of new Set(differences.map((difference) => difference.collection))) {
      const changes = differences.filter((difference) => difference.collection === collection);
      const keys = changes.map(({ key }) => key);
      const storedSums = await this.readSums(collection, keys);
      for (const { key, amounts } of changes) {
        const sum = new Map(Object.entries(storedSums.get(key) ?? {}));
        for (const [name, amount] of Object.entries(amounts))
          sum.set(name, (sum.get(name) ?? 0) + amount);
        const nonZeroAmounts = [...sum].filter(([, amount]) => amount !== 0);
        documents.push({
          collection: sumsCollection(collection),
          id: key,
          json:
            nonZeroAmounts.length > 0
              ? JSON.stringify(Object.fromEntries(nonZeroAmounts))
              : undefined,
        });
      }
    }
    return documents;
  }

  private async readOldestCommits(): Promise<readonly string[]> {
    const page = { filter: { organizationId: '' }, sort: ['position'], limit: MAX_TRIMMED_COMMITS };
    return ((await this.find(feed.name, page).catch(undefinedIfMissing))?.items ?? []).map(
      ({ json }) => json,
    );
  }

  /**
   * Earliest position of the feed. Entries from before a promotion expire later and do not move it
   * back.
   */
  private async readFeedStart(expiredUntil: Position | undefined): Promise<Position | undefined> {
    const storedStart = expiredUntil && (await this.readStateValue<Position>(FEED_START_ID));
    return storedStart && storedStart > expiredUntil ? storedStart : expiredUntil;
  }

  private async readFeed(
    organizationId: string,
    position: Position,
    limit: number,
  ): Promise<FoundPage | undefined> {
    // The space makes the range start after the position itself; every range bound is inclusive.
    const page = {
      filter: { organizationId, position: { from: `${position} ` } },
      sort: ['position'],
      limit,
    };
    const found = await this.find(feed.name, page).catch(undefinedIfMissing);
    // Read after the entries, so that they include everything that the feed held at this position.
    const state = await this.readState([FEED_START_ID, checkpointStateId(LIVE_TRACK)]);
    const feedStart = state.get(FEED_START_ID) as Position | undefined;
    const livePosition = (state.get(checkpointStateId(LIVE_TRACK)) as Checkpoint | undefined)
      ?.position;
    if (feedStart === undefined || livePosition === undefined) return undefined;
    // Entries of repaired streams follow the live position, and a page may end among them.
    const [commitPosition = position] = position.split(REPAIR_SEPARATOR, 1);
    const isHeld = position >= feedStart && commitPosition <= livePosition;
    return isHeld ? found : undefined;
  }

  /** Milliseconds for which no host has had the lease; 0 while one has it, or none ever had. */
  async readLeaseFreeMs(): Promise<number> {
    return 0;
  }

  /** Live checkpoints of other builds' views on the same server. */
  async readCheckpointsOfOtherSets(): Promise<readonly Checkpoint[]> {
    return [];
  }

  /** Drops views of other builds that no host has projected for so long. */
  async dropUnusedSets(_unusedMs: number): Promise<void> {}

  readViewsStatus(): Promise<ViewsStatus | undefined> {
    return this.readStateValue<ViewsStatus>(VIEWS_STATUS_ID);
  }

  /** Stored with the views, so that views that are made again have no status. */
  setViewsStatus(status: ViewsStatus): Promise<void> {
    return this.writeState({ [VIEWS_STATUS_ID]: status });
  }

  private async readStateValue<Value>(id: string): Promise<Value | undefined> {
    return (await this.readState([id])).get(id) as Value | undefined;
  }
}

const sumsCollection = (collection: string) => `${collection}/sums`;
export const checkpointStateId = (track: string) => `checkpoint ${track}`;
const CURRENT_COLLECTIONS_ID = 'current collections';
const VIEWS_STATUS_ID = 'view check';
/** Separates a position from a repair's id. Sorts after the position itself, before the next. */
const REPAIR_SEPARATOR = '!';
/** State id of the first position from which the feed is complete. */
const FEED_START_ID = 'feed since';

function undefinedIfMissing(error: unknown): undefined {
  if (!(error instanceof NoSuchCollection)) throw error;
}
