import { StreamableFile } from '@nestjs/common';
import { Readable } from 'node:stream';
import { readPartInTurn } from './load/bulk-reads.js';

/** Answer that downloads CSV while it is made, in turns with other accounts. */
export const csvFile = (
  text: AsyncIterable<string>,
  filename: string,
  accountId: string,
): StreamableFile =>
  new StreamableFile(Readable.from(makeInTurn(text, accountId), { objectMode: false }), {
    type: 'text/csv; charset=utf-8',
    disposition: `attachment; filename="${filename}"`,
  });

async function* makeInTurn(text: AsyncIterable<string>, accountId: string): AsyncGenerator<string> {
  const parts = text[Symbol.asyncIterator]();
  try {
    for (;;) {
      const part = await readPartInTurn(accountId, () => parts.next());
      if (part.done) return;
      yield part.value;
    }
  } finally {
    // A reader that leaves early ends the generation too.
    await parts.return?.();
  }
}

/** Rows that an export reads at once. */
export const EXPORTED_AT_ONCE = 200;

/** Without it, spreadsheets guess another encoding. */
export const BYTE_ORDER_MARK = '\u{feff}';

/** Row of a CSV file (RFC 4180) whose cells no spreadsheet executes. */
export const csvRow = (cells: readonly (string | undefined)[]): string =>
  `${cells.map((cell = '') => `"${escapeFormula(cell).replaceAll('"', '""')}"`).join()}\r\n`;

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
export function escapeFormula(cell: string): string {
  const visible = cell.replace(invisible, '');
  return formula.test(visible) ? `'${visible}` : visible;
}

/** Formats paise as `450.00`. */
export const formatRupees = (paise: number): string =>
  `${Math.trunc(paise / 100)}.${String(paise % 100).padStart(2, '0')}`;
