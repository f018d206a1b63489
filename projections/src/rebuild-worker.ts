import { rebuildInThisWorker } from '#platform/read-side/rebuild/rebuild-worker.js';
import { allProjections } from './all-projections.js';
import { createProjectionReader } from './event-reader.js';

/** Worker thread that rebuilds all views. */
await rebuildInThisWorker({ projections: allProjections, createPorts: createProjectionReader });
