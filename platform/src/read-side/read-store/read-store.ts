import { isDeepStrictEqual } from 'node:util';
import type { Position } from '../../event-log/event-log.js';

/** A document as stored. `json` is passed on to a reader as it is where nothing is added. */
type Stored = { readonly id: string; readonly json: string };

/** Ascending by name, descending with `-`; a missing field sorts last in both directions, and equals are in order of their ids. */
export type Sort = readonly string[];

/** A question that has an answer without reading on: these fields are asked for by value, the rest comes in this order. */
export type Index = { readonly equal: readonly string[]; readonly sort: Sort };

/** `name@version.generation`: a new version or rebuild is made beside the old one and takes over. */
export type Collection = {
  readonly name: string;
  /** Each begins with `organizationId`: nobody asks across organizations. */
  readonly indexes: readonly Index[];
  /**
   * All values that a field can have, so that one index answers also who does not ask for it: it is read once for each
   * value, and what comes is merged in order.
   */
  readonly enumerated?: Readonly<Record<string, readonly string[]>>;
  /** Text fields of which a substring may be searched, case-folded. */
  readonly search?: readonly string[];
};

export type Value = string | number | boolean;
export type Range = { readonly from?: string | number; readonly to?: string | number };
export type Condition = Value | { readonly in: readonly (string | number)[] } | Range;
export type Filter = { readonly organizationId: string } & Readonly<Record<string, Condition | undefined>>;
export type Page = {
  /** Beside equality and `in` there may be a range on the first field of the sort; undefined asks for nothing. */
  readonly filter: Filter;
  /** Must be the sort of a declared index whose other fields are asked for, or enumerated. */
  readonly sort: Sort;
  readonly limit: number;
  /** The opaque cursor of the page before; one that cannot be read, or is another question's, is refused. */
  readonly after?: string;
  /** Folded terms (see `searchTerms`), each of which must be a substring of one of the collection's search fields. */
  readonly search?: readonly string[];
};
/** A question of which only the number of answers is asked. */
export type Count = Pick<Page, 'filter' | 'search'>;
export type Found = { readonly items: readonly Stored[]; readonly next?: string };

/** An outdated or forged cursor, or a question outside the declared indexes. */
export class BadQuestion extends Error {}
/** There is no such collection, or no more: another may have taken over. */
export class NoSuchCollection extends BadQuestion {}

/** The most a document may have, in bytes of its JSON, in every store. MongoDB takes 16 MiB, with all that a document is found by. */
export const largestDocument = 4_000_000;

export class DocumentTooLarge extends Error {}

/** @throws DocumentTooLarge */
export function checkSize(json: string | undefined): void {
  // No character has more than three bytes.
  if (json === undefined || json.length * 3 <= largestDocument || Buffer.byteLength(json) <= largestDocument) return;
  throw new DocumentTooLarge(`A document has more than ${largestDocument} bytes`);
}

/** How far the log was projected, and which log: it was restored from a backup if another event stands there. */
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

/** Another host has the lease and has written since. */
export class CheckpointMoved extends Error {}

/** A document of a view has changed, with its audience before and after: undefined is nobody, an empty text the whole organization. */
export type Change = {
  readonly organizationId: string;
  readonly view: string;
  /** Bare, as screens know it. */
  readonly id: string;
  readonly revision: number;
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** What has to be open to be notified, e.g. `lead:<id>`; left out, the whole audience is. */
  readonly room?: string;
  readonly position: Position;
};

/** A document as it is to be. */
export type Written = {
  readonly id: string;
  /** Undefined: it goes. */
  readonly json: string | undefined;
};

/**
 * Whether the collection has to be made.
 * @throws Error for an index across organizations, or where another shape was made under its name
 */
export function checkDeclared(declared: Collection, made: Collection | undefined): boolean {
  const { name, indexes } = declared;
  if (indexes.some(({ equal }) => equal[0] !== 'organizationId')) throw new Error(`An index of ${name} does not begin with organizationId`);
  if (made && !isDeepStrictEqual(made, JSON.parse(JSON.stringify(declared))))
    throw new Error(`${name} is declared otherwise than it was made: give it a new version`);
  return made === undefined;
}

/** All of it or none, in one transaction with the checkpoint. */
export type Commit = {
  /** Whose checkpoint it is: that of the views that are read (`live`), or of a generation that is being rebuilt. */
  readonly line: string;
  readonly expected: Checkpoint | undefined;
  readonly checkpoint: Checkpoint;
  readonly documents: readonly ({ readonly collection: string } & Written)[];
  /** Differences, added to what is there. */
  readonly sums: readonly { readonly collection: string; readonly key: string; readonly amounts: Readonly<Record<string, number>> }[];
  readonly changes: readonly Change[];
  /** A rebuilt generation has come as far as this one: its collections are read from now on, its checkpoint goes, and every reader starts over. */
  readonly joins?: { readonly line: string; readonly live: Readonly<Record<string, string>> };
  /** A person was erased: where the store is a file of ours, nothing of what these documents were is left in it soon. */
  readonly erases?: true;
};

export abstract class ReadStore {
  /**
   * Where this process alone has it, as a file: where another of its kind may be made, and what puts that one, closed, in its
   * place with all that is read from then on. `takeOver` throws Unavailable if it cannot; then everything is as it was.
   */
  abstract readonly beside?: { readonly path: string; takeOver(): void };
  /** Makes what is missing, with its indexes, and verifies what is there. Only the host that has the lease does. */
  abstract ensure(collections: readonly Collection[]): Promise<void>;
  abstract drop(collections: readonly string[]): Promise<void>;
  /** Names of all collections there are. */
  abstract collections(): Promise<readonly string[]>;
  abstract get(collection: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  abstract find(collection: string, page: Page): Promise<Found>;
  /** How many there are of each value of a field that is asked for by value; one that nothing has is left out. Only for searches: what is counted often is a sum. */
  abstract countEach(collection: string, question: Count, field: string): Promise<Readonly<Record<string, number>>>;
  abstract sums(collection: string, keys: readonly string[]): Promise<ReadonlyMap<string, Readonly<Record<string, number>>>>;
  abstract checkpoint(line: string): Promise<Checkpoint | undefined>;
  /**
   * @throws CheckpointMoved if the line's checkpoint is not `expected` any more
   * @throws DocumentTooLarge
   */
  abstract commit(commit: Commit): Promise<void>;
  /** Which collections readers of a view are to use; switched in the transaction in which a rebuilt generation takes over. */
  abstract live(): Promise<Readonly<Record<string, string>>>;
  abstract setLive(live: Readonly<Record<string, string>>): Promise<void>;
  /**
   * Changes of an organization after a position, at most `limit`, and exactly that many where there may be more.
   * Undefined if the feed does not go back that far (see `feedMilliseconds`), or is not yet there.
   */
  abstract changesAfter(organizationId: string, position: Position, limit: number): Promise<readonly Change[] | undefined>;
  /** Takes or renews the lease of the one active projection host; undefined while another holds it. The epoch changes with the holder. */
  abstract lease(holder: string, milliseconds: number): Promise<{ readonly epoch: number } | undefined>;
  abstract close(): Promise<void>;
}
