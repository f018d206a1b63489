import { isDeepStrictEqual } from 'node:util';
import type { Position } from '../../event-log/event-log.js';
import {
  type Change,
  changesIn,
  commitsAtOnce,
  commitsIn,
  feed,
  feedEntries,
  trimmed,
  trimmedAtOnce,
} from './feed.js';

export type { Change } from './feed.js';

/** A document as stored. `json` is passed on to a reader as it is where nothing is added. */
type Stored = { readonly id: string; readonly json: string };

/**
 * Ascending by name, descending with `-`; a missing field sorts last in both directions, and equals
 * are in order of their ids.
 */
export type Sort = readonly string[];

/**
 * An order in which documents may be asked for: the fields in `equal` must be asked for by value,
 * and the rest comes in this order.
 */
export type Index = { readonly equal: readonly string[]; readonly sort: Sort };

/**
 * `name@version.generation`: a new version or rebuild is made beside the old one and takes over.
 */
export type Collection = {
  readonly name: string;
  /** Each begins with `organizationId`: no question reaches across organizations. */
  readonly indexes: readonly Index[];
  /**
   * Further fields that may be asked for by value in any order. What does not fit is passed over,
   * so they are for what is not rare.
   */
  readonly filters?: readonly string[];
  /** Text fields of which a substring may be searched, case-folded. */
  readonly search?: readonly string[];
  /** Whether sums are kept of it. */
  readonly hasSums?: boolean;
};

export type Value = string | number | boolean;
export type Range = { readonly from?: string | number; readonly to?: string | number };
export type Condition = Value | { readonly in: readonly (string | number)[] } | Range;
export type Filter = { readonly organizationId: string } & Readonly<
  Record<string, Condition | undefined>
>;
/**
 * Folded, and a substring of one of the collection's search fields; or else the document has one of
 * the values in such a field, which an index asks for by value.
 */
export type Term =
  | string
  | {
      readonly text: string;
      readonly or: readonly { readonly field: string; readonly values: readonly string[] }[];
    };
export type Page = {
  /**
   * Beside equality and `in` there may be ranges on the first field of any declared sort. That of
   * the page's own sort bounds the index; documents outside the others are passed over. Undefined
   * asks for nothing.
   */
  readonly filter: Filter;
  /** Must be the sort of a declared index whose other fields are asked for. */
  readonly sort: Sort;
  readonly limit: number;
  /**
   * The opaque cursor of the page before; one that cannot be read, or is another question's, is
   * refused.
   */
  readonly after?: string;
  /** Terms (see `searchTerms`), each of which must be found. */
  readonly search?: readonly Term[];
};
/** A question of which only the number of answers is asked. */
export type CountQuestion = Pick<Page, 'filter' | 'search'>;
export type Found = { readonly items: readonly Stored[]; readonly next?: string };

/** An outdated or forged cursor, or a question outside the declared indexes. */
export class BadQuestion extends Error {}
/** There is no such collection, or no more: another may have taken over. */
export class NoSuchCollection extends BadQuestion {}

/**
 * The most a document may have, in bytes of its JSON, in every store. MongoDB takes 16 MiB, with
 * all that a document is found by.
 */
export const largestDocument = 4_000_000;

export class DocumentTooLarge extends Error {}

/** @throws DocumentTooLarge */
export function checkSize(json: string | undefined): void {
  // No character has more than three bytes.
  if (
    json === undefined ||
    json.length * 3 <= largestDocument ||
    Buffer.byteLength(json) <= largestDocument
  )
    return;
  throw new DocumentTooLarge(`A document has more than ${largestDocument} bytes`);
}

/**
 * A stream that a projection cannot fold, and since which event; the others go on. Cured by a new
 * version of the projection.
 */
export type Parked = {
  readonly collection: string;
  readonly stream: string;
  readonly position: Position;
};

/** The line whose collections are read. */
export const currentLine = 'current';

/**
 * How far the log was projected, and which log: it was restored from a backup if another event
 * stands there.
 */
export type Checkpoint = {
  readonly log: string;
  readonly position: Position;
  readonly eventId: string;
  /** Stream and revision by which the event can be looked up. */
  readonly stream: string;
  readonly revision: number;
  /** Epoch of the projection host's lease. */
  readonly epoch: number;
  /** Early builds kept them elsewhere. */
  readonly parked?: readonly Parked[];
};

/** Another host has the lease and has written since. */
export class CheckpointMoved extends Error {}

export type Written = {
  readonly id: string;
  /** Undefined: it goes. */
  readonly json: string | undefined;
};

/**
 * Whether the collection has to be made.
 * @throws Error for an index across organizations, or where another shape was made under its name
 */
function checkDeclared(declared: Collection, made: Collection | undefined): boolean {
  const { name, indexes } = declared;
  if (indexes.some(({ equal }) => equal[0] !== 'organizationId'))
    throw new Error(`An index of ${name} does not begin with organizationId`);
  if (made && !isDeepStrictEqual(made, JSON.parse(JSON.stringify(declared))))
    throw new Error(`${name} is declared otherwise than it was made: give it a new version`);
  return made === undefined;
}

/** All of it or none, in one transaction with the checkpoint. */
export type Commit = {
  /**
   * Owner of the checkpoint: the current views (`currentLine`), or a generation that is being
   * rebuilt.
   */
  readonly line: string;
  readonly expected: Checkpoint | undefined;
  readonly checkpoint: Checkpoint;
  readonly documents: readonly ({ readonly collection: string } & Written)[];
  /** Differences, added to what is there. */
  readonly sums: readonly {
    readonly collection: string;
    readonly key: string;
    readonly amounts: Readonly<Record<string, number>>;
  }[];
  readonly changes: readonly Change[];
  /**
   * A rebuilt generation has come as far as this one: its collections are read from now on, its
   * checkpoint goes, and every reader starts over.
   */
  readonly joins?: { readonly line: string; readonly current: Readonly<Record<string, string>> };
  /**
   * A person was erased: where the store is a file of ours, nothing of what these documents were is
   * left in it soon.
   */
  readonly erases?: true;
};

/** A commit as a store writes it. */
export type Write = Pick<Commit, 'expected' | 'checkpoint' | 'documents' | 'erases'> & {
  /** The id of the state that is to be `expected`. */
  readonly guard: string;
  /** By id; undefined: it goes. */
  readonly state: Readonly<Record<string, unknown>>;
};

/**
 * Documents of views, and what belongs to them: sums, the change feed and checkpoints are documents
 * and state as well.
 */
export abstract class ReadStore {
  /**
   * Path for a rebuilt file, if the store is a file of this process alone. `takeOver` puts the
   * closed file in this one's place, and later reads use it. It throws Unavailable if it cannot;
   * then nothing has changed.
   */
  abstract readonly beside?: { readonly path: string; takeOver(): void };

  /** @param now in milliseconds, for the age of what is in the feed */
  constructor(protected readonly now: () => number) {}

  abstract get(collection: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  abstract find(collection: string, page: Page): Promise<Found>;
  /**
   * How many there are of each value of a field that is asked for by value; one that nothing has is
   * left out. Only for searches: what is counted often is a sum.
   */
  abstract countEach(
    collection: string,
    question: CountQuestion,
    field: string,
  ): Promise<Readonly<Record<string, number>>>;
  /**
   * Sums a numeric field that may be asked for by value, for each value of `field`, from the index
   * alone.
   */
  abstract sumEach(
    collection: string,
    question: CountQuestion,
    field: string,
    amount: string,
  ): Promise<Readonly<Record<string, number>>>;
  /**
   * Takes or renews the lease of the one active projection host; undefined while another holds it.
   * The epoch changes with the holder.
   */
  abstract lease(
    holder: string,
    milliseconds: number,
  ): Promise<{ readonly epoch: number } | undefined>;
  abstract close(): Promise<void>;

  protected abstract declared(): Promise<readonly Collection[]>;
  /** Makes collections that are not there, and verifies the indexes of those that are. */
  protected abstract make(
    missing: readonly Collection[],
    there: readonly Collection[],
  ): Promise<void>;
  protected abstract remove(names: readonly string[]): Promise<void>;
  /** Small JSON values, each under its own id. */
  protected abstract state(ids: readonly string[]): Promise<ReadonlyMap<string, unknown>>;
  protected abstract setState(state: Write['state']): Promise<void>;
  /** @throws CheckpointMoved */
  protected abstract write(write: Write): Promise<void>;

  /**
   * Makes what is missing, with its indexes, and verifies what is there. Only the host that has the
   * lease does.
   */
  async ensure(collections: readonly Collection[]): Promise<void> {
    const made = new Map(
      (await this.declared()).map((collection) => [collection.name, collection]),
    );
    const sums = collections
      .filter(({ hasSums }) => hasSums)
      .map(({ name }) => ({ name: sumsOf(name), indexes: [] }));
    const all = [...collections, ...sums, feed];
    const missing = all.filter((collection) =>
      checkDeclared(collection, made.get(collection.name)),
    );
    await this.make(
      missing,
      all.filter((collection) => !missing.includes(collection)),
    );
  }

  drop(collections: readonly string[]): Promise<void> {
    return this.remove(collections.flatMap((name) => [name, sumsOf(name)]));
  }

  async collections(): Promise<readonly string[]> {
    const names = (await this.declared()).map(({ name }) => name);
    return names.filter((name) => name !== feed.name && !name.endsWith(sumsOf('')));
  }

  async sums(
    collection: string,
    keys: readonly string[],
  ): Promise<ReadonlyMap<string, Readonly<Record<string, number>>>> {
    const found = await this.get(sumsOf(collection), keys);
    return new Map(
      [...found].map(([key, json]) => [key, JSON.parse(json) as Record<string, number>]),
    );
  }

  async checkpoint(line: string): Promise<Checkpoint | undefined> {
    return this.stateOf<Checkpoint>(checkpointOf(line));
  }

  /**
   * Collections that readers use, by view. They switch in the transaction in which a rebuilt
   * generation takes over.
   */
  async current(): Promise<Readonly<Record<string, string>>> {
    const [current, collections] = await Promise.all([
      this.stateOf<Record<string, string>>(currentCollections),
      this.collections(),
    ]);
    return Object.fromEntries(
      Object.entries(current ?? {}).filter(([, collection]) => collections.includes(collection)),
    );
  }

  /** Another log, or the same as it was restored: every reader starts over. */
  async setCurrent(current: Readonly<Record<string, string>>): Promise<void> {
    await this.remove([feed.name]);
    await this.make([feed], []);
    await this.setState({ [currentCollections]: current, [feedSince]: undefined });
  }

  /**
   * Changes of an organization in the commits after a position: with all of a commit, until there
   * are `limit` of them or no more. Undefined if the feed does not go back that far, or is not yet
   * there.
   */
  async changesAfter(
    organizationId: string,
    position: Position,
    limit: number,
  ): Promise<readonly Change[] | undefined> {
    const changes: Change[] = [];
    for (let after = position; ;) {
      const found = await this.feedAfter(
        organizationId,
        after,
        Math.min(limit - changes.length, commitsAtOnce),
      );
      if (!found) return undefined;
      changes.push(...found.items.flatMap(({ json }) => changesIn(json)));
      if (!found.next || changes.length >= limit) return changes;
      after = changes.at(-1)!.position;
    }
  }

  /**
   * The organizations in which something has changed after a position, and until which one that is
   * all where there are more commits than `limit`.
   */
  async commitsAfter(position: Position, limit: number) {
    const found = await this.feedAfter('', position, limit);
    return (
      found &&
      commitsIn(
        found.items.map(({ json }) => json),
        found.next !== undefined,
      )
    );
  }

  /**
   * Sums and the feed are read before they are written: a commit that came in between has moved the
   * checkpoint.
   * @throws CheckpointMoved if the line's checkpoint is not `expected` any more
   * @throws DocumentTooLarge
   */
  async commit({
    line,
    expected,
    checkpoint,
    documents,
    sums,
    changes,
    joins,
    erases,
  }: Commit): Promise<void> {
    for (const { json } of documents) checkSize(json);
    const old = changes.length > 0 ? await this.oldestCommits() : [];
    const trim = trimmed(old, this.now());
    const since = joins ? checkpoint.position : await this.goesBackTo(trim.until);
    await this.write({
      ...{ guard: checkpointOf(line), expected, checkpoint, ...(erases && { erases }) },
      documents: [
        ...documents,
        ...(await this.summed(sums)),
        ...trim.documents,
        ...feedEntries(changes, checkpoint.position, this.now()),
      ],
      state: {
        ...(joins && {
          [currentCollections]: joins.current,
          [checkpointOf(joins.line)]: undefined,
        }),
        ...(since !== undefined && { [feedSince]: since }),
        [checkpointOf(line)]: checkpoint,
      },
    });
  }

  /** Sums as they are with these differences; what comes to nothing goes. */
  private async summed(differences: Commit['sums']): Promise<Commit['documents']> {
    const documents: Commit['documents'][number][] = [];
    for (const collection of new Set(differences.map((difference) => difference.collection))) {
      const own = differences.filter((difference) => difference.collection === collection);
      const keys = own.map(({ key }) => key);
      const before = await this.sums(collection, keys);
      for (const { key, amounts } of own) {
        const sum = new Map(Object.entries(before.get(key) ?? {}));
        for (const [name, amount] of Object.entries(amounts))
          sum.set(name, (sum.get(name) ?? 0) + amount);
        const left = [...sum].filter(([, amount]) => amount !== 0);
        documents.push({
          collection: sumsOf(collection),
          id: key,
          json: left.length > 0 ? JSON.stringify(Object.fromEntries(left)) : undefined,
        });
      }
    }
    return documents;
  }

  private async oldestCommits(): Promise<readonly string[]> {
    const page = { filter: { organizationId: '' }, sort: ['position'], limit: trimmedAtOnce };
    return ((await this.find(feed.name, page).catch(unlessMissing))?.items ?? []).map(
      ({ json }) => json,
    );
  }

  /**
   * Commits of before a line was joined stay until they are too old. The feed does not go back
   * further when they go.
   */
  private async goesBackTo(trimmedUntil: Position | undefined): Promise<Position | undefined> {
    const since = trimmedUntil && (await this.stateOf<Position>(feedSince));
    return since && since > trimmedUntil ? since : trimmedUntil;
  }

  private async feedAfter(
    organizationId: string,
    position: Position,
    limit: number,
  ): Promise<Found | undefined> {
    // No other position begins with one of the log, and a range has both its ends.
    const page = {
      filter: { organizationId, position: { from: `${position} ` } },
      sort: ['position'],
      limit,
    };
    const found = await this.find(feed.name, page).catch(unlessMissing);
    // Read after the entries: none that the feed has until now was missing among them.
    const state = await this.state([feedSince, checkpointOf(currentLine)]);
    const since = state.get(feedSince) as Position | undefined;
    const reached = (state.get(checkpointOf(currentLine)) as Checkpoint | undefined)?.position;
    return since === undefined || reached === undefined || position < since || position > reached
      ? undefined
      : found;
  }

  private async stateOf<Value>(id: string): Promise<Value | undefined> {
    return (await this.state([id])).get(id) as Value | undefined;
  }
}

const sumsOf = (collection: string) => `${collection}/sums`;
const checkpointOf = (line: string) => `checkpoint ${line}`;
const currentCollections = 'current collections';
/** From where on the feed has everything. */
const feedSince = 'feed since';

function unlessMissing(error: unknown): undefined {
  if (!(error instanceof NoSuchCollection)) throw error;
}
