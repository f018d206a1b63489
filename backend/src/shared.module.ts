import { Clock } from '#platform/common/clock.js';
import { ReadStores } from '#platform/read-side/read-store/lanes.js';
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
import { quotationDetail } from '#projections/quotations/quotation-detail.projection.js';
import { quotationHistory } from '#projections/quotations/quotation-history.projection.js';
import { quotationList } from '#projections/quotations/quotation-list.projection.js';
import { quotationSettingsView } from '#projections/quotations/quotation-settings.projection.js';
import { visits } from '#projections/visits/visits.projection.js';
import { Module, type Provider } from '@nestjs/common';
import { CommandsController } from './api/commands/commands.controller.js';
import { CommandsModule } from './api/commands/commands.module.js';
import { AuthModule } from './auth/auth.module.js';
import { CatalogueModule } from './catalogue/catalogue.module.js';
import { LeadsModule } from './leads/leads.module.js';
import { NotificationsModule } from './notifications/notifications.module.js';
import {
  activityPresenter,
  timelineEntryPresenter,
  leadDetailPresenter,
  leadPresenter,
} from './leads/lead.presenters.js';
import { billDetailPresenter } from './bills/bill.presenters.js';
import { ChangeFeed, ChangeFeeds } from './api/live/change-feed.js';
import { LiveGateway } from './api/live/live.gateway.js';
import { MembershipWatch } from './api/live/membership-watch.js';
import { ChangePresenter } from './api/live/shown-changes.js';
import { SocketGuard } from './api/live/socket-guard.js';
import {
  Presenters,
  presenterEntry,
  createPresenters,
  withoutDocument,
} from './auth/presenting.js';
import {
  categoryPresenter,
  createItemPresenter,
  createSharePresenter,
} from './catalogue/item.presenters.js';
import { ShownItems } from './catalogue/shown-items.js';
import { PersonNames } from './auth/people/names.js';
import { createCustomerPresenter } from './customers/customer.presenters.js';
import { ShownAlerts } from './notifications/shown-alerts.js';
import {
  createQuotationPresenter,
  quotationHistoryPresenter,
  quotationProgressPresenter,
} from './quotations/quotation.presenters.js';
import { upcomingVisitPresenter, createVisitPresenter } from './visits/visit.presenters.js';

/**
 * Presenters of all views, for queries and notifications. Views without one notify without a
 * document, and clients query again.
 */
const createViewPresenters = (
  views: Views,
  names: PersonNames,
  clock: Clock,
  items: ShownItems,
  shownAlerts: ShownAlerts,
): Presenters =>
  createPresenters(allProjections, [
    presenterEntry(leadList, leadPresenter),
    presenterEntry(leadDetail, leadDetailPresenter),
    presenterEntry(leadTimeline, timelineEntryPresenter),
    presenterEntry(activity, activityPresenter),
    presenterEntry(followUps, upcomingVisitPresenter),
    presenterEntry(visits, createVisitPresenter(views)),
    presenterEntry(billList, billDetailPresenter),
    presenterEntry(quotationList, createQuotationPresenter(views)),
    presenterEntry(quotationDetail, quotationProgressPresenter),
    presenterEntry(quotationHistory, quotationHistoryPresenter),
    presenterEntry(customerList, createCustomerPresenter(views, names, clock)),
    presenterEntry(products, createItemPresenter('product', items)),
    presenterEntry(packages, createItemPresenter('package', items)),
    presenterEntry(offers, createItemPresenter('offer', items)),
    presenterEntry(categories, categoryPresenter),
    presenterEntry(shares, createSharePresenter(views)),
    presenterEntry(alerts, shownAlerts.presenter),
    ...[organizationView, team, invitations, customerDetail, alertsSeen, quotationSettingsView].map(
      ({ name }) => [name, withoutDocument] as const,
    ),
  ]);

const providers: Provider[] = [
  {
    provide: Presenters,
    useFactory: createViewPresenters,
    inject: [Views, PersonNames, Clock, ShownItems, ShownAlerts],
  },
  {
    provide: ChangeFeeds,
    useFactory: ({ all }: ReadStores) =>
      new ChangeFeeds(all.map((store) => new ChangeFeed({ store, projections: allProjections }))),
    inject: [ReadStores],
  },
  ChangePresenter,
  LiveGateway,
  MembershipWatch,
  SocketGuard,
];

/** Commands and sockets of all features, with the ports that features implement for them. */
@Module({
  imports: [AuthModule, CommandsModule, LeadsModule, CatalogueModule, NotificationsModule],
  controllers: [CommandsController],
  providers,
})
export class SharedModule {}
