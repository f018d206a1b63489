import type { AlarmClock } from '../clock.js';
import { readConfig } from '../config.js';
import type { Job } from '../job-queue/job-queue.js';
import { openParts } from '../process/open-parts.js';

type Options = {
  readonly clock: AlarmClock;
  readonly devInbox: boolean;
  readonly jobFailed: (job: Job, error: unknown, last: boolean) => void;
  readonly print?: (line: string) => void;
};

const everything = ['log', 'keys', 'secrets', 'jobs', 'store', 'files', 'messages', 'devInbox', 'geocoder'] as const;

/** Every embedded part in one folder, whatever the environment says. */
export type Embedded = Awaited<ReturnType<typeof openEmbedded>>;
export const openEmbedded = (folder: string, { devInbox, ...options }: Options) =>
  openParts(readConfig({ DATA_DIR: folder, NODE_ENV: devInbox ? undefined : 'production' }), everything, { ...options, onTrouble: () => {} });
