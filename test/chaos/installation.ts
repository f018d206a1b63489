import type { RecordedEvent } from '#platform/event-log/event-log.js';
import type { FileStore } from '#platform/files/file-store/file-store.js';
import type { KeyStore } from '#platform/sealing/key-store/key-store.js';
import type { Product } from '../acceptance/product/person.js';
import type { SeededRandom } from '../faults/seeded-random.js';

/**
 * Fault to inject. `run` resolves with a description after its end, or with undefined if it did not
 * happen.
 */
export type Fault = {
  readonly kind: string;
  /** Relative frequency with which the fault is drawn. */
  readonly weight: number;
  /** Set to inject the fault at least once, however few are drawn. */
  readonly atLeastOnce?: true;
  run(random: SeededRandom, probe: Probe): Promise<string | undefined>;
};

/** Requests of a fault to the product while a part is away. */
export type Probe = {
  /**
   * Captures a lead with one request.
   * @returns status; 0 without an answer
   */
  captureLead(): Promise<{ readonly status: number; readonly detail: string }>;
  /** Waits until a lead is captured, so that every part is available. */
  untilHealthy(): Promise<void>;
  /**
   * Requests a code for a new person until it is accepted.
   * @returns the number
   */
  requestCode(): Promise<string>;
  /** Requests an address until it is answered. */
  requestAddress(): Promise<void>;
  /** Records a violation that was seen while a part was away. */
  reportViolation(violation: string): void;
};

/** Stored state after all processes have ended. */
export type StoredState = {
  readonly events: readonly RecordedEvent[];
  readonly keys: KeyStore;
  /** Documents of the views as stored, and as rebuilt from the log. */
  readonly views: Documents;
  readonly rebuiltViews: Documents;
  close(): Promise<void>;
};
/** Numbers of jobs that are due, running, due later, and given up. */
export type Jobs = {
  readonly waiting: number;
  readonly active: number;
  readonly delayed: number;
  readonly failed: number;
};
/** Documents by collection and id. */
export type Documents = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Running Fieldtrace on one set of parts, with the faults that can be injected into it. */
export interface Installation {
  readonly name: string;
  readonly product: Product;
  readonly faults: readonly Fault[];
  /** Addresses for sockets, in turn. */
  readonly addresses: readonly string[];
  /** Stored pictures, read without the HTTP API. */
  readonly files: Pick<FileStore, 'stat'>;
  /** Ends all faults; resolves when everything is ready. */
  recover(): Promise<void>;
  readJobs(): Promise<Jobs>;
  /** Number of parked streams. */
  countParked(): Promise<number>;
  /** Ends the processes and reads their stored state. */
  readStoredState(): Promise<StoredState>;
  /** Output of the processes that may explain a failed check. */
  output(): string;
  dispose(): Promise<void>;
}
