import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { type Config } from '#platform/common/config/config.js';
import { ReadSide } from '#platform/live/read-side.js';
import { HealthModule, canAnswer } from '#platform/process/health.module.js';
import { AccountsModule } from './accounts/accounts.module.js';
import { AccessModule } from './api/access/access.module.js';
import { AuditModule } from './audit/audit.module.js';
import { BillsModule } from './bills/bills.module.js';
import { CatalogueModule } from './catalogue/catalogue.module.js';
import { CustomersModule } from './customers/customers.module.js';
import { DemoModule } from './demo/demo.module.js';
import { FilesModule } from './api/files/files.module.js';
import { AuthModule } from './auth/auth.module.js';
import { PolicyGuard } from './auth/policy.guard.js';
import { UnknownPathsController } from './auth/unknown-paths.controller.js';
import { ProblemFilter } from './http/problems/problem.filter.js';
import { HistoryModule } from './history/history.module.js';
import { LeadsModule } from './leads/leads.module.js';
import { NotificationsModule } from './notifications/notifications.module.js';
import { OperationsModule } from './operations/operations.module.js';
import { OrganizationsModule } from './organizations/organizations.module.js';
import { pastDetails } from './past-details.js';
import { pastQueries } from './past-queries.js';
import { interceptors } from './request-pipeline.js';
import { QuotationsModule } from './quotations/quotations.module.js';
import { SharedModule } from './shared.module.js';
import { VisitsModule } from './visits/visits.module.js';

/** All endpoints, on top of `PlatformModule` and a read-side module. */
@Module({})
export class AppModule {
  static forRoot(config: Config): DynamicModule {
    return {
      module: AppModule,
      imports: [
        AuthModule,
        AccessModule,
        SharedModule,
        AccountsModule,
        OrganizationsModule,
        LeadsModule,
        VisitsModule,
        CustomersModule,
        CatalogueModule,
        NotificationsModule,
        BillsModule,
        QuotationsModule,
        HistoryModule.forRoot([...pastDetails, pastQueries]),
        AuditModule,
        FilesModule,
        HealthModule.forRoot({
          views: ReadSide,
          isReady: ({ views }) => views !== undefined && canAnswer(views),
        }),
        OperationsModule.forRoot(config),
        DemoModule.forRoot(config),
      ],
      controllers: [UnknownPathsController],
      providers: [
        { provide: APP_GUARD, useExisting: PolicyGuard },
        ...interceptors.map((useClass) => ({ provide: APP_INTERCEPTOR, useClass })),
        { provide: APP_FILTER, useClass: ProblemFilter },
      ] satisfies Provider[],
    };
  }
}
