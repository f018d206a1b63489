import { Config } from '#platform/common/config/config.js';
import { accountQueries } from '#domain/accounts/account.queries.js';
import type { Site } from '#domain/accounts/account.views.js';
import { Controller, Get } from '@nestjs/common';

@Controller()
export class SiteController {
  constructor(private readonly config: Config) {}

  /** What this installation offers without a session. */
  @Get(accountQueries.GetSite.path)
  site(): Site {
    const { hasDevInbox, demo, bookDemoNumber } = this.config;
    return { devInbox: hasDevInbox, watchDemo: demo, ...(bookDemoNumber && { bookDemoNumber }) };
  }
}
