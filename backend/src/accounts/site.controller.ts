import type { Site } from '#domain/accounts/account.views.js';
import { Controller, Get, Inject } from '@nestjs/common';
import { PARTS, type Parts } from '../parts.js';

@Controller('api/site')
export class SiteController {
  constructor(@Inject(PARTS) private readonly parts: Parts) {}

  /** What this installation offers to whoever comes. */
  @Get()
  site(): Site {
    const { demo, bookDemoNumber } = this.parts.config;
    return { devInbox: this.parts.devInbox !== undefined, watchDemo: demo, ...(bookDemoNumber && { bookDemoNumber }) };
  }
}
