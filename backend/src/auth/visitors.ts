import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Callers } from './callers.js';
import { Browser } from './sessions/browser.js';

/** Programs that read pages for others: search engines, previews of messengers, monitors. */
const CRAWLER =
  /bot\b|crawl|spider|slurp|preview|facebookexternalhit|whatsapp|telegram|skype|headless|lighthouse|monitor|curl|wget|python|axios|node-fetch/i;

/** Tells the visitors of public pages apart. */
@Injectable()
export class Visitors {
  constructor(private readonly callers: Callers) {}

  /** Whether a person outside the organization views the page. */
  async isCustomer(request: FastifyRequest, organizationId: string): Promise<boolean> {
    const agent = request.headers['user-agent'];
    if (agent === undefined || CRAWLER.test(agent)) return false;
    const caller = await this.callers.load(Browser.sessionToken(request));
    return caller?.membership?.organization.id !== organizationId;
  }
}
