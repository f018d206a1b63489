import { pushProviders } from '#platform/integrations/push/push.providers.js';
import { Logger } from '#platform/process/logger.js';
import {
  Injectable,
  Module,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type Provider,
} from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { AccountLanguages } from './account-languages.js';
import { DueCodes } from './accounts/due-codes.js';
import { DueErasures } from './erasures/due-erasures.js';
import { FilesOfBills } from './bills/files-of-bills.reactor.js';
import { PicturesOfBills } from './bills/pictures-of-bills.reactor.js';
import { FilesOfCatalogue, PicturesOfCatalogue } from './catalogue/files-of-catalogue.reactor.js';
import { FoldedCategories } from './catalogue/folded-categories.reactor.js';
import { CustomerOfLead } from './customers/customer-of-lead.reactor.js';
import { FileSweep } from './files/file-sweep.js';
import { InternalCommands } from './internal-commands.js';
import { jobHandlers } from './job-handlers.js';
import { Jobs } from './jobs.js';
import { InvitationsOfErased } from './organizations/invitations-of-erased.reactor.js';
import { ErasedAccounts } from './accounts/erased-accounts.reactor.js';
import { ErasedFiles } from './leads/erased-files.reactor.js';
import { FilesOfLeads } from './leads/files-of-leads.reactor.js';
import { LeadsOfDepartedMembers } from './leads/leads-of-departed-members.reactor.js';
import { PicturesOfLeads } from './leads/pictures-of-leads.reactor.js';
import { AlertsOfEvents } from './notifications/alerts.reactor.js';
import { DueAlertsOfChanges } from './notifications/due-alerts.reactor.js';
import { NotaryRounds } from './notary-rounds.js';
import { FollowUpAlerts } from './notifications/follow-up-alerts.js';
import { ProofAlerts } from './notifications/proof-alerts.js';
import { PushAlerts } from './notifications/push-alerts.reactor.js';
import { SampleAlerts } from './notifications/sample-alerts.reactor.js';
import { InvitationsToSend } from './organizations/invitations-to-send.reactor.js';
import { OrganizationHistory } from './organization-history.js';
import { LocationsOfInvited } from './organizations/locations-of-invited.reactor.js';
import { RemovedLocations } from './organizations/removed-locations.reactor.js';
import { LogosOfOrganizations } from './organizations/logos-of-organizations.reactor.js';
import { SentInvitations } from './organizations/sent-invitations.js';
import { AlertsOfCustomers } from './notifications/alerts-of-customers.reactor.js';
import { ErasedPdfs } from './quotations/erased-pdfs.reactor.js';
import { PdfMaker } from './documents/pdf-maker.js';
import { PdfsOfQuotations } from './quotations/pdfs-of-quotations.reactor.js';
import { QuotationExpiry } from './quotations/quotation-expiry.js';
import { QuotationsOfLeads } from './quotations/quotations-of-leads.reactor.js';
import { StepsOfQuotations } from './quotations/steps-of-quotations.reactor.js';
import { Reactors } from './reactors.js';
import { StreamHistory } from './stream-history.js';

export const reactors: Provider[] = [
  CustomerOfLead,
  LeadsOfDepartedMembers,
  FilesOfLeads,
  PicturesOfLeads,
  ErasedAccounts,
  InvitationsOfErased,
  ErasedFiles,
  StepsOfQuotations,
  QuotationsOfLeads,
  PdfsOfQuotations,
  ErasedPdfs,
  AlertsOfCustomers,
  FilesOfBills,
  PicturesOfBills,
  FilesOfCatalogue,
  PicturesOfCatalogue,
  FoldedCategories,
  LogosOfOrganizations,
  InvitationsToSend,
  LocationsOfInvited,
  RemovedLocations,
  AlertsOfEvents,
  DueAlertsOfChanges,
  SampleAlerts,
  PushAlerts,
];

/** Services that reactors and jobs read from. */
export const readers: Provider[] = [
  AccountLanguages,
  StreamHistory,
  OrganizationHistory,
  SentInvitations,
  DueCodes,
  InternalCommands,
  PdfMaker,
];

/** Runs all reactors, jobs and periodic tasks until the process stops. */
@Injectable()
class Workers implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly stopping = new AbortController();
  private running: readonly Promise<void>[] = [];

  constructor(
    private readonly reactors: Reactors,
    private readonly jobs: Jobs,
    private readonly followUpAlerts: FollowUpAlerts,
    private readonly quotationExpiry: QuotationExpiry,
    private readonly fileSweep: FileSweep,
    private readonly dueErasures: DueErasures,
    private readonly notaryRounds: NotaryRounds,
    private readonly proofAlerts: ProofAlerts,
    private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    const { signal } = this.stopping;
    const { reactors, jobs, logger } = this;
    const { followUpAlerts, quotationExpiry, fileSweep, dueErasures } = this;
    const { notaryRounds, proofAlerts } = this;
    const periodicTasks = [
      followUpAlerts,
      quotationExpiry,
      fileSweep,
      dueErasures,
      notaryRounds,
      proofAlerts,
    ];
    const runningTasks = periodicTasks.map((task) => task.run(signal));
    this.running = [...reactors.run(signal), jobs.run(jobHandlers, signal), ...runningTasks].map(
      (work) => work.catch((err: unknown) => logger.error({ err }, 'a worker has ended')),
    );
  }

  /** Waits for running work. */
  async onApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.running);
  }
}

/** The only module that calls other services, except that the backend looks up addresses. */
@Module({
  imports: [DiscoveryModule],
  providers: [
    ...reactors,
    ...Object.values(jobHandlers),
    ...readers,
    ...pushProviders,
    FollowUpAlerts,
    QuotationExpiry,
    FileSweep,
    DueErasures,
    NotaryRounds,
    ProofAlerts,
    Reactors,
    Jobs,
    Workers,
  ],
})
export class WorkersModule {}
