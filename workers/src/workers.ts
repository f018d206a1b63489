import type { Clock } from '#platform/command-handling/claims.js';
import type { Erasing } from '#platform/command-handling/erasing.js';
import type { HandleCommand } from '#platform/command-handling/handle-command.js';
import type { EventLog } from '#platform/event-log/event-log.js';
import type { FileStore } from '#platform/file-store/file-store.js';
import { FileRecords } from '#platform/files/file-records.js';
import type { Job, JobQueue } from '#platform/job-queue/job-queue.js';
import type { Messages } from '#platform/messages/messages.js';
import type { Challenges } from '#platform/one-time-codes/challenges.js';
import type { Views } from '#platform/read-store/views.js';
import type { EventReader } from '#platform/sealing/sealing.js';
import type { SecretStore } from '#platform/secret-store/secret-store.js';
import { sendCode } from './accounts/send-code.job.js';
import { forgetFile } from './files/forget-file.job.js';
import { photoVariants } from './files/photo-variants.job.js';

export type WorkerParts = {
  readonly log: EventLog;
  readonly reader: EventReader;
  readonly secrets: SecretStore;
  readonly jobs: JobQueue;
  readonly files: FileStore;
  readonly messages: Messages;
  readonly challenges: Challenges;
  readonly erasing: Erasing;
  readonly views: Views;
  readonly handle: HandleCommand;
  readonly clock: Clock;
  readonly logger: { error(what: object, words: string): void };
};

/** Every job by its name, and what does it. */
const jobHandlers = ({ secrets, files, messages, challenges }: WorkerParts): Readonly<Record<string, (job: Job) => Promise<void>>> => {
  const records = new FileRecords(secrets);
  return {
    'send-code': sendCode({ challenges, messages }),
    'photo-variants': photoVariants({ files, records }),
    'forget-file': forgetFile({ files, records }),
  };
};

/** The only part that touches the outside world. Answers how to stop it: what is under way is finished first. */
export function startWorkers(parts: WorkerParts): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const working = parts.jobs
    .work(jobHandlers(parts), stopping.signal)
    .catch((err: unknown) => parts.logger.error({ err }, 'jobs are not done any more'));
  return {
    async stop() {
      stopping.abort();
      await working;
    },
  };
}
