import { Clock } from '#platform/common/clock.js';
import { WriteSide } from '#platform/write-side/write-side.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { FileStore } from '#platform/files/file-store/file-store.js';
import { FileRecords } from '#platform/files/file-records.js';
import { JobQueue } from '#platform/jobs/job-queue/job-queue.js';
import { KeyValueStore } from '#platform/storage/key-value-store/key-value-store.js';
import { Messages } from '#platform/integrations/messages/messages.js';
import { Challenges } from '#platform/integrations/one-time-codes/challenges.js';
import { Logger } from '#platform/process/logger.js';
import { ReadSide } from '#platform/live/read-side.js';
import { type ReactorOptions, runReactor } from '#platform/jobs/reactors/reactor-running.js';
import { ReactorsHealth } from '#platform/jobs/reactors/reactors-health.js';
import { Views } from '#platform/read-side/read-store/views.js';
import { leadList } from '#projections/leads/lead-list.projection.js';
import { Injectable, Module, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { sendCode } from './accounts/send-code.job.js';
import { customerOfLead } from './customers/customer-of-lead.reactor.js';
import { forgetFiles } from './files/forgotten-files.js';
import { photoVariants } from './files/photo-variants.job.js';
import { erasedFiles } from './leads/erased-files.reactor.js';
import { filesOfLeads } from './leads/files-of-leads.reactor.js';
import { leadsOfWhoLeft } from './leads/leads-of-who-left.reactor.js';
import { picturesOfLeads } from './leads/pictures-of-leads.reactor.js';

const words = {
  retrying: 'a reactor failed and tries again',
  standing: 'a reactor stands still, and tries again',
  parked: 'an event is parked in a reactor, and tried again apart',
};

/** Every reactor and every job: the only part that touches the outside world. */
@Injectable()
class Workers implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly stopping = new AbortController();
  private running: readonly Promise<void>[] = [];

  constructor(
    private readonly log: EventLog,
    private readonly secrets: KeyValueStore,
    private readonly jobs: JobQueue,
    private readonly files: FileStore,
    private readonly records: FileRecords,
    private readonly messages: Messages,
    private readonly challenges: Challenges,
    private readonly views: Views,
    private readonly readSide: ReadSide,
    private readonly writeSide: WriteSide,
    private readonly health: ReactorsHealth,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    const { log, secrets, jobs, files, records, messages, challenges, views, readSide, health, clock, logger } = this;
    const { sealing, organizations, erase, dispatch } = this.writeSide;
    const { signal } = this.stopping;
    const reacting: ReactorOptions = {
      ...{ log, sealing, secrets, jobs, clock, health },
      // No policy is asked: whoever caused what a reactor answers may have lost their rights meanwhile.
      send: (request) => dispatch({ ...request, internal: true }),
      onTrouble: (trouble, err) => logger[trouble.state === 'retrying' ? 'warn' : 'error']({ ...trouble, err }, words[trouble.state]),
    };
    const handlers = { 'send-code': sendCode({ challenges, messages }), 'photo-variants': photoVariants({ files, records }) };
    const onTrouble = (err: unknown) => logger.warn({ err }, 'files cannot be forgotten now');
    this.running = [
      jobs.work(handlers, signal),
      runReactor(customerOfLead({ log, sealing, erase }), reacting, signal),
      runReactor(leadsOfWhoLeft({ views, readSide, leadList, organizations }), reacting, signal),
      runReactor(filesOfLeads(records), reacting, signal),
      runReactor(picturesOfLeads, reacting, signal),
      runReactor(erasedFiles({ log, files, records }), reacting, signal),
      forgetFiles({ files, records, clock, onTrouble }, signal),
    ].map((work) => work.catch((err: unknown) => logger.error({ err }, 'a worker has ended')));
  }

  /** What is under way is finished first. */
  async onApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.running);
  }
}

@Module({ providers: [Workers] })
export class WorkersModule {}
