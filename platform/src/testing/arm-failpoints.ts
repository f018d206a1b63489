import { isMainThread } from 'node:worker_threads';
import { armFailpoints } from './failpoints.js';

/**
 * Preloaded by `node --import`: arms the failpoints of the environment before the program starts.
 */
if (isMainThread) armFailpoints(process.env['FAILPOINTS'] ?? '');
