import { z } from 'zod';
import type { AnyAggregate } from '#domain/kernel/aggregate.js';
import type { EventDefinitions } from '#domain/kernel/schema.js';

/** Events of the platform itself. Deciders do not see them, and they hold no personal data. */
export const PLATFORM_EVENTS = {
  /** On a claim: reserves the value for the holder. */
  Reserved: z.object({ holder: z.string() }),
  /** On a claim: no reservation is possible here any more. */
  ClaimClosed: z.object({}),
  /** On a record: makes commands conflict that read the record before. Changes no state. */
  ClaimFenced: z.object({}),
  /**
   * The record's organization was closed: its key is destroyed and its documents are removed.
   * Deciders then see no record.
   */
  StreamErased: z.object({}),
  /** On the stream of a lost key: an operator abandoned the key. `streams` were sealed by it. */
  KeyAbandoned: z.object({ streams: z.array(z.string()).optional() }),
  /**
   * On a reactor's stream: without a checkpoint the reactor starts here, or with `atStart` at the
   * log's start.
   */
  ReactorBegan: z.object({ atStart: z.literal(true).optional() }),
  /** Written by the first workers of an installation: these reactors start at the log's start. */
  ReactorsInstalled: z.object({ names: z.array(z.string()) }),
  /** Origin and verifier key of the checkpoints from here on: at the first start, or a fork. */
  NotaryBegan: z.object({ origin: z.string(), key: z.string(), note: z.string().optional() }),
  /** Verifier keys before and after, and the note that both signed. */
  NotaryKeyRotated: z.object({ from: z.string(), to: z.string(), note: z.string() }),
  /** Root over the last event of each stream within the first `size` events of the log. */
  HeadsPublished: z.object({ size: z.int(), streams: z.int(), root: z.string() }),
  /** Root over the first `size` events of the log, as a signed note. */
  CheckpointSigned: z.object({ size: z.int(), root: z.string(), note: z.string() }),
} as const satisfies EventDefinitions;

/** Whether an event is a fence of the platform among a record's events. */
export const isFence = ({ type }: { readonly type: string }): boolean => type === 'ClaimFenced';

export const isStreamErasure = ({ type }: { readonly type: string }): boolean =>
  type === 'StreamErased';

export const isClosedClaim = ({ type }: { readonly type: string }): boolean =>
  type === 'ClaimClosed';

/**
 * Whether the event's stream loses its key: the erasure of a person, or of a record erased along.
 * Their names end alike (test/event-names.spec.ts).
 */
export const isErasure = ({ type }: { readonly type: string }): boolean => type.endsWith('Erased');

/**
 * Whether no record is left after the event. Told by its name alone, so that it also holds for an
 * event of a newer build (test/event-names.spec.ts).
 */
export const removesRecord = ({ type }: { readonly type: string }): boolean =>
  type.endsWith('Deleted') || isErasure({ type });

export const isAbandonment = ({ type }: { readonly type: string }): boolean =>
  type === 'KeyAbandoned';

/** Whether personal data that were read before the event must not be shown after it. */
export const takesDataAway = (event: { readonly type: string }): boolean =>
  isErasure(event) || isAbandonment(event);

const ABANDONED_KEY_PREFIX = 'key-';

/** Stream of the abandonment of a key. */
export const abandonmentStreamName = (keyId: string): string => `${ABANDONED_KEY_PREFIX}${keyId}`;

export const isAbandonmentStream = (stream: string): boolean =>
  stream.startsWith(ABANDONED_KEY_PREFIX);

/** Key that an abandonment treats as destroyed. */
export const parseAbandonedKey = ({ stream }: { readonly stream: string }): string =>
  stream.slice(ABANDONED_KEY_PREFIX.length);

/** Streams that an abandoned key had sealed. Early abandonments name none. */
export const abandonedStreams = ({ data }: { readonly data: object }): readonly string[] =>
  (data as z.infer<typeof PLATFORM_EVENTS.KeyAbandoned>).streams ?? [];

/**
 * Field and id of the part of a stream that an erasure erases; undefined if it erases the whole
 * stream.
 */
export const erasedPart = ({
  data,
}: {
  readonly data: object;
}): readonly [field: string, id: unknown] | undefined =>
  Object.entries(data).find(([field]) => field.endsWith('Id'));

/** Whether the event erases its whole stream, and no part alone. */
export const isWholeErasure = (event: { readonly type: string; readonly data: object }): boolean =>
  isErasure(event) && erasedPart(event) === undefined;

export type Erasable = Pick<AnyAggregate, 'category' | 'erasedWith'>;

/** The stream of an erasure, and the streams of the same id that are erased along with it. */
export const streamsErasedWith = (
  aggregates: readonly Erasable[],
  stream: string,
): readonly string[] => {
  const category = stream.slice(0, stream.indexOf('-'));
  const erasedAlong = aggregates.filter(({ erasedWith }) => erasedWith === category);
  return [
    stream,
    ...erasedAlong.map((other) => `${other.category}${stream.slice(category.length)}`),
  ];
};
