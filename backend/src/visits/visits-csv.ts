import type { Language } from '#domain/accounts/account.values.js';
import { texts } from '#domain/kernel/texts/texts.js';
import { wallClockIn } from '#domain/kernel/values/days.js';
import type { VisitExportParams } from '#domain/visits/visit.queries.js';
import type { VisitItem } from '#domain/visits/visit.views.js';
import { Injectable } from '@nestjs/common';
import { Views } from '#platform/read-side/read-store/views.js';
import type { Asker } from '../auth/caller.js';
import { PersonNames } from '../auth/people/names.js';
import { BYTE_ORDER_MARK, csvRow, EXPORTED_AT_ONCE } from '../http/csv.js';
import { toVisitQuery, presentVisits } from './visits.query.js';

const columnTitles = texts({
  day: 'Date',
  name: 'Name',
  phone: 'Phone',
  city: 'City',
  siteName: 'Site name',
  startedAt: 'Started',
  endedAt: 'Ended',
  minutes: 'Minutes',
  activeMinutes: 'Minutes without pauses',
  place: 'Place',
  notes: 'Notes',
  reason: 'Reason',
  member: 'Sales rep',
  lead: 'Lead',
});
const columns = [
  'day',
  'name',
  'phone',
  'city',
  'siteName',
  'startedAt',
  'endedAt',
  'minutes',
  'activeMinutes',
  'place',
  'notes',
  'reason',
  'member',
  'lead',
] as const;

/** Visits of one tab as CSV, in the order and with the filters of the list. */
@Injectable()
export class VisitsCsv {
  constructor(
    private readonly views: Views,
    private readonly names: PersonNames,
  ) {}

  async *generate(
    asker: Asker,
    params: VisitExportParams,
    language: Language,
  ): AsyncGenerator<string> {
    yield BYTE_ORDER_MARK + csvRow(columns.map((column) => columnTitles(language, column)));
    const query = toVisitQuery(asker, params);
    if (!query) return;
    const { tab, view, viewQuery } = query;
    const { views, names } = this;
    const pages = views.readPages(view, asker.organizationId, {
      ...viewQuery,
      limit: EXPORTED_AT_ONCE,
    });
    for await (const { documents } of pages)
      yield (await presentVisits({ views, names }, documents, tab, asker))
        .map((visit) => csvRow(toCells(visit, asker.timeZone)))
        .join('');
  }
}

function toCells(visit: VisitItem, timeZone: string): readonly (string | undefined)[] {
  const { leadName, phone, city, siteName, leadId } = visit;
  const [day, recordedCells, textCells, person] = cellParts(visit, timeZone);
  return [day, leadName, phone, city, siteName, ...recordedCells, ...textCells, person, leadId];
}

type Parts = readonly [
  day: string,
  recordedCells: readonly (string | undefined)[],
  textCells: readonly [notes: string | undefined, reason: string | undefined],
  person: string,
];
const NOT_RECORDED = [undefined, undefined, undefined, undefined, undefined];

/** Cells in which planned, recorded and cancelled visits differ. */
function cellParts(visit: VisitItem, timeZone: string): Parts {
  switch (visit.tab) {
    case 'upcoming':
      return [visit.dueOn, NOT_RECORDED, [visit.note, undefined], visit.assignedTo.name];
    case 'cancelled':
      return [visit.day, NOT_RECORDED, [undefined, visit.reason], visit.by.name];
    case 'completed': {
      const { day, startedAt, endedAt, durationMinutes, activeMinutes, place, notes, by } = visit;
      const recordedCells = [
        wallClockIn(timeZone, startedAt),
        wallClockIn(timeZone, endedAt),
        String(durationMinutes),
        String(activeMinutes),
        place && (place.name ?? place.address ?? `${place.lat}, ${place.lng}`),
      ];
      return [day, recordedCells, [notes, undefined], by.name];
    }
  }
}
