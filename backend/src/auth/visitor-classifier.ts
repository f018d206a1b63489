import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Callers } from './callers.js';
import { Browser } from './sessions/browser.js';

/** User agents of programs: search engines, link previews of messengers, monitors. */
const CRAWLER =
  /bot\b|crawl|spider|slurp|preview|facebookexternalhit|whatsapp|telegram|skype|headless|lighthouse|monitor|curl|wget|python|axios|node-fetch/i;

/** Decides whether a visitor of a public page is a customer. */
@Injectable()
export class VisitorClassifier {
  constructor(private readonly callers: Callers) {}

  /** Whether a person outside the organization views the page. */
  async isCustomer(request: FastifyRequest, organizationId: string): Promise<boolean> {
    const agent = request.headers['user-agent'];
    if (agent === undefined || CRAWLER.test(agent)) return false;
    const caller = await this.callers.load(Browser.sessionToken(request));
    return caller?.membership?.organization.id !== organizationId;
  }
}
