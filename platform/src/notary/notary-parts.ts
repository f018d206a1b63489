import type { Clock } from '../common/clock.js';
import type { EventLog } from '../event-log/event-log.js';
import { eventCatalogue } from '../sealing/event-catalogue.js';
import type { KeyStore } from '../sealing/key-store/key-store.js';
import { createSealing } from '../sealing/sealing.js';
import {
  type AssertHeld,
  withDistributedMutex,
} from '../storage/key-value-store/distributed-mutex.js';
import type { KeyValueStore } from '../storage/key-value-store/key-value-store.js';
import type { Misfit } from './misfit.js';
import { NotaryState } from './notary-state.js';
import { NotaryStreams } from './notary-stream.js';
import { StopSwitch } from './stop-switch.js';
import { HeadsTree } from './trees/heads-tree.js';
import { LogTree } from './trees/log-tree.js';
import type { Witness } from './witness.js';

export type NotaryOptions = {
  readonly log: EventLog;
  readonly keys: KeyStore;
  readonly secrets: KeyValueStore;
  readonly clock: Clock;
  /** Public host, which the first origin begins with. */
  readonly host: string;
  /** Called when the notary stops, and when it resumes (without misfits). */
  readonly onStatus?: (misfits: readonly Misfit[]) => void;
  readonly witness?: Witness | undefined;
};

const MUTEX_KEY = 'notary';

/** Parts that signing, checking and proving share. */
export type NotaryParts = Omit<NotaryOptions, 'onStatus'> & {
  readonly streams: NotaryStreams;
  readonly tree: LogTree;
  readonly heads: HeadsTree;
  readonly state: NotaryState;
  readonly stopping: StopSwitch;
  /** Runs work in one process at a time. */
  readonly runExclusively: <Result>(
    work: (assertHeld: AssertHeld) => Promise<Result>,
  ) => Promise<Result>;
};

export function createParts({ onStatus, ...options }: NotaryOptions): NotaryParts {
  const { log, keys, secrets, clock } = options;
  // The notary seals only events of its own, which hold nothing personal.
  const sealing = createSealing({ catalogue: eventCatalogue([]), keys });
  const state = new NotaryState(secrets);
  return {
    ...options,
    streams: new NotaryStreams({ log, sealing, now: () => clock.now() }),
    tree: new LogTree(log, secrets),
    heads: new HeadsTree(log, secrets),
    state,
    stopping: new StopSwitch(state, clock, onStatus),
    runExclusively: (work) => withDistributedMutex({ secrets, clock }, MUTEX_KEY, work),
  };
}
