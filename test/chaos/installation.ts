import type { RecordedEvent } from '#platform/event-log/event-log.js';
import type { FileStore } from '#platform/files/file-store/file-store.js';
import type { KeyStore } from '#platform/sealing/key-store/key-store.js';
import type { Product } from '../acceptance/person.js';
import type { SeededRandom } from '../faults/seeded-random.js';

/** Something that goes wrong. Answers what it was, when it is over; nothing where it did not come to it. */
export type Fault = {
  readonly kind: string;
  /** How often, beside the others. */
  readonly weight: number;
  /** It is tried at least once, however few there are. */
  readonly atLeastOnce?: true;
  run(random: SeededRandom, probe: Probe): Promise<string | undefined>;
};

/** Who may be asked for something while a part is away. */
export type Probe = {
  /** Somebody captures a lead, once, and returns the status; 0 without an answer. */
  captureLead(): Promise<{ readonly status: number; readonly detail: string }>;
  /** Until a lead is captured: nothing is away any more. */
  untilHealthy(): Promise<void>;
  /** Somebody new asks for a code until it is accepted: their number. */
  requestCode(): Promise<string>;
  /** Somebody asks where they stand, until it is answered. */
  requestAddress(): Promise<void>;
  /** Something is not as it should be while a part is away. */
  reportViolation(words: string): void;
};

/** What people write down who look at everything after the end. */
export type StoredState = {
  readonly events: readonly RecordedEvent[];
  readonly keys: KeyStore;
  /** What the read models say, and what they say when they are made anew from the log. */
  readonly views: Documents;
  readonly rebuiltViews: Documents;
  close(): Promise<void>;
};
/** How many are due, under way, and given up. */
export type Jobs = { readonly waiting: number; readonly active: number; readonly delayed: number; readonly failed: number };
/** By collection and id. */
export type Documents = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Fieldtrace as somebody runs it, on one set of parts, with what can go wrong there. */
export interface Installation {
  readonly name: string;
  /** Where people reach it. */
  readonly product: Product;
  readonly faults: readonly Fault[];
  /** Where sockets are opened, one after the other. */
  readonly addresses: readonly string[];
  /** Stored pictures, read past the HTTP API. */
  readonly files: Pick<FileStore, 'stat'>;
  /** Nothing fails any more: everything runs, and is ready. */
  recover(): Promise<void>;
  jobs(): Promise<Jobs>;
  /** Streams that a view could not fold. */
  parked(): Promise<number>;
  /** Ends our processes, and says what they have left behind. */
  storedState(): Promise<StoredState>;
  /** What our processes said that may matter when something was wrong. */
  output(): string;
  dispose(): Promise<void>;
}
