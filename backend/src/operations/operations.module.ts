import type { Config } from '#platform/common/config/config.js';
import { type DynamicModule, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ApiDocsController } from './api-docs.controller.js';
import { DevInboxController } from './dev-inbox.controller.js';
import { HealthController } from './health.controller.js';
import { MetricsController } from './metrics.controller.js';
import { Metrics } from './metrics.js';
import { WhatsAppWebhooksController } from './whatsapp-webhooks.controller.js';

/** What operators and developers look at. */
@Module({})
export class OperationsModule {
  static forRoot({ hasDevInbox }: Config): DynamicModule {
    return {
      module: OperationsModule,
      imports: [DiscoveryModule],
      controllers: [
        ...[HealthController, MetricsController, ApiDocsController, WhatsAppWebhooksController],
        ...(hasDevInbox ? [DevInboxController] : []),
      ],
      providers: [Metrics],
    };
  }
}
