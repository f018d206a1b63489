import type { Clock } from '../common/clock.js';
import type { EventLog } from '../event-log/event-log.js';
import { eventCatalogue } from '../sealing/event-catalogue.js';
import type { KeyStore } from '../sealing/key-store/key-store.js';
import { createSealing } from '../sealing/sealing.js';
import type { KeyValueStore } from '../storage/key-value-store/key-value-store.js';
import { Notary } from './notary.js';

/** Notary of an installation whose processes do not run, or that is only read. */
export const createNotary = (parts: {
  readonly log: EventLog;
  readonly keys: KeyStore;
  readonly secrets: KeyValueStore;
  readonly clock: Clock;
  readonly host: string;
}): Notary =>
  new Notary({
    ...parts,
    sealing: createSealing({ catalogue: eventCatalogue([]), keys: parts.keys }),
  });
