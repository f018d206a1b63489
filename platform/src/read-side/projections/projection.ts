import type { Message } from '#domain/kernel/texts/message.js';
import type { RecordedEvent } from '../../event-log/event-log.js';
import type { Amounts, Index } from '../read-store/read-store.js';

type Declaration<Event extends Message, Document> = {
  /** Part of the collection's name. A new version is built beside the old one and takes over. */
  readonly name: string;
  readonly version: number;
  /** Events that the projection reads; all others are skipped. */
  readonly events: Readonly<Record<Event['type'], unknown>>;
  /** Orders in which queries may read documents. A query in any other order throws. */
  readonly indexes: readonly Index[];
  /** Further fields that a query may filter by, in any of these orders. */
  readonly filters?: readonly string[];
  /** Text fields that a substring search covers. */
  readonly search?: readonly string[];
  /** Room notified of a document's changes, e.g. `record:<id>`. Default: its whole audience. */
  room?(document: Document): string;
};

/**
 * Contribution of a record's current state to a sum; replaced on each change. Keys are unique
 * within the organization.
 */
export type SumContribution = {
  readonly key: string;
  readonly amounts: Amounts;
};

/**
 * Projection with one record per stream.
 * Folds are pure and total: equal events give an equal record, and no recorded event throws. The
 * runtime writes the difference between two states, so a projection never increments.
 * A record must survive JSON. Members are methods, so that one list can hold all kinds of
 * projections.
 */
export type PerStream<Event extends Message, State, Document = State> = Declaration<
  Event,
  Document
> & {
  /**
   * Set if several streams with the same id feed one record, so that it cannot be folded from one
   * stream. The fold must handle erasures.
   */
  readonly sharesRecords?: true;
  /**
   * First event of every record, if a record reads one stream only. A record that starts with it is
   * not looked up, and one without documents is not stored but folded again when needed.
   */
  readonly firstEvent?: Event['type'];
  /**
   * Whether a record without documents is stored too, so that its stream is not read again.
   * Default: if it has elements in growing lists.
   */
  isStored?(record: State): boolean;
  /**
   * Event types that can give a record its first documents or sums. Default: all. If the record is
   * not stored, only these events read its stream.
   */
  readonly revealingEvents?: readonly Event['type'][];
  /**
   * List fields that grow. Each element is stored apart, and an element that is the same object as
   * before is not written again.
   */
  readonly growingLists?: readonly string[];
  /**
   * Events that append to growing lists and leave their elements alone. The fold of such an event
   * may find undefined instead of earlier elements, which are not loaded. Documents and sums of an
   * element must not depend on other elements.
   */
  readonly appendingEvents?: readonly Event['type'][];
  /**
   * Parts of the record that an event changes. Each is loaded, folded and written by itself, so
   * that the cost of an event depends on the size of its part and not of the whole record. The sums
   * cover all parts.
   */
  partsOf?(event: RecordedEvent<Event>): readonly string[];
  /** Returns undefined to delete the record. */
  fold(record: State | undefined, event: RecordedEvent<Event>): State | undefined;
  /** Documents by their id within the record. Default: the record itself. */
  documents?(record: State): Readonly<Record<string, Document>>;
  counts?(record: State): readonly SumContribution[];
  /** Suppresses notifications. For views that change only together with another, wider view. */
  readonly silent?: true;
  /**
   * Audience of a document: a member's id; by default the organization. A member who leaves the
   * audience is notified.
   */
  audience?(document: Document): string;
};

/** Projection with one document per event, for append-only data. */
export type PerEvent<Event extends Message, Document> = Declaration<Event, Document> & {
  entry(event: RecordedEvent<Event>): Document | undefined;
};

export type AnyPerStream = PerStream<Message, unknown, unknown>;
export type AnyPerEvent = PerEvent<Message, unknown>;
export type Projection = AnyPerStream | AnyPerEvent;
