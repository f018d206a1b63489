import type { Position, RecordedEvent } from '../event-log/event-log.js';

/** Signed head of the log tree, as the notary published it. */
export type Checkpoint = {
  readonly size: number;
  /** Base64. */
  readonly root: string;
  /** Signed note (c2sp.org/tlog-checkpoint). */
  readonly note: string;
  readonly at: string;
  /** Position of the last covered event. */
  readonly position: Position;
};

/** Place of an event in the log tree, and the way from its leaf to the root. */
export type Inclusion = { readonly index: number; readonly path: readonly Uint8Array[] };

/** Published heads tree, and the index of one stream's head in it. */
type HeadsProof = Inclusion & {
  /** `HeadsPublished` as stored. */
  readonly event: RecordedEvent;
  /** Place in the heads tree, and its number of leaves. */
  readonly leafIndex: number;
  readonly leaves: number;
  readonly leafPath: readonly Uint8Array[];
};

/** Everything of the notary that the proof of one record needs. */
export type RecordProof = {
  readonly checkpoint: Checkpoint;
  /** Inclusion of the stream's last event, which the heads tree names. */
  readonly lastEvent: Inclusion;
  readonly heads: HeadsProof;
  /** Inclusions of the revisions before events that the proof withholds. */
  readonly others?: readonly (Inclusion & { readonly revision: number })[];
};
