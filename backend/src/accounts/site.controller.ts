import { Config } from '#platform/common/config/config.js';
import type { Site } from '#domain/accounts/account.views.js';
import { Controller, Get } from '@nestjs/common';

@Controller('api/site')
export class SiteController {
  constructor(private readonly config: Config) {}

  /** What this installation offers without a session. */
  @Get()
  site(): Site {
    const { hasDevInbox, demo, bookDemoNumber } = this.config;
    return { devInbox: hasDevInbox, watchDemo: demo, ...(bookDemoNumber && { bookDemoNumber }) };
  }
}
