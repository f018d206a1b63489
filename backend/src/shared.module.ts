import { Clock } from '#platform/common/clock.js';
import { Config } from '#platform/common/config/config.js';
import { Logger } from '#platform/process/logger.js';
import { Claims } from '#platform/write-side/claims.js';
import { FoldedStreams } from '#platform/write-side/folded.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { CachedReads } from '#platform/event-log/cached-reads.js';
import { ReadStore } from '#platform/read-side/read-store/read-store.js';
import { Views } from '#platform/read-side/read-store/views.js';
import { allProjections } from '#projections/all-projections.js';
import { activity } from '#projections/leads/activity.projection.js';
import { followUps } from '#projections/leads/follow-ups.projection.js';
import { billList } from '#projections/bills/bill-list.projection.js';
import { categories } from '#projections/catalogue/categories.projection.js';
import { offers, packages, products } from '#projections/catalogue/items.projection.js';
import { shares } from '#projections/catalogue/shares.projection.js';
import { customerDetail } from '#projections/customers/customer-detail.projection.js';
import { customerList } from '#projections/customers/customer-list.projection.js';
import { leadDetail } from '#projections/leads/lead-detail.projection.js';
import { leadList } from '#projections/leads/lead-list.projection.js';
import { leadTimeline } from '#projections/leads/lead-timeline.projection.js';
import { alerts } from '#projections/notifications/alerts.projection.js';
import { alertsSeen } from '#projections/notifications/alerts-seen.projection.js';
import { invitations } from '#projections/organizations/invitations.projection.js';
import { organizationView } from '#projections/organizations/organization.projection.js';
import { team } from '#projections/organizations/team.projection.js';
import { visits } from '#projections/visits/visits.projection.js';
import { type DynamicModule, Global, Module, type Provider } from '@nestjs/common';
import { Commands } from './api/commands/commands.js';
import { RefusalDetails } from './api/commands/refusal-details.js';
import { LeadOwners } from './auth/people/lead-owners.js';
import { LoadShedder } from './http/load/load-shedding.js';
import { Callers } from './auth/callers.js';
import { PolicyGuard } from './auth/policy.guard.js';
import { RateGuard } from './auth/rate-guard.js';
import { RateLimits } from './http/rate-limits.js';
import { ExistingLeads } from './leads/existing-leads.js';
import { LeadOwnersInLog } from './leads/lead-owners-in-log.js';
import { activityShown, entryShown, leadDetailShown, leadShown } from './leads/lead.presenters.js';
import { billDetailShown } from './bills/bill.presenters.js';
import { FilesModule } from './api/files/files.module.js';
import { ChangeFeed } from './api/live/change-feed.js';
import { LiveSessions } from './auth/sessions/live-sessions.js';
import { LiveGateway } from './api/live/live.gateway.js';
import { MembershipWatch } from './api/live/membership-watch.js';
import { ChangePresenter } from './api/live/shown-changes.js';
import { SocketGuard } from './api/live/socket-guard.js';
import { Deliveries } from './operations/deliveries.js';
import { PersonNames } from './auth/people/names.js';
import { peopleFromEventLog } from './auth/people/people-in-log.js';
import { People } from './auth/people/people.js';
import {
  Presenters,
  presenterEntry,
  createPresenters,
  withoutDocument,
} from './auth/presenting.js';
import { PublicOrganizations } from './auth/people/public-organizations.js';
import { StalePeopleCache } from './auth/people/queried-people.js';
import { Passwords } from './auth/sessions/passwords.js';
import { SandboxUse } from './auth/sessions/sandbox-use.js';
import { SessionEndings } from './auth/sessions/session-endings.js';
import { Sessions } from './auth/sessions/sessions.js';
import { PageViews } from './http/page-views.js';
import { categoryShown, itemRows, shareRows } from './catalogue/item.presenters.js';
import { ShownItems } from './catalogue/shown-items.js';
import { customerRows } from './customers/customer.presenters.js';
import { ShownAlerts } from './notifications/shown-alerts.js';
import { upcomingShown, visitShown } from './visits/visit.presenters.js';

/**
 * Presenters of all views, for queries and notifications. Views without one notify without a
 * document, and clients query again.
 */
const presentersWith = (
  views: Views,
  clock: Clock,
  items: ShownItems,
  shownAlerts: ShownAlerts,
): Presenters =>
  createPresenters(allProjections, [
    presenterEntry(leadList, leadShown),
    presenterEntry(leadDetail, leadDetailShown),
    presenterEntry(leadTimeline, entryShown),
    presenterEntry(activity, activityShown),
    presenterEntry(followUps, upcomingShown),
    presenterEntry(visits, visitShown),
    presenterEntry(billList, billDetailShown),
    presenterEntry(customerList, customerRows(views, clock)),
    presenterEntry(products, itemRows('product', items)),
    presenterEntry(packages, itemRows('package', items)),
    presenterEntry(offers, itemRows('offer', items)),
    presenterEntry(categories, categoryShown),
    presenterEntry(shares, shareRows(views)),
    presenterEntry(alerts, shownAlerts.presenter),
    ...[organizationView, team, invitations, customerDetail, alertsSeen].map(
      ({ name }) => [name, withoutDocument] as const,
    ),
  ]);

const providers: Provider[] = [
  {
    provide: People,
    useFactory: (folded: FoldedStreams, claims: Claims) => peopleFromEventLog({ folded, claims }),
    inject: [FoldedStreams, Claims],
  },
  {
    provide: StalePeopleCache,
    useFactory(
      { servers }: Config,
      log: EventLog,
      people: People,
      folded: FoldedStreams,
      claims: Claims,
      clock: Clock,
      logger: Logger,
    ) {
      if (servers.eventStore === undefined) return new StalePeopleCache(people);
      const reads = new CachedReads({
        log,
        clock,
        onTrouble: (err) => logger.warn({ err }, 'accounts and organizations are not cached now'),
      });
      return new StalePeopleCache(people, {
        reads,
        people: peopleFromEventLog({
          folded: folded.readFrom(reads),
          claims: claims.readFrom(reads),
        }),
      });
    },
    inject: [Config, EventLog, People, FoldedStreams, Claims, Clock, Logger],
  },
  {
    provide: ChangeFeed,
    useFactory: (store: ReadStore) => new ChangeFeed({ store, projections: allProjections }),
    inject: [ReadStore],
  },
  {
    provide: RateGuard,
    useFactory: (limits: RateLimits, people: People) => new RateGuard(limits, people),
    inject: [RateLimits, People],
  },
  {
    provide: Presenters,
    useFactory: presentersWith,
    inject: [Views, Clock, ShownItems, ShownAlerts],
  },
  { provide: RefusalDetails, useClass: ExistingLeads },
  { provide: LeadOwners, useClass: LeadOwnersInLog },
  { provide: LiveSessions, useExisting: LiveGateway },
  ...[
    Sessions,
    SessionEndings,
    Passwords,
    RateLimits,
    Callers,
    PolicyGuard,
    SocketGuard,
    PersonNames,
    PublicOrganizations,
    SandboxUse,
    Commands,
    Deliveries,
    PageViews,
    ShownItems,
    ShownAlerts,
  ],
  ...[ChangePresenter, LiveGateway, MembershipWatch],
];

/** Providers for every feature, and the ports that features implement for each other. */
@Global()
@Module({})
export class SharedModule {
  static forRoot(shedder: LoadShedder): DynamicModule {
    const all = [...providers, { provide: LoadShedder, useValue: shedder }];
    return { module: SharedModule, imports: [FilesModule], providers: all, exports: all };
  }
}
