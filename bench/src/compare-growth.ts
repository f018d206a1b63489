import { type Person, cookieOf } from '../../test/acceptance/product/person.js';
import type { Product } from '../../test/acceptance/product/product.js';
import { Connection } from './connection.js';
import { type Row, median, row } from './table.js';

const SAMPLES = 200;

/** Two products, with few and with many records, and the person who queries each. */
type ComparedProducts = readonly { readonly product: Product; readonly admin: Person }[];
type Options = {
  readonly bench: string;
  /** Kind of the records, such as `bills`. */
  readonly records: string;
  /** Number of records in each product. */
  readonly few: number;
  readonly many: number;
  /** Label and path of each query. */
  readonly questions: readonly (readonly [what: string, path: string])[];
};

/** Ratio of the median answer times with many records and with few, measured in turn. */
export async function compareGrowth(
  compared: ComparedProducts,
  { bench, records, few, many, questions }: Options,
): Promise<readonly Row[]> {
  const connections = compared.map(
    ({ product, admin }) => new Connection(product.url, cookieOf(admin)),
  );
  const rows: Row[] = [];
  for (const [what, path] of questions) {
    const times: [number[], number[]] = [[], []];
    for (let sample = 0; sample < SAMPLES; sample++)
      for (const [index, connection] of connections.entries()) {
        const { status, milliseconds } = await connection.ask(path);
        if (status !== 200) throw new Error(`${path} was answered ${status}`);
        times[index]!.push(milliseconds);
      }
    const [smaller, larger] = [median(times[0]), median(times[1])];
    const note = `${larger.toFixed(2)} to ${smaller.toFixed(2)} ms`;
    rows.push(
      row(bench, `${what} of ${many} ${records}, p50 to that of ${few}`, larger / smaller, '×', {
        atMost: 2,
        note,
      }),
    );
  }
  for (const connection of connections) connection.close();
  return rows;
}
