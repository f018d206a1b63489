import type { Language } from '#domain/accounts/account.values.js';
import type { BillExportParams } from '#domain/bills/bill.queries.js';
import type { BillItem } from '#domain/bills/bill.views.js';
import { dayIn } from '#domain/kernel/values/days.js';
import { texts } from '#domain/kernel/texts/texts.js';
import { Injectable } from '@nestjs/common';
import type { Asker } from '../auth/caller.js';
import { PersonNames } from '../auth/people/names.js';
import { BillQueries } from './asked-bills.js';
import { billShown } from './bill.presenters.js';

const rowsAtOnce = 200;
const heads = texts({
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
/** Without it, spreadsheets guess another encoding. */
const byteOrderMark = '\u{feff}';

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

  async *text(asker: Asker, params: BillExportParams, language: Language): AsyncGenerator<string> {
    const wanted = await this.bills.wanted(asker, params);
    yield byteOrderMark + row(columns.map((column) => heads(language, column)));
    if (!wanted) return;
    for await (const { documents } of this.bills.pages(asker, wanted, rowsAtOnce))
      yield (await this.names.present(documents, billShown))
        .map((bill) => row(cellsOf(bill, asker.timeZone)))
        .join('');
  }
}

const cellsOf = (
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
) => [
  spentOn,
  submittedBy.name,
  type,
  rupees(amountPaise),
  status,
  note,
  decidedBy?.name,
  decidedAt && dayIn(timeZone, decidedAt),
  reason,
  billId,
];

/** Formats paise as `450.00`. */
const rupees = (paise: number): string =>
  `${Math.trunc(paise / 100)}.${String(paise % 100).padStart(2, '0')}`;

const row = (cells: readonly (string | undefined)[]): string =>
  `${cells.map((cell = '') => `"${asText(cell).replaceAll('"', '""')}"`).join()}\r\n`;

/**
 * Control and format characters, which no cell shows, except line breaks and the joiners of Indian
 * scripts.
 */
const invisible = /(?![\t\r\n\u200c\u200d])[\p{Cc}\p{Cf}]/gu;
/**
 * Start of a formula, also after a separator: with semicolons as separators, quotes do not protect.
 */
const formula = /(^|[;|\t\r\n])[\s\u200c\u200d]*[=+\-@＝＋－＠]|^[\t\r]/u;

/**
 * Prefixes a cell that looks like a formula with an apostrophe, so that a spreadsheet does not run
 * it.
 */
export function asText(cell: string): string {
  const visible = cell.replace(invisible, '');
  return formula.test(visible) ? `'${visible}` : visible;
}
