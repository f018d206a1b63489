import { failpoint } from '../../common/failpoints.js';
import type { Job } from './job-queue.js';

type Handlers = Readonly<Record<string, (job: Job) => Promise<void>>>;

/** The same jobs, with the two places where a worker may end and leave a job to be done again: whatever the queue is. */
export const withFailpoints = (handlers: Handlers): Handlers =>
  Object.fromEntries(
    Object.entries(handlers).map(([name, handler]) => [
      name,
      async (job) => {
        if (failpoint) await failpoint('after-dequeue', name);
        await handler(job);
        if (failpoint) await failpoint('after-send', name);
      },
    ]),
  );
