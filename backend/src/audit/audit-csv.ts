import type { Language } from '#domain/accounts/account.values.js';
import { type AuditFilters, REFUSED_TYPE } from '#domain/audit/access.commands.js';
import { auditKindText } from '#domain/audit/audit-texts.js';
import type { AuditItem } from '#domain/audit/audit.views.js';
import { billTypeText } from '#domain/bills/bill-texts.js';
import { findRefusalMessage } from '#domain/kernel/refusal.js';
import { texts } from '#domain/kernel/texts/texts.js';
import { wallClockIn } from '#domain/kernel/values/days.js';
import { roleText } from '#domain/organizations/role-texts.js';
import { Injectable } from '@nestjs/common';
import { BYTE_ORDER_MARK, csvRow } from '../http/csv.js';
import { AuditFeed, type AuditReader } from './audit-feed.js';

const columnTitles = texts({
  recorded: 'Recorded',
  happened: 'Happened',
  person: 'Person',
  role: 'Role',
  kind: 'Kind of record',
  record: 'Record',
  event: 'Event',
  refusal: 'Refused because',
  details: 'Details',
  recordId: 'Record id',
  number: 'Event number',
  eventId: 'Event id',
  hash: 'Hash',
});
const columns = [
  'recorded',
  'happened',
  'person',
  'role',
  'kind',
  'record',
  'event',
  'refusal',
  'details',
  'recordId',
  'number',
  'eventId',
  'hash',
] as const;

/** Feed as CSV (RFC 4180), newest event first. Streams portion after portion of the log. */
@Injectable()
export class AuditCsv {
  constructor(private readonly feed: AuditFeed) {}

  async *generate(
    reader: AuditReader,
    filters: AuditFilters,
    language: Language,
  ): AsyncGenerator<string, undefined> {
    yield BYTE_ORDER_MARK + csvRow(columns.map((column) => columnTitles(language, column)));
    const people = await this.feed.loadPeople(reader);
    for await (const { events } of this.feed.readPortions(reader, people, filters)) {
      const items = await this.feed.present(reader, people, events);
      yield items.map((item) => csvRow(toCells(item, reader.timeZone, language))).join('');
    }
  }
}

const toCells = (
  { at, capturedAt, by, kind, recordName, type, data, recordId, revision, ...item }: AuditItem,
  timeZone: string,
  language: Language,
) => [
  wallClockIn(timeZone, at),
  wallClockIn(timeZone, capturedAt),
  by?.name,
  by?.role && roleText(language, by.role),
  auditKindText(language, kind),
  // A bill is named by its type.
  kind === 'bill' ? billTypeText(language, recordName) : recordName,
  // The stored name never changes, and proofs have it too.
  type,
  type === REFUSED_TYPE ? findRefusalMessage(String(data['reason'])) : undefined,
  JSON.stringify(data),
  recordId,
  String(revision),
  item.eventId,
  item.hash,
];
