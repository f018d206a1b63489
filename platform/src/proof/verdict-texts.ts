import type { EventPlace, Refusal } from './verify-proof.js';

/** Number of an event as histories show it, with its type if known. */
export const numberOf = ({ revision }: EventPlace): string => String(revision + 1);
export const typeOf = ({ type }: EventPlace): string => (type === undefined ? '' : ` (${type})`);

/** Refusal in words. */
export type Refused = readonly [tone: 'bad' | 'open', title: string, sentence: string];

/** Words of verdicts in one language. Numbers come as texts. */
export type VerdictTexts = {
  readonly record: string;
  readonly until: string;
  readonly log: string;
  readonly size: string;
  readonly root: string;
  readonly key: string;
  readonly compareKey: string;
  readonly wholeTitle: (number: string) => string;
  readonly whole: (number: string, at: string) => string;
  readonly appended: (size: string) => string;
  readonly opened: (number: string) => string;
  readonly sealed: (number: string) => string;
  readonly withheld: (number: string) => string;
  readonly erased: (number: string) => string;
  readonly refusal: (refusal: Refusal) => Refused;
};
