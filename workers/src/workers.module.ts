import { accountAggregate } from '#domain/accounts/account.aggregate.js';
import { billAggregate } from '#domain/bills/bill.aggregate.js';
import { leadAggregate } from '#domain/leads/lead.aggregate.js';
import { Clock } from '#platform/common/clock.js';
import { Config } from '#platform/common/config/config.js';
import { Claims } from '#platform/write-side/claims.js';
import { Eraser } from '#platform/write-side/erasing.js';
import { FoldedStreams } from '#platform/write-side/folded.js';
import { Organizations } from '#platform/write-side/permission.js';
import { CommandDispatcher } from '#platform/write-side/write-side.js';
import { HmacKey } from '#platform/sealing/key-store/key-store.js';
import { Sealing } from '#platform/sealing/sealing.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { subjectOf } from '#platform/event-log/subject.js';
import { FileStore } from '#platform/files/file-store/file-store.js';
import { FileRecords } from '#platform/files/file-records.js';
import { JobQueue } from '#platform/jobs/job-queue/job-queue.js';
import { KeyValueStore } from '#platform/storage/key-value-store/key-value-store.js';
import { Messages } from '#platform/integrations/messages/messages.js';
import { Logger } from '#platform/process/logger.js';
import { addressOf } from '#platform/process/run-process.js';
import { WebPush } from '#platform/integrations/push/web-push.js';
import { PushSubscriptions } from '#platform/integrations/push/push-subscriptions.js';
import { pushProviders } from '#platform/integrations/push/push.providers.js';
import { ReadSide } from '#platform/live/read-side.js';
import type { SendCommand } from '#platform/jobs/reactors/reactor.js';
import { type ReactorOptions, runReactor } from '#platform/jobs/reactors/reactor-running.js';
import { ReactorsHealth } from '#platform/jobs/reactors/reactors-health.js';
import { Views } from '#platform/read-side/read-store/views.js';
import { followUps } from '#projections/leads/follow-ups.projection.js';
import { leadList } from '#projections/leads/lead-list.projection.js';
import { organizationZones } from '#projections/organizations/organization-zones.projection.js';
import { Injectable, Module, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { languageIn } from './language-of.js';
import { dueCodes } from './accounts/due-codes.js';
import { sendCode } from './accounts/send-code.job.js';
import { filesOfBills } from './bills/files-of-bills.reactor.js';
import { filesOfCatalogue, picturesOfCatalogue } from './catalogue/files-of-catalogue.reactor.js';
import { customerOfLead } from './customers/customer-of-lead.reactor.js';
import { forgetFiles } from './files/forgotten-files.js';
import { photoVariants } from './files/photo-variants.job.js';
import { erasedFiles } from './leads/erased-files.reactor.js';
import { filesOfLeads } from './leads/files-of-leads.reactor.js';
import { leadsOfWhoLeft } from './leads/leads-of-who-left.reactor.js';
import { picturesOfLeads } from './leads/pictures-of-leads.reactor.js';
import { locationsOfInvited } from './organizations/locations-of-invited.reactor.js';
import { alertsOfEvents } from './notifications/alerts.reactor.js';
import { dueAlertsOfChanges } from './notifications/due-alerts.reactor.js';
import { FollowUpAlerts } from './notifications/follow-up-alerts.js';
import { pushAlert } from './notifications/push-alert.job.js';
import { pushAlerts } from './notifications/push-alerts.reactor.js';
import { raiseSampleAlerts } from './notifications/sample-alerts.job.js';
import { sampleAlertsOf } from './notifications/sample-alerts.reactor.js';
import { invitationsToSend } from './organizations/invitations-to-send.reactor.js';
import { logosOfOrganizations } from './organizations/logos-of-organizations.reactor.js';
import { sendInvitation } from './organizations/send-invitation.job.js';

const words = {
  retrying: 'a reactor failed and tries again',
  standing: 'a reactor stands still, and tries again',
  parked: 'an event is parked in a reactor, and tried again apart',
};

/** No policy is asked: the member who caused what a reactor answers may have lost their rights meanwhile. */
const sendingBy =
  (commands: CommandDispatcher): SendCommand =>
  (request) =>
    commands.dispatch({ ...request, internal: true });

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
    private readonly views: Views,
    private readonly readSide: ReadSide,
    private readonly sealing: Sealing,
    private readonly folded: FoldedStreams,
    private readonly claims: Claims,
    private readonly organizations: Organizations,
    private readonly eraser: Eraser,
    private readonly hmacKey: HmacKey,
    private readonly commands: CommandDispatcher,
    private readonly health: ReactorsHealth,
    private readonly followUpAlerts: FollowUpAlerts,
    private readonly subscriptions: PushSubscriptions,
    private readonly webPush: WebPush,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    const { log, secrets, jobs, files, records, messages, views, readSide, health, subscriptions, webPush, clock, config, logger } = this;
    const { sealing, folded, organizations, claims } = this;
    const { erase } = this.eraser;
    const languageOf = languageIn(folded);
    const accountWith = async (phone: string) => {
      const holder = await claims.holderOf('account-phone', undefined, phone, accountAggregate);
      return holder && subjectOf(holder).id;
    };
    const { signal } = this.stopping;
    const submitterOf = async (stream: string) => billAggregate.ownerOf((await folded.of(billAggregate, stream)).state);
    const leadOf = async (stream: string) => (await folded.of(leadAggregate, stream)).state;
    const reacting: ReactorOptions = {
      ...{ log, sealing, secrets, jobs, clock, health },
      send: sendingBy(this.commands),
      onTrouble: (trouble, err) => logger[trouble.state === 'retrying' ? 'warn' : 'error']({ ...trouble, err }, words[trouble.state]),
    };
    const origin = config.publicUrl ?? addressOf(config.host, config.port);
    const handlers = {
      'send-code': sendCode({ dueCode: dueCodes(secrets, this.hmacKey.bytes, clock.now), messages, languageOf }),
      'send-invitation': sendInvitation({ folded, messages, secrets, clock, languageOf, accountWith, origin }),
      'photo-variants': photoVariants({ files, records }),
      'sample-alerts': raiseSampleAlerts(reacting.send),
      'push-alert': pushAlert({ subscriptions, webPush, organizations, languageOf }),
    };
    const onTrouble = (err: unknown) => logger.warn({ err }, 'files cannot be forgotten now');
    this.running = [
      jobs.work(handlers, signal),
      runReactor(customerOfLead({ log, sealing, erase }), reacting, signal),
      runReactor(leadsOfWhoLeft({ views, readSide, leadList, organizations }), reacting, signal),
      runReactor(filesOfLeads(records), reacting, signal),
      runReactor(filesOfBills(records), reacting, signal),
      runReactor(picturesOfLeads, reacting, signal),
      runReactor(logosOfOrganizations(records), reacting, signal),
      runReactor(invitationsToSend, reacting, signal),
      runReactor(filesOfCatalogue({ log, records, clock }), reacting, signal),
      runReactor(picturesOfCatalogue, reacting, signal),
      runReactor(locationsOfInvited, reacting, signal),
      runReactor(erasedFiles({ log, files, records }), reacting, signal),
      runReactor(alertsOfEvents({ log, organizations, submitterOf, clock }), reacting, signal),
      runReactor(dueAlertsOfChanges({ organizations, leadOf, clock }), reacting, signal),
      runReactor(sampleAlertsOf, reacting, signal),
      runReactor(pushAlerts({ subscriptions, clock }), reacting, signal),
      this.followUpAlerts.run(signal),
      forgetFiles({ files, records, clock, onTrouble }, signal),
    ].map((work) => work.catch((err: unknown) => logger.error({ err }, 'a worker has ended')));
  }

  /** What is under way is finished first. */
  async onApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.running);
  }
}

const followUpAlerts = (
  log: EventLog,
  readSide: ReadSide,
  views: Views,
  commands: CommandDispatcher,
  health: ReactorsHealth,
  clock: Clock,
  logger: Logger,
): FollowUpAlerts => {
  const onTrouble = (err: unknown, organizationId?: string) => logger.warn({ err, organizationId }, 'follow-ups that are due cannot be told of now');
  return new FollowUpAlerts({ log, readSide, views, followUps, organizationZones, send: sendingBy(commands), clock, health, onTrouble });
};

@Module({
  providers: [
    ...pushProviders,
    Workers,
    { provide: FollowUpAlerts, useFactory: followUpAlerts, inject: [EventLog, ReadSide, Views, CommandDispatcher, ReactorsHealth, Clock, Logger] },
  ],
})
export class WorkersModule {}
