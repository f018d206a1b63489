import type { Language } from '#domain/accounts/account.values.js';
import type { LeadExportParams } from '#domain/leads/lead.queries.js';
import type { LeadItem } from '#domain/leads/lead.views.js';
import { leadStatusText, leadTypeText } from '#domain/leads/lead-texts.js';
import { dayIn } from '#domain/kernel/values/days.js';
import { texts } from '#domain/kernel/texts/texts.js';
import { Clock } from '#platform/common/clock.js';
import { Views } from '#platform/read-side/read-store/views.js';
import { type LeadListItem, leadList } from '#projections/leads/lead-list.projection.js';
import { Injectable } from '@nestjs/common';
import type { Asker } from '../auth/caller.js';
import { PersonNames } from '../auth/people/names.js';
import { BYTE_ORDER_MARK, csvRow, EXPORTED_AT_ONCE, formatRupees } from '../http/csv.js';
import { findQuotedOrConverted } from './lead-days.js';
import { toLeadQuery } from './lead-list.query.js';
import { leadPresenter } from './lead.presenters.js';

const columnTitles = texts({
  name: 'Name',
  phone: 'Phone',
  city: 'City',
  siteName: 'Site name',
  type: 'Type',
  status: 'Status',
  nextFollowUpOn: 'Next follow-up',
  quoted: 'Quoted (₹)',
  owner: 'Owner',
  createdOn: 'Added',
  lastActiveOn: 'Last active',
  lead: 'Lead',
});
const columns = [
  'name',
  'phone',
  'city',
  'siteName',
  'type',
  'status',
  'nextFollowUpOn',
  'quoted',
  'owner',
  'createdOn',
  'lastActiveOn',
  'lead',
] as const;

/** Leads of a filtered list as CSV (RFC 4180). Streams a few hundred at a time. */
@Injectable()
export class LeadsCsv {
  constructor(
    private readonly views: Views,
    private readonly names: PersonNames,
    private readonly clock: Clock,
  ) {}

  async *generate(
    asker: Asker,
    params: LeadExportParams,
    language: Language,
  ): AsyncGenerator<string> {
    yield BYTE_ORDER_MARK + csvRow(columns.map((column) => columnTitles(language, column)));
    for await (const leads of this.readPages(asker, params))
      yield (await this.names.present(leads, leadPresenter))
        .map((lead) => csvRow(toCells(lead, asker.timeZone, language)))
        .join('');
  }

  private async *readPages(
    asker: Asker,
    params: LeadExportParams,
  ): AsyncGenerator<readonly LeadListItem[]> {
    const { organizationId, timeZone } = asker;
    const query = toLeadQuery(asker, params, dayIn(timeZone, this.clock.now()));
    if (!query) return;
    const { search } = query;
    const rows = { limit: EXPORTED_AT_ONCE, search };
    if (query.kind === 'list') {
      const viewQuery = { ...rows, filter: query.filter, sort: query.sort };
      for await (const page of this.views.readPages<LeadListItem>(
        leadList,
        organizationId,
        viewQuery,
      ))
        yield page.documents;
      return;
    }
    const { assignedTo, days } = query;
    const { status, type } = params;
    let after: string | undefined;
    do {
      const page = await findQuotedOrConverted(
        this.views,
        organizationId,
        days,
        { assignedTo, type, status },
        { ...rows, after },
      );
      yield page.documents;
      after = page.next;
    } while (after !== undefined);
  }
}

const toCells = (lead: LeadItem, timeZone: string, language: Language) => [
  lead.name,
  lead.phone,
  lead.city,
  lead.siteName,
  leadTypeText(language, lead.type),
  leadStatusText(language, lead.status),
  lead.nextFollowUpOn,
  formatRupees(lead.quotedPaise),
  lead.assignedTo.name,
  lead.createdOn,
  dayIn(timeZone, lead.lastActivityAt),
  lead.leadId,
];
