import type { Erasing } from '#platform/command-handling/erasing.js';
import { FillingOnThread } from '#platform/filling-apart/filling-on-thread.js';
import type { KeyStore } from '#platform/key-store/key-store.js';
import type { EventLog } from '#platform/event-log/event-log.js';
import { roomInHeap } from '#platform/filling-apart/room-apart.js';
import type { Logger } from '#platform/process/logger.js';
import { memoryThere } from '#platform/process/memory-there.js';
import { ProjectionHost } from '#platform/projection-running/projection-host.js';
import type { ReadStore } from '#platform/read-store/read-store.js';
import type { EventReader } from '#platform/sealing/sealing.js';
import { getHeapStatistics } from 'node:v8';
import { allProjections } from './all-projections.js';

type Parts = {
  readonly log: EventLog;
  readonly keys: KeyStore;
  readonly store: ReadStore;
  readonly sealing: EventReader;
  readonly erase: Erasing;
  readonly logger: Logger;
  /** Megabytes that this process may hold; what there is, if it is left out. */
  readonly memory?: number | undefined;
};

/** A host that is gone is noticed after this, and another one asks four times as often: it has taken over within ten seconds. */
const leaseMilliseconds = 6_000;

/** Backends look at least so often which collections are live. */
const graceMilliseconds = 5_000;

/** All views of the product, folded by this process while it has the lease. */
export const projecting = ({ log, keys, store, sealing, erase, logger, memory = memoryThere() }: Parts): ProjectionHost =>
  new ProjectionHost({
    ...{ log, store, leaseMilliseconds, graceMilliseconds },
    projections: allProjections,
    // Most of the heap is for the rest of the process.
    room: roomInHeap(getHeapStatistics().heap_size_limit / 2 ** 20 / 2),
    ...(store.beside && {
      apart: new FillingOnThread({
        entry: new URL('./filling-thread.js', import.meta.url),
        ...{ log, keys, memory, beside: store.beside },
        onNoRoom: (err) => logger.warn({ err }, 'views are filled in smaller steps'),
      }),
    }),
    open: sealing.open,
    erase: erase.eraseStreams,
    onParked: (parked, err) => logger.error({ ...parked, err }, 'a stream is parked'),
    onTrouble: (err) => logger.error({ err }, 'views cannot be folded now'),
  });
