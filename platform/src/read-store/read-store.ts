import type { Position } from '../event-log/event-log.js';

/** A document as stored. `json` is passed on to a reader as it is where nothing is added. */
export type Stored = { readonly id: string; readonly json: string };

/** Ascending by name, descending with `-`; a missing field sorts last in both directions, and equals are in order of their ids. */
export type Sort = readonly string[];

/** A question that has an answer without reading on: these fields are asked for by value, the rest comes in this order. */
export type Index = { readonly equal: readonly string[]; readonly sort: Sort };

/** `name@version.generation`: a new version or rebuild fills beside the old one and takes over. */
export type Collection = {
  readonly name: string;
  /** Each begins with `organizationId`: nobody asks across organizations. */
  readonly indexes: readonly Index[];
  /**
   * The few values a field can have, so that one index answers also who does not ask for it: it is read once for each
   * value, and what comes is merged in order.
   */
  readonly few?: Readonly<Record<string, readonly string[]>>;
  /** Text fields of which a substring may be searched, case-folded, by an index. */
  readonly search?: readonly string[];
};

export type Value = string | number | boolean;
export type Range = { readonly from?: string | number; readonly to?: string | number };
export type Condition = Value | { readonly in: readonly (string | number)[] } | Range;
export type Filter = { readonly organizationId: string } & Readonly<Record<string, Condition | undefined>>;
export type Page = {
  /** Beside equality and `in` there may be a range on the first field of the sort; undefined asks for nothing. */
  readonly filter: Filter;
  /** Must be the sort of a declared index whose other fields are asked for, or have few values. */
  readonly sort: Sort;
  readonly limit: number;
  /** The opaque cursor of the page before; one that cannot be read, or is another question's, is refused. */
  readonly after?: string;
  /** Folded terms (see `searchTerms`), each of which must be a substring of one of the collection's search fields. */
  readonly search?: readonly string[];
};
export type Found = { readonly items: readonly Stored[]; readonly next?: string };

/** An outdated or forged cursor, or a question outside the declared indexes. */
export class BadQuestion extends Error {}
/** There is no such collection, or no more: another may have taken over. */
export class NoSuchCollection extends BadQuestion {}

/** Until where a host has folded the log, and into which log: it was restored from a backup if another event stands there. */
export type Checkpoint = {
  readonly log: string;
  readonly position: Position;
  readonly eventId: string;
  /** Where that event stands, so that it can be looked up. */
  readonly stream: string;
  readonly revision: number;
  /** Of the projection host's lease. */
  readonly epoch: number;
};

/** Somebody else has taken the lease and written on: stop. */
export class CheckpointMoved extends Error {}

/** Who could see a document before and who can after; undefined: nobody. An empty text: everybody in the organization. */
export type Change = {
  readonly organizationId: string;
  readonly view: string;
  /** Bare, as screens know it. */
  readonly id: string;
  readonly revision: number;
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** Told only to who has this open, e.g. `lead:<id>`; left out, to everyone in the audience. */
  readonly room?: string;
};
export type FeedEntry = Change & { readonly position: Position };

/** A document as it is to be. */
export type Written = {
  readonly id: string;
  /** Undefined: it goes. */
  readonly json: string | undefined;
  /** Of the same, at least the fields that indexes and search name, where who writes has them: an adapter need not read the text, and may ignore it. */
  readonly document?: unknown;
  /** What is there until now, null for nothing, where who writes knows it: an adapter need not look, and may ignore it. */
  readonly before?: string | null;
};

/** All of it or none, in one transaction with the checkpoint. */
export type Commit = {
  /** Which line of folding: `live`, or a generation that is being filled. */
  readonly line: string;
  readonly expected: Checkpoint | undefined;
  readonly checkpoint: Checkpoint;
  readonly documents: readonly ({ readonly collection: string } & Written)[];
  /** Differences, added to what is there. */
  readonly sums: readonly { readonly collection: string; readonly key: string; readonly amounts: Readonly<Record<string, number>> }[];
  readonly changes: readonly FeedEntry[];
  /** A filled line has met this one: its collections are read from now on, its checkpoint goes, and every reader starts over. */
  readonly joins?: { readonly line: string; readonly live: Readonly<Record<string, string>> };
};

export interface ReadStore {
  /**
   * Where this process alone has it, as a file: where another of its kind may be filled, and what puts that one, closed, in its
   * place with all that is read from then on. `takeOver` throws Unavailable if it cannot; then everything is as it was.
   */
  readonly beside?: { readonly path: string; takeOver(): void };
  /**
   * Makes what is missing, with its indexes, and verifies what is there. Of collections that are being filled while nobody
   * is served, the indexes that only questions need may be left for `settle`, which is cheaper; an adapter may ignore it.
   */
  ensure(collections: readonly Collection[], filling?: 'filling'): Promise<void>;
  /** Makes what was left out while collections were filled, before anybody reads them. Doing it twice is safe. None, where nothing is left out. */
  settle?(collections: readonly string[]): Promise<void>;
  /** How many events a filling may fold into one commit at most: a server ends a transaction that takes too long. */
  largestFilling(): Promise<number>;
  drop(collections: readonly string[]): Promise<void>;
  /** Names of all collections there are. */
  collections(): Promise<readonly string[]>;
  get(collection: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  find(collection: string, page: Page): Promise<Found>;
  /** Exact up to `most`, then `most + 1`. Only for searches: what is counted often is a sum. */
  count(collection: string, question: Pick<Page, 'filter' | 'search'>, most: number): Promise<number>;
  sums(collection: string, keys: readonly string[]): Promise<ReadonlyMap<string, Readonly<Record<string, number>>>>;
  checkpoint(line: string): Promise<Checkpoint | undefined>;
  /** @throws CheckpointMoved if the line's checkpoint is not `expected` any more */
  commit(commit: Commit): Promise<void>;
  /** Which collections readers of a view are to use; switched in the transaction in which a filling line meets the live one. */
  live(): Promise<Readonly<Record<string, string>>>;
  setLive(live: Readonly<Record<string, string>>): Promise<void>;
  /**
   * Changes of an organization after a position, at most `limit`, and exactly that many where there may be more.
   * Undefined if the feed does not go back that far (ten minutes or 50,000 changes), or is not yet there.
   */
  changesAfter(organizationId: string, position: Position, limit: number): Promise<readonly FeedEntry[] | undefined>;
  /** Takes or renews the lease of the one active projection host; undefined while another holds it. The epoch changes with the holder. */
  lease(holder: string, milliseconds: number): Promise<{ readonly epoch: number } | undefined>;
  close(): Promise<void>;
}
