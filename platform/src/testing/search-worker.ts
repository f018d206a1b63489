import { workInThisThread } from '../common/paced-worker.js';
import { searchFiles } from '../notary/checks/search-files.js';

/** Worker thread for specs that search misfits of embedded files. */
await workInThisThread(searchFiles);
