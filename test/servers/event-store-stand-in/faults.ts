import { MAX_APPEND_BYTES } from './deciding.js';

/**
 * Faults of the stand-in. A number counts the next calls that fail; all others last until they are
 * reset.
 */
export type Faults = {
  /** Milliseconds that every call waits before it is handled. */
  delayMs: number;
  /** Appends that are neither written nor answered. */
  hangAppends: number;
  /** Appends that are written and not answered. */
  commitSilently: number;
  /** Reads that are not answered. */
  hangReads: number;
  /** Reads that end early as `cutWith` says, after their first event if there is one. */
  cutReads: number;
  /**
   * gRPC status of the end; `no event`: success before the first event; `silence`: the call hangs.
   */
  cutWith:
    'CANCELLED' | 'ABORTED' | 'INTERNAL' | 'UNAVAILABLE' | 'UNKNOWN' | 'no event' | 'silence';
  /** Subscriptions that are accepted, and get neither confirmation nor events. */
  hangSubscriptions: number;
  /** Queries of the server's features that fail. */
  failCapabilities: number;
  /** Delivers each event twice to subscribers, and after it an older one again. */
  doubleDeliveries: boolean;
  /** Refuses every call as unavailable. */
  refuse: boolean;
  /** Refuses every call like a node without a leader. */
  noLeader: boolean;
  /** Milliseconds after which a subscription is ended; 0 for never. */
  dropAfterMs: number;
  /** Milliseconds that a subscription waits after each checkpoint. */
  slowSubscriptionsMs: number;
  /** Limit of an append in bytes. */
  largestAppend: number;
  diskFull: boolean;
};

export const noFaults: Readonly<Faults> = {
  delayMs: 0,
  hangAppends: 0,
  commitSilently: 0,
  hangReads: 0,
  cutReads: 0,
  cutWith: 'silence',
  hangSubscriptions: 0,
  failCapabilities: 0,
  doubleDeliveries: false,
  refuse: false,
  noLeader: false,
  dropAfterMs: 0,
  slowSubscriptionsMs: 0,
  largestAppend: MAX_APPEND_BYTES,
  diskFull: false,
};

type CountedFault =
  | 'hangAppends'
  | 'commitSilently'
  | 'hangReads'
  | 'cutReads'
  | 'hangSubscriptions'
  | 'failCapabilities';

/** Whether the next call fails; decreases the count of the fault. */
export function takeFault(faults: Faults, name: CountedFault): boolean {
  if (faults[name] === 0) return false;
  faults[name]--;
  return true;
}
