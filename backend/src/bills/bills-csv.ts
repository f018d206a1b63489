import type { Language } from '#domain/accounts/account.values.js';
import { billStatusText, billTypeText, rejectionText } from '#domain/bills/bill-texts.js';
import type { BillExportParams } from '#domain/bills/bill.queries.js';
import type { BillItem } from '#domain/bills/bill.views.js';
import { dayIn } from '#domain/kernel/values/days.js';
import { texts } from '#domain/kernel/texts/texts.js';
import { Injectable } from '@nestjs/common';
import type { Asker } from '../auth/caller.js';
import { PersonNames } from '../auth/people/names.js';
import { BYTE_ORDER_MARK, csvRow, EXPORTED_AT_ONCE, formatRupees } from '../http/csv.js';
import { BillQueries } from './bill-queries.js';
import { billPresenter } from './bill.presenters.js';

const columnTitles = texts({
  spentOn: 'Date',
  submittedBy: 'Submitted by',
  type: 'Type',
  amount: 'Amount (₹)',
  status: 'Status',
  note: 'Note',
  decidedBy: 'Decided by',
  decidedOn: 'Decided on',
  reason: 'Reason',
  bill: 'Bill',
});
const columns = [
  'spentOn',
  'submittedBy',
  'type',
  'amount',
  'status',
  'note',
  'decidedBy',
  'decidedOn',
  'reason',
  'bill',
] as const;
/**
 * Bills as CSV (RFC 4180), with column names in the reader's language. Streams a few hundred bills
 * at a time, so memory is constant.
 */
@Injectable()
export class BillsCsv {
  constructor(
    private readonly bills: BillQueries,
    private readonly names: PersonNames,
  ) {}

  async *generate(
    asker: Asker,
    params: BillExportParams,
    language: Language,
  ): AsyncGenerator<string> {
    const filters = await this.bills.resolveFilters(asker, params);
    yield BYTE_ORDER_MARK + csvRow(columns.map((column) => columnTitles(language, column)));
    if (!filters) return;
    for await (const { documents } of this.bills.readPages(asker, filters, EXPORTED_AT_ONCE))
      yield (await this.names.present(documents, billPresenter))
        .map((bill) => csvRow(toCells(bill, asker.timeZone, language)))
        .join('');
  }
}

const toCells = (
  {
    billId,
    spentOn,
    submittedBy,
    type,
    amountPaise,
    status,
    note,
    decidedBy,
    decidedAt,
    reason,
  }: BillItem,
  timeZone: string,
  language: Language,
) => [
  spentOn,
  submittedBy.name,
  billTypeText(language, type),
  formatRupees(amountPaise),
  billStatusText(language, status),
  note,
  decidedBy?.name,
  decidedAt && dayIn(timeZone, decidedAt),
  reason && rejectionText(language, reason),
  billId,
];
