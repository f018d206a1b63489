import type { Message } from '#domain/kernel/message.js';
import type { RecordedEvent } from '../../event-log/event-log.js';
import type { Index } from '../read-store/read-store.js';

type Declaration<Event extends Message, Document> = {
  /**
   * Name and version make the collection's name: a new version is made beside the old one and takes
   * over.
   */
  readonly name: string;
  readonly version: number;
  /** Events that the projection reads; the runtime skips all others. */
  readonly events: Readonly<Record<Event['type'], unknown>>;
  /** The only orders in which it may be asked. A query outside them fails. */
  readonly indexes: readonly Index[];
  /** Further fields by which it may be asked, in any of these orders. */
  readonly filters?: readonly string[];
  /** Text fields of its documents in which a substring is found. */
  readonly search?: readonly string[];
  /**
   * The room whose sockets are notified of a document's changes, e.g. `lead:<id>`; if it is left
   * out, its whole audience is.
   */
  room?(document: Document): string;
};

/**
 * Amounts that a record adds to the sums of a key, while it has this state. A key is unique within
 * the organization.
 */
export type Count = { readonly key: string; readonly amounts: Readonly<Record<string, number>> };

/**
 * Projection with one record for each stream. Folds are pure and total: equal events give an equal
 * record, and every recorded event is handled. The runtime writes the difference between before and
 * after, so no projection increments by hand. A record must survive JSON. (Methods, so that
 * projections of all kinds fit into one list.)
 */
export type PerStream<Event extends Message, State, Document = State> = Declaration<
  Event,
  Document
> & {
  /**
   * The event with which every record begins, where one is of one stream only: before it nothing is
   * looked up, and a record that shows nothing is not kept, because it can be folded again from the
   * log for what it costs to read it.
   */
  readonly begins?: Event['type'];
  /**
   * The only events by which a record that shows and counts nothing comes to do so: for any other
   * it is not folded from the log.
   */
  readonly appearsBy?: readonly Event['type'][];
  /**
   * Fields of the record that are lists and grow. Each element is kept as a document of its own, so
   * that a change costs what has changed and not the whole record: elements, and documents shown,
   * that are the same objects as before are not written again.
   */
  readonly growing?: readonly string[];
  /** Undefined: there is none (any more). */
  fold(record: State | undefined, event: RecordedEvent<Event>): State | undefined;
  /** Documents of a record, by ids within the record; by default the record itself. */
  documents?(record: State): Readonly<Record<string, Document>>;
  counts?(record: State): readonly Count[];
  /**
   * Its changes are not notified: it changes only along with a view whose changes are, and has a
   * smaller audience.
   */
  readonly silent?: true;
  /**
   * Audience of a document: a member's id; by default the organization. A member who loses a
   * document sees it go.
   */
  audience?(document: Document): string;
};

/** Projection with one document for each event, for data that only grows. */
export type PerEvent<Event extends Message, Document> = Declaration<Event, Document> & {
  entry(event: RecordedEvent<Event>): Document | undefined;
};

/** Any of them, as the runtime sees it. */
export type Projection = PerStream<Message, unknown, unknown> | PerEvent<Message, unknown>;
