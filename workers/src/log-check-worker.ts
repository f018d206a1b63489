import { workInThisThread } from '#platform/common/paced-worker.js';
import { searchFiles } from '#platform/notary/checks/search-files.js';

/** Worker thread that compares the log with its proof. */
await workInThisThread(searchFiles);
