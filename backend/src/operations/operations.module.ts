import type { Config } from '#platform/common/config/config.js';
import { type DynamicModule, Module } from '@nestjs/common';
import { ApiDocsController } from './api-docs.controller.js';
import { AuthModule } from '../auth/auth.module.js';
import { CrashesController } from './crashes.controller.js';
import { Deliveries } from './deliveries.js';
import { DevInboxController } from './dev-inbox.controller.js';
import { RouteForms } from './forms.js';
import { Metrics } from './metrics.js';
import { WhatsAppWebhooksController } from './whatsapp-webhooks.controller.js';

/** Endpoints for operators and developers. */
@Module({})
export class OperationsModule {
  static forRoot({ hasDevInbox, production }: Config): DynamicModule {
    return {
      module: OperationsModule,
      imports: [AuthModule],
      controllers: [
        CrashesController,
        WhatsAppWebhooksController,
        // Strangers need no list of all endpoints, which is the same in every installation.
        ...(production ? [] : [ApiDocsController]),
        ...(hasDevInbox ? [DevInboxController] : []),
      ],
      providers: [Metrics, RouteForms, Deliveries],
    };
  }
}
