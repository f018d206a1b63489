import { EventLog } from '#platform/event-log/event-log.js';
import { ReadSide } from '#platform/live/read-side.js';
import { Views } from '#platform/read-side/read-store/views.js';
import { seesEverything } from '#domain/kernel/policy.js';
import type { Refusal } from '#domain/kernel/refusal.js';
import type { ExistingLead } from '#domain/leads/lead.views.js';
import { subjectOf } from '#platform/event-log/subject.js';
import { type LeadListItem, leadList } from '#projections/leads/lead-list.projection.js';
import { Injectable } from '@nestjs/common';
import { RefusalDetails } from '../commands/refusal-details.js';
import type { Caller } from '../auth/caller.js';
import { Problem } from '../http/problem.js';
import { problemOf } from '../http/problem-of.js';
import { Names } from '../auth/names.js';
import { leadItem } from './lead.presenters.js';

/** How long the view may take to know of a lead that was created a moment ago. */
const patience = 2_000;

/** For the dialog of a phone number that is taken: the lead that has it, as far as this member may read it. */
@Injectable()
export class ExistingLeads extends RefusalDetails {
  constructor(
    private readonly views: Views,
    private readonly names: Names,
    private readonly readSide: ReadSide,
    private readonly log: EventLog,
  ) {
    super();
  }

  async of(refusal: Refusal, { account, membership }: Caller): Promise<Error> {
    if (refusal.code !== 'lead-phone-taken' || !refusal.holder || !membership) return refusal;
    const lead = await this.find(membership.organization.id, subjectOf(refusal.holder).id);
    if (!lead) return refusal;
    const [item] = await this.names.shown([lead], leadItem);
    const { leadId, name, phone, city, status, assignedTo, createdAt, quotedPaise } = item!;
    const mayRead = seesEverything(membership.role) || assignedTo.id === account.id;
    const existing: ExistingLead = mayRead ? { leadId, name, phone, city, status, assignedTo, createdAt, quotedPaise } : { assignedTo };
    const { status: code, message, more } = problemOf(refusal);
    return new Problem(code, refusal.code, message, { ...more, existing });
  }

  private async find(organizationId: string, leadId: string): Promise<LeadListItem | undefined> {
    const { views, readSide, log } = this;
    const look = () => views.one<LeadListItem>(leadList, organizationId, leadId);
    const lead = await look();
    if (lead) return lead;
    await readSide.waitFor(await log.head(), patience);
    return look();
  }
}
