import type { Language } from '#domain/accounts/account.values.js';
import { texts } from '#domain/kernel/texts/texts.js';
import { dayIn } from '#domain/kernel/values/days.js';
import { leadStatusText, leadTypeText } from '#domain/leads/lead-texts.js';
import type { FollowUpExportParams } from '#domain/visits/visit.queries.js';
import type { UpcomingVisit } from '#domain/visits/visit.views.js';
import { Clock } from '#platform/common/clock.js';
import { Views } from '#platform/read-side/read-store/views.js';
import { type FollowUpDocument, followUps } from '#projections/leads/follow-ups.projection.js';
import { Injectable } from '@nestjs/common';
import type { Asker } from '../auth/caller.js';
import { PersonNames } from '../auth/people/names.js';
import { BYTE_ORDER_MARK, csvRow, EXPORTED_AT_ONCE, formatRupees } from '../http/csv.js';
import { upcomingVisitPresenter } from './visit.presenters.js';
import { toFollowUpQuery } from './visits.query.js';

const columnTitles = texts({
  dueOn: 'Due',
  name: 'Name',
  phone: 'Phone',
  city: 'City',
  siteName: 'Site name',
  type: 'Type',
  status: 'Status',
  quoted: 'Quoted (₹)',
  owner: 'Owner',
  note: 'Note',
  plannedBy: 'Planned by',
  plannedOn: 'Planned on',
  lead: 'Lead',
});
const columns = [
  'dueOn',
  'name',
  'phone',
  'city',
  'siteName',
  'type',
  'status',
  'quoted',
  'owner',
  'note',
  'plannedBy',
  'plannedOn',
  'lead',
] as const;

/** Follow-ups of a filtered list as CSV, in the list's order. */
@Injectable()
export class FollowUpsCsv {
  constructor(
    private readonly views: Views,
    private readonly names: PersonNames,
    private readonly clock: Clock,
  ) {}

  async *generate(
    asker: Asker,
    params: FollowUpExportParams,
    language: Language,
  ): AsyncGenerator<string> {
    yield BYTE_ORDER_MARK + csvRow(columns.map((column) => columnTitles(language, column)));
    const { organizationId, timeZone } = asker;
    const query = toFollowUpQuery(asker, params, dayIn(timeZone, this.clock.now()));
    if (!query) return;
    const viewQuery = { ...query, limit: EXPORTED_AT_ONCE };
    for await (const page of this.views.readPages<FollowUpDocument>(
      followUps,
      organizationId,
      viewQuery,
    ))
      yield (await this.names.present(page.documents, upcomingVisitPresenter))
        .map((followUp) => csvRow(toCells(followUp, timeZone, language)))
        .join('');
  }
}

const toCells = (followUp: UpcomingVisit, timeZone: string, language: Language) => [
  followUp.dueOn,
  followUp.leadName,
  followUp.phone,
  followUp.city,
  followUp.siteName,
  leadTypeText(language, followUp.type),
  leadStatusText(language, followUp.status),
  formatRupees(followUp.quotedPaise ?? 0),
  followUp.assignedTo.name,
  followUp.note,
  followUp.by.name,
  dayIn(timeZone, followUp.at),
  followUp.leadId,
];
