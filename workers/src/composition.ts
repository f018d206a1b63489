import type { Organization } from '#domain/kernel/policy.js';
import type { AlarmClock } from '#platform/clock.js';
import type { Directory } from '#platform/command-handling/directory.js';
import type { Erasing } from '#platform/command-handling/erasing.js';
import type { HandleCommand } from '#platform/command-handling/handle-command.js';
import type { EventLog } from '#platform/event-log/event-log.js';
import type { FileStore } from '#platform/file-store/file-store.js';
import { FileRecords } from '#platform/files/file-records.js';
import type { Job, JobQueue } from '#platform/job-queue/job-queue.js';
import { withFailpoints } from '#platform/job-queue/with-failpoints.js';
import type { Messages } from '#platform/messages/messages.js';
import type { Challenges } from '#platform/one-time-codes/challenges.js';
import type { ReadSide } from '#platform/projection-running/read-side.js';
import { type ReactorParts, runReactor } from '#platform/reactor-running/reactor-running.js';
import type { Views } from '#platform/read-store/views.js';
import type { Sealing } from '#platform/sealing/sealing.js';
import type { SecretStore } from '#platform/secret-store/secret-store.js';
import { sendCode } from './accounts/send-code.job.js';
import { customerOfLead } from './customers/customer-of-lead.reactor.js';
import { forgetFiles } from './files/forgotten-files.js';
import { photoVariants } from './files/photo-variants.job.js';
import { erasedFiles } from './leads/erased-files.reactor.js';
import { filesOfLeads } from './leads/files-of-leads.reactor.js';
import { type ByAssignee, leadsOfWhoLeft } from './leads/leads-of-who-left.reactor.js';
import { picturesOfLeads } from './leads/pictures-of-leads.reactor.js';
import { sendingWith } from './sending.js';

export type WorkerParts = {
  readonly log: EventLog;
  readonly sealing: Sealing;
  readonly secrets: SecretStore;
  readonly jobs: JobQueue;
  readonly files: FileStore;
  readonly messages: Messages;
  readonly challenges: Challenges;
  readonly views: Views;
  readonly leadList: ByAssignee;
  readonly readSide: ReadSide;
  readonly organizations: Directory<Organization>;
  readonly handle: HandleCommand;
  readonly erase: Erasing;
  readonly clock: AlarmClock;
  readonly logger: { warn(what: object, words: string): void; error(what: object, words: string): void };
};

/** Every job by its name, and what does it. */
const jobHandlers = ({ secrets, files, messages, challenges }: WorkerParts): Readonly<Record<string, (job: Job) => Promise<void>>> => {
  const records = new FileRecords(secrets);
  return {
    'send-code': sendCode({ challenges, messages }),
    'photo-variants': photoVariants({ files, records }),
  };
};

/** The only part that touches the outside world. Answers how to stop it: what is under way is finished first. */
export function startWorkers(parts: WorkerParts): { stop(): Promise<void> } {
  const { log, files, logger } = parts;
  const records = new FileRecords(parts.secrets);
  const stopping = new AbortController();
  const reacting: ReactorParts = {
    ...parts,
    send: sendingWith(parts.handle),
    onTrouble: (trouble, err) => logger[trouble.gaveUp ? 'error' : 'warn']({ ...trouble, err }, trouble.gaveUp ? 'left undone' : 'tried again'),
  };
  const running = [
    parts.jobs.work(withFailpoints(jobHandlers(parts)), stopping.signal),
    runReactor(customerOfLead({ ...parts, erase: parts.erase.eraseStreams }), reacting, stopping.signal),
    runReactor(leadsOfWhoLeft(parts), reacting, stopping.signal),
    runReactor(filesOfLeads(records), reacting, stopping.signal),
    runReactor(picturesOfLeads, reacting, stopping.signal),
    runReactor(erasedFiles({ log, files, records }), reacting, stopping.signal),
    forgetFiles({ ...parts, records, onTrouble: (err) => logger.warn({ err }, 'files cannot be forgotten now') }, stopping.signal),
  ].map((work) => work.catch((err: unknown) => logger.error({ err }, 'a worker has ended')));
  return {
    async stop() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}
