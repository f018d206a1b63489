import { HANDLE_COMMAND } from '#platform/command-handling/command-handlers.js';
import { type DynamicModule, Global, Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AccountsModule } from './accounts/accounts.module.js';
import { Commands } from './commands/commands.js';
import { CommandsController } from './commands/commands.controller.js';
import { RefusalDetails } from './commands/refusal-details.js';
import { BoardModule } from './visits/board.query.js';
import { customerDetailShown } from './customers/customer.presenters.js';
import { CustomersModule } from './customers/customers.module.js';
import { FilesModule } from './files/files.module.js';
import { LeadOwners } from './files/lead-owners.js';
import { ExistingLeads } from './leads/existing-leads.js';
import { LeadOwnersInView } from './leads/lead-owners-in-view.js';
import { LeadQueriesModule } from './leads/lead-queries.module.js';
import { activityShown, leadDetailShown, leadItem, timelineEntry } from './leads/lead.presenters.js';
import { LeadsModule } from './leads/leads.module.js';
import { LiveGateway } from './live/live.gateway.js';
import { LiveSessions } from './live/live-sessions.js';
import { MembershipWatch } from './live/membership-watch.js';
import { ShownChanges } from './live/shown-changes.js';
import { NotificationsModule } from './notifications/notifications.module.js';
import { OrganizationsModule } from './organizations/organizations.module.js';
import { CONFIG, PARTS, type Parts } from './parts.js';
import { PlacesModule } from './places/places.module.js';
import { VisitsModule } from './visits/visits.module.js';
import { upcomingShown, visitShown } from './visits/visit.presenters.js';
import { PRESENTERS, type Presenter } from './sessions/presenting.js';

/** How each view's documents are shown, to who asks and to who listens. */
const presenters = new Map<string, Presenter>([
  ['lead-list', leadItem],
  ['lead-detail', leadDetailShown],
  ['lead-timeline', timelineEntry],
  ['activity', activityShown],
  ['follow-ups', upcomingShown],
  ['visits', visitShown],
  ['customer-detail', customerDetailShown],
]);

/** What every feature stands on, and what features offer each other through it. */
@Global()
@Module({})
class SharedModule {
  static on(parts: Parts): DynamicModule {
    return {
      module: SharedModule,
      providers: [
        { provide: PARTS, useValue: parts },
        { provide: CONFIG, useValue: parts.config },
        { provide: HANDLE_COMMAND, useValue: parts.handle },
        { provide: PRESENTERS, useValue: presenters },
        { provide: RefusalDetails, useClass: ExistingLeads },
        { provide: LeadOwners, useClass: LeadOwnersInView },
        Commands,
        ShownChanges,
        LiveGateway,
        { provide: LiveSessions, useExisting: LiveGateway },
        {
          provide: MembershipWatch,
          useFactory: (live: LiveSessions) => new MembershipWatch(parts, live),
          inject: [LiveSessions],
        },
      ],
      exports: [PARTS, CONFIG, HANDLE_COMMAND, RefusalDetails, LeadOwners, Commands, LiveGateway, LiveSessions, MembershipWatch],
    };
  }
}

/** The door: every feature, on the parts that a composition root opened. */
@Module({})
export class AppModule {
  static on(parts: Parts): DynamicModule {
    return {
      module: AppModule,
      imports: [
        CqrsModule.forRoot(),
        SharedModule.on(parts),
        AccountsModule,
        OrganizationsModule,
        LeadsModule,
        LeadQueriesModule,
        VisitsModule,
        CustomersModule,
        BoardModule,
        NotificationsModule,
        FilesModule,
        PlacesModule,
      ],
      controllers: [CommandsController],
    };
  }
}
