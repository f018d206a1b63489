import { largestAppend } from './deciding.js';

/**
 * Faults of the stand-in. Counts are of the next calls; everything else lasts until it is taken
 * back.
 */
export type Faults = {
  /** Every call waits so long before it is handled. */
  delayMs: number;
  /** Appends that are neither written nor answered. */
  hangAppends: number;
  /** Appends that are written and not answered. */
  commitSilently: number;
  /** Reads that are not answered. */
  hangReads: number;
  /** Reads that are cut off after their first event, if they have one, as `cutWith` says. */
  cutReads: number;
  /** A gRPC status; that all is well, before the first event; or no word at all. */
  cutWith:
    'CANCELLED' | 'ABORTED' | 'INTERNAL' | 'UNAVAILABLE' | 'UNKNOWN' | 'no event' | 'silence';
  /** Subscriptions that are accepted and told nothing, not even that they are confirmed. */
  hangSubscriptions: number;
  /** Questions after the server's features that fail. */
  failCapabilities: number;
  /** Each event comes twice to subscribers, and an older one after it once more. */
  doubleDeliveries: boolean;
  /** Every call is refused as if the server were away. */
  refuse: boolean;
  /** Every call is refused as a node does while nobody leads. */
  noLeader: boolean;
  /** Subscriptions are ended so long after they have begun; 0: they are not. */
  dropAfterMs: number;
  /** A subscription rests so long after each checkpoint. */
  slowSubscriptionsMs: number;
  /** Largest append that it takes, in bytes. */
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
  largestAppend,
  diskFull: false,
};

type Counted =
  | 'hangAppends'
  | 'commitSilently'
  | 'hangReads'
  | 'cutReads'
  | 'hangSubscriptions'
  | 'failCapabilities';

/** Takes one of a count of faults. */
export function due(faults: Faults, name: Counted): boolean {
  if (faults[name] === 0) return false;
  faults[name]--;
  return true;
}
