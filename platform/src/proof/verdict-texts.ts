import type { Refusal } from './verify-proof.js';

/** Texts of verdicts in one language. Their parameters are texts too, even numbers. */
export type VerdictTexts = {
  readonly record: string;
  readonly until: string;
  readonly log: string;
  readonly size: string;
  readonly root: string;
  readonly key: string;
  readonly compareKey: string;
  readonly wholeTitle: (number: string) => string;
  readonly whole: (at: string) => string;
  readonly partTitle: (shown: string, number: string) => string;
  /** @param hidden numbers of the events that the file does not show */
  readonly part: (hidden: string, at: string) => string;
  readonly appended: (size: string) => string;
  /** @param name name of the log before a backup was restored */
  readonly restored: (name: string) => string;
  readonly opened: (number: string, total: string) => string;
  readonly sealed: (number: string) => string;
  readonly erased: (number: string) => string;
  /** `{event}` stands for the number and type of an event. */
  readonly refusals: Readonly<
    Record<Refusal['reason'], readonly [title: string, sentence: string]>
  >;
};
