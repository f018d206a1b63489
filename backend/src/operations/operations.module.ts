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
        // No list of all endpoints for strangers. Every installation has the same endpoints, so the
        // list can be read in development.
        ...(production ? [] : [ApiDocsController]),
        ...(hasDevInbox ? [DevInboxController] : []),
      ],
      providers: [Metrics, RouteForms, Deliveries],
    };
  }
}
