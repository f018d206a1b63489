import { fillInThisWorker } from '#platform/read-side/past/past-worker.js';
import { allProjections } from './all-projections.js';
import { createEventReader } from './event-reader.js';

/** Worker thread that fills a store with past days. */
await fillInThisWorker({ projections: allProjections, createReader: createEventReader });
