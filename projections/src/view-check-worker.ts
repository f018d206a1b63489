import { workInThisThread } from '#platform/common/paced-worker.js';
import { checkViewFiles } from './check-views.js';

/** Worker thread that compares the views with the log. */
await workInThisThread(checkViewFiles);
