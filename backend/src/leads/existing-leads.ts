import { EventLog } from '#platform/event-log/event-log.js';
import { ReadSide } from '#platform/live/read-side.js';
import { Views } from '#platform/read-side/read-store/views.js';
import { maySee } from '#domain/kernel/policy.js';
import type { Refusal } from '#domain/kernel/refusal.js';
import { leadAggregate } from '#domain/leads/lead.aggregate.js';
import type { ExistingLead, LeadWithNumber } from '#domain/leads/lead.views.js';
import { Claims } from '#platform/write-side/claims.js';
import { parseStream } from '#platform/event-log/subject.js';
import { type LeadListItem, leadList } from '#projections/leads/lead-list.projection.js';
import { Injectable } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { RefusalDetails } from '../api/commands/refusal-details.js';
import { VIEW_TIMEOUT_MS } from '../auth/after-position.interceptor.js';
import type { Asker, Caller } from '../auth/caller.js';
import { Problem } from '../http/problems/problem.js';
import { toProblem } from '../http/problems/to-problem.js';
import { PersonNames } from '../auth/people/names.js';
import { leadPresenter } from './lead.presenters.js';

/** Adds to a refusal the lead that has the phone number, as far as this member may see it. */
@Injectable()
export class ExistingLeads extends RefusalDetails {
  constructor(
    private readonly views: Views,
    private readonly names: PersonNames,
    private readonly readSide: ReadSide,
    private readonly log: EventLog,
  ) {
    super();
  }

  async withDetails(refusal: Refusal, { account, membership }: Caller): Promise<Error> {
    if (refusal.code !== 'lead-phone-taken' || !refusal.holder || !membership) return refusal;
    const asker = {
      id: account.id,
      role: membership.role,
      organizationId: membership.organization.id,
    };
    const existing = await this.findVisible(asker, refusal.holder);
    if (!existing) return refusal;
    const { status: code, message, details } = toProblem(refusal);
    return new Problem(code, refusal.code, message, { ...details, existing });
  }

  /** Finds the lead whose stream is the holder, with the details that the member may see. */
  async findVisible(
    asker: Pick<Asker, 'id' | 'role' | 'organizationId'>,
    holder: string,
  ): Promise<ExistingLead | undefined> {
    const lead = await this.find(asker.organizationId, parseStream(holder).id);
    if (!lead) return undefined;
    const [item] = await this.names.present([lead], leadPresenter);
    const { leadId, name, phone, city, status, assignedTo, createdAt } = item!;
    const { lastActivityAt, quotedPaise, nextFollowUpOn = null } = item!;
    const facts = { leadId, name, phone, city, status, assignedTo, createdAt };
    return maySee(asker, assignedTo.id)
      ? { ...facts, lastActivityAt, quotedPaise, nextFollowUpOn }
      : { assignedTo };
  }

  private async find(organizationId: string, leadId: string): Promise<LeadListItem | undefined> {
    const { views, readSide, log } = this;
    const findInView = () => views.getOne<LeadListItem>(leadList, organizationId, leadId);
    const lead = await findInView();
    if (lead) return lead;
    await readSide.waitFor(await log.readLastPosition(), VIEW_TIMEOUT_MS, organizationId);
    return findInView();
  }
}

export class FindLeadByNumber extends Query<LeadWithNumber> {
  constructor(
    readonly asker: Asker,
    readonly phone: string,
  ) {
    super();
  }
}

/** Finds the lead of a number before anything is saved. Reads the claim, which has no lag. */
@QueryHandler(FindLeadByNumber)
export class FindLeadByNumberHandler implements IQueryHandler<FindLeadByNumber> {
  constructor(
    private readonly claims: Claims,
    private readonly leads: ExistingLeads,
  ) {}

  async execute({ asker, phone }: FindLeadByNumber): Promise<LeadWithNumber> {
    const holder = await this.claims.findHolder(
      'lead-phone',
      asker.organizationId,
      phone,
      leadAggregate,
    );
    const existing = holder === undefined ? undefined : await this.leads.findVisible(asker, holder);
    return existing ? { existing } : {};
  }
}
