import type { Message } from '#domain/kernel/message.js';
import type { RecordedEvent } from '../../event-log/event-log.js';
import type { Index } from '../read-store/read-store.js';

type Declaration<Event extends Message, Document> = {
  /** Name and version make the collection's name: a new version is made beside the old one and takes over. */
  readonly name: string;
  readonly version: number;
  /** What it reads; every other event is skipped before it comes here. */
  readonly events: Readonly<Record<Event['type'], unknown>>;
  /** The only orders in which it may be asked. A query outside them fails. */
  readonly indexes: readonly Index[];
  /** Further fields by which it may be asked, in any of these orders. */
  readonly filters?: readonly string[];
  /** Text fields of its documents in which a substring is found. */
  readonly search?: readonly string[];
  /** The room whose sockets are notified of a document's changes, e.g. `lead:<id>`; if it is left out, its whole audience is. */
  room?(document: Document): string;
};

/** What a record adds to the sums of a key, which is one within the organization, for as long as it is as it is. */
export type Count = { readonly key: string; readonly amounts: Readonly<Record<string, number>> };

/**
 * One record for each stream. Pure and total: the same events give the same record, and whatever was once recorded
 * is coped with. The runtime writes the difference between before and after, so that no projection increments by hand.
 * A record is JSON: what it holds is what its text holds. (Methods, so that projections of all kinds fit into one list.)
 */
export type PerStream<Event extends Message, State, Document = State> = Declaration<Event, Document> & {
  /**
   * The event with which every record begins, where one is of one stream only: before it nothing is looked up, and a record
   * that shows nothing is not kept, because it can be folded again from the log for what it costs to read it.
   */
  readonly begins?: Event['type'];
  /** The only events by which a record that shows and counts nothing comes to do so: for any other it is not folded from the log. */
  readonly appearsBy?: readonly Event['type'][];
  /**
   * Fields of the record that are lists and grow. Each element is kept as a document of its own, so that a change costs what has
   * changed and not the whole record: elements, and documents shown, that are the same objects as before are not written again.
   */
  readonly growing?: readonly string[];
  /** Undefined: there is none (any more). */
  fold(record: State | undefined, event: RecordedEvent<Event>): State | undefined;
  /** What it shows, by ids within the record; if this is left out, the record itself. */
  documents?(record: State): Readonly<Record<string, Document>>;
  counts?(record: State): readonly Count[];
  /** Its changes are not notified: it changes only along with a view whose changes are, and has a smaller audience. */
  readonly silent?: true;
  /** Whose a document is; if this is left out, the organization's. Who loses it sees it go. */
  audience?(document: Document): string;
};

/** One document for each event, for what only grows. */
export type PerEvent<Event extends Message, Document> = Declaration<Event, Document> & {
  entry(event: RecordedEvent<Event>): Document | undefined;
};

/** Any of them, as the runtime sees it. */
export type Projection = PerStream<Message, unknown, unknown> | PerEvent<Message, unknown>;
