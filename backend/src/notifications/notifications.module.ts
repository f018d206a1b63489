import { pushProviders } from '#platform/integrations/push/push.providers.js';
import { Controller, Get, Module, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { type AlertListParams, alertsQueries } from '#domain/notifications/alerts.queries.js';
import type { AlertCounts, AlertList } from '#domain/notifications/alerts.views.js';
import { AuthModule } from '../auth/auth.module.js';
import { AsMember, type Asker } from '../auth/caller.js';
import { SchemaPipe } from '../http/schema.pipe.js';
import { ShownAlerts } from './shown-alerts.js';
import { PushController } from './push.controller.js';
import { CountAlerts, CountAlertsHandler, ListAlerts, ListAlertsHandler } from './alerts.query.js';

const { ListAlerts: list, CountAlerts: counts } = alertsQueries;

@Controller()
class AlertsController {
  constructor(private readonly queries: QueryBus) {}

  @Get(list.path)
  alerts(
    @AsMember() asker: Asker,
    @Query(new SchemaPipe(list.params)) params: AlertListParams,
  ): Promise<AlertList> {
    return this.queries.execute(new ListAlerts(asker, params));
  }

  @Get(counts.path)
  counts(@AsMember() asker: Asker): Promise<AlertCounts> {
    return this.queries.execute(new CountAlerts(asker));
  }
}

@Module({
  imports: [AuthModule],
  controllers: [AlertsController, PushController],
  providers: [...pushProviders, ShownAlerts, ListAlertsHandler, CountAlertsHandler],
  exports: [ShownAlerts],
})
export class NotificationsModule {}
