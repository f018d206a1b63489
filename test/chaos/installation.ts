import type { RecordedEvent } from '#platform/event-log/event-log.js';
import type { FileStore } from '#platform/files/file-store/file-store.js';
import type { KeyStore } from '#platform/sealing/key-store/key-store.js';
import type { Product } from '../acceptance/product/person.js';
import type { SeededRandom } from '../faults/seeded-random.js';

/**
 * Something that goes wrong. `run` resolves with what happened once it is over, or with undefined
 * where it did not happen.
 */
export type Fault = {
  readonly kind: string;
  /** How often, beside the others. */
  readonly weight: number;
  /** Injected at least once, however few faults there are. */
  readonly atLeastOnce?: true;
  run(random: SeededRandom, probe: Probe): Promise<string | undefined>;
};

/** Requests of a fault to the product while a part is away. */
export type Probe = {
  /** Somebody captures a lead, once, and returns the status; 0 without an answer. */
  captureLead(): Promise<{ readonly status: number; readonly detail: string }>;
  /** Until a lead is captured: nothing is away any more. */
  untilHealthy(): Promise<void>;
  /** Somebody new asks for a code until it is accepted: their number. */
  requestCode(): Promise<string>;
  /** Somebody asks where they stand, until it is answered. */
  requestAddress(): Promise<void>;
  /** Records that something did not hold while a part was away. */
  reportViolation(words: string): void;
};

/** State that is stored when all processes have ended, for the checks. */
export type StoredState = {
  readonly events: readonly RecordedEvent[];
  readonly keys: KeyStore;
  /** Documents of the views as they are, and as rebuilt from the log. */
  readonly views: Documents;
  readonly rebuiltViews: Documents;
  close(): Promise<void>;
};
/** How many are due, under way, and given up. */
export type Jobs = {
  readonly waiting: number;
  readonly active: number;
  readonly delayed: number;
  readonly failed: number;
};
/** By collection and id. */
export type Documents = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** A running Fieldtrace on one set of parts, with the faults that can be injected there. */
export interface Installation {
  readonly name: string;
  readonly product: Product;
  readonly faults: readonly Fault[];
  /** Addresses at which sockets are opened in turn. */
  readonly addresses: readonly string[];
  /** Stored pictures, read past the HTTP API. */
  readonly files: Pick<FileStore, 'stat'>;
  /** Nothing fails any more: everything runs, and is ready. */
  recover(): Promise<void>;
  jobs(): Promise<Jobs>;
  /** Streams that a view could not fold. */
  parked(): Promise<number>;
  /** Ends the processes, and reads what they have stored. */
  storedState(): Promise<StoredState>;
  /** Output of the processes that helps to explain a failed check. */
  output(): string;
  dispose(): Promise<void>;
}
