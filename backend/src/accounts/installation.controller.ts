import { Config } from '#platform/common/config/config.js';
import { accountQueries } from '#domain/accounts/account.queries.js';
import type { InstallationFeatures } from '#domain/accounts/account.views.js';
import { Controller, Get, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { mayUseDevelopmentTools } from '../http/known-hosts.js';

@Controller()
export class InstallationController {
  constructor(private readonly config: Config) {}

  /** Features of this installation for people without a session. */
  @Get(accountQueries.GetSite.path)
  getFeatures(@Req() { raw }: FastifyRequest): InstallationFeatures {
    const { demo, bookDemoNumber } = this.config;
    return {
      devInbox: mayUseDevelopmentTools(raw, this.config),
      watchDemo: demo,
      ...(bookDemoNumber && { bookDemoNumber }),
    };
  }
}
