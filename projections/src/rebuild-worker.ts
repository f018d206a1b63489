import { language } from '#domain/language.js';
import { eventsRead } from '#platform/write-side/write-side.js';
import { rebuildInThisWorker } from '#platform/read-side/rebuild/rebuild-worker.js';
import { allProjections } from './all-projections.js';

/** The thread that rebuilds all views of the product. */
await rebuildInThisWorker({ projections: allProjections, reading: (parts) => eventsRead({ language, ...parts }) });
