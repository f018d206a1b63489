import { isMainThread } from 'node:worker_threads';
import { armFailpoints } from './failpoints.js';

/** To be imported before a program that is to fail as the environment says: `node --import`. */
if (isMainThread) armFailpoints(process.env['FAILPOINTS'] ?? '');
