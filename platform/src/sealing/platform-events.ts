import { z } from 'zod';
import type { AnyAggregate } from '#domain/kernel/aggregate.js';
import type { EventDefinitions } from '#domain/kernel/schema.js';

/** Events of the platform itself. No decider sees them, and none is about a person. */
export const platformEvents = {
  /** On a claim: from now on only the holder may come to hold the value. */
  Reserved: z.object({ holder: z.string() }),
  /** On a claim: nobody can reserve here any more. */
  ClaimClosed: z.object({}),
  /** On a record: a command that read it before may not append any more. It changes no state. */
  ClaimFenced: z.object({}),
  /**
   * On a reactor's stream: without a checkpoint it reads from here, or `atStart` from the start of
   * the log.
   */
  ReactorBegan: z.object({ atStart: z.literal(true).optional() }),
  /**
   * Written by the first workers of an installation: these reactors read the log from its start.
   */
  ReactorsInstalled: z.object({ names: z.array(z.string()) }),
} as const satisfies EventDefinitions;

/** Whether an event is the platform's fence among a record's own events. */
export const isFence = ({ type }: { readonly type: string }): boolean => type === 'ClaimFenced';

export const isClosedClaim = ({ type }: { readonly type: string }): boolean =>
  type === 'ClaimClosed';

/**
 * Events after which the keys of their stream are destroyed: a person's, and the one that fences a
 * record that is erased along.
 */
const erasures: readonly string[] = ['PersonalDataErased', 'CustomerErased'];

export const isErasure = ({ type }: { readonly type: string }): boolean => erasures.includes(type);

export type Erasable = Pick<AnyAggregate, 'category' | 'erasedWith'>;

/**
 * The stream on which an erasure was recorded, and those of the same id that speak of the same
 * person, and are erased along with it.
 */
export const erasedBy = (aggregates: readonly Erasable[], stream: string): readonly string[] => {
  const category = stream.slice(0, stream.indexOf('-'));
  const erasedAlong = aggregates.filter(({ erasedWith }) => erasedWith === category);
  return [
    stream,
    ...erasedAlong.map((other) => `${other.category}${stream.slice(category.length)}`),
  ];
};
