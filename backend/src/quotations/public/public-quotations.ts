import { dayIn } from '#domain/kernel/values/days.js';
import { leadAggregate } from '#domain/leads/lead.aggregate.js';
import type { QuotingOrganization } from '#domain/organizations/organization.js';
import { quotationAggregate } from '#domain/quotations/quotation.aggregate.js';
import type { QuotationCommand } from '#domain/quotations/quotation.commands.js';
import {
  type ClosedReason,
  type OpenQuotation,
  type QuotationVersion,
  newestVersion,
  findClosedReason,
} from '#domain/quotations/quotation.js';
import { Clock } from '#platform/common/clock.js';
import { streamName } from '#platform/event-log/subject.js';
import { Views } from '#platform/read-side/read-store/views.js';
import { FoldedStreams } from '#platform/write-side/folded-streams.js';
import { Organizations } from '#platform/write-side/permission.js';
import {
  type QuotationLink,
  quotationLinks,
} from '#projections/quotations/quotation-links.projection.js';
import { Injectable } from '@nestjs/common';
import { Commands } from '../../api/commands/commands.js';
import { PublicOrganizations } from '../../auth/people/public-organizations.js';

const TOKEN = /^[0-9a-f]{32}$/;

/** Quotation behind a link that works, as its stream is now. */
export type LinkedQuotation = {
  readonly organizationId: string;
  readonly quotationId: string;
  readonly timeZone: string;
  readonly quotation: OpenQuotation;
  /** Newest version that was sent. */
  readonly newest: QuotationVersion;
  /** Reason for which the customer may not act on a version; undefined if they may. */
  closedReason(version: number): ClosedReason | undefined;
};

type CustomerCommand = Extract<
  QuotationCommand,
  {
    type: 'AcceptQuotation' | 'DeclineQuotation' | 'AskAboutQuotation' | 'RecordQuotationView';
  }
>;

/** Quotations by the tokens of their links, read from the log, so that a change counts at once. */
@Injectable()
export class PublicQuotations {
  constructor(
    private readonly views: Views,
    private readonly folded: FoldedStreams,
    private readonly organizations: Organizations,
    private readonly publicOrganizations: PublicOrganizations,
    private readonly commands: Commands,
    private readonly clock: Clock,
  ) {}

  /**
   * Undefined for a token that never existed, was revoked, or whose lead or organization is gone.
   */
  async find(token: string): Promise<LinkedQuotation | undefined> {
    if (!TOKEN.test(token)) return undefined;
    const [link] = (
      await this.views.find<QuotationLink>(quotationLinks, '', {
        filter: { linkToken: token },
        sort: ['quotationId'],
        limit: 1,
      })
    ).documents;
    if (!link) return undefined;
    const { owner: organizationId, quotationId } = link;
    const stream = streamName('quotation', organizationId, quotationId);
    const { state: quotation } = await this.folded.load(quotationAggregate, stream);
    const newest = quotation.phase === 'open' ? newestVersion(quotation) : undefined;
    if (quotation.phase !== 'open' || quotation.linkToken !== token || !newest) return undefined;
    const [organization, lead, organizationIsOpen] = await Promise.all([
      this.organizations.get(organizationId) as Promise<QuotingOrganization | undefined>,
      this.folded.loadKnownState(
        leadAggregate,
        streamName('lead', organizationId, quotation.leadId),
      ),
      this.publicOrganizations.isPublic(organizationId),
    ]);
    const leadIsOpen = lead.phase === 'open';
    if (!organization || !leadIsOpen || !organizationIsOpen) return undefined;
    const { timeZone } = organization;
    const today = dayIn(timeZone, this.clock.now());
    return {
      organizationId,
      quotationId,
      timeZone,
      quotation,
      newest,
      closedReason: (version) =>
        findClosedReason(quotation, version, { today, leadIsOpen, organizationIsOpen }),
    };
  }

  /**
   * Sends a command of the customer, with the assignee as its actor.
   * @param id makes a repetition harmless
   * @throws Refusal
   */
  async send(
    { organizationId, quotation }: LinkedQuotation,
    command: CustomerCommand,
    id?: string,
  ): Promise<void> {
    await this.commands.send(command, {
      ...(id !== undefined && { id }),
      accountId: quotation.assignedTo,
      organizationId,
      internal: true,
    });
  }
}
