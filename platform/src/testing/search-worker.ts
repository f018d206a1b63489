import { workInThisThread } from '../common/paced-worker.js';
import { searchFiles } from '../notary/checks/search-files.js';

/** Worker thread for specs that searches embedded files for misfits. */
await workInThisThread(searchFiles);
