import { hash } from 'node:crypto';
import { lastUsed } from '../last-used.js';
import { BadQuestion, type Page } from './read-store.js';

/** Where a page ended: a place in an order, and of which question. A stranger's says nothing and opens nothing. */
export const cursorAt = (view: string, page: Page, key: string) => questionOf(view, page) + key;

/** A place as it stands in a cursor. */
export const keyText = (key: Buffer): string => key.toString('base64url');

/** @throws BadQuestion if it was another question's, or never one */
export function keyIn(view: string, page: Page, cursor: string): Buffer {
  const question = questionOf(view, page);
  if (!cursor.startsWith(question)) throw new BadQuestion('The cursor is of another question');
  return Buffer.from(cursor.slice(question.length), 'base64url');
}

/** Of a question's hash, a whole number of threes: what follows it is written by itself. */
const questionBytes = 9;
/** The same questions are asked again and again, and each page ends with its own. */
const digests = lastUsed<string>(1_000);

function questionOf(view: string, page: Page): string {
  const { filter, sort, search } = page;
  let asked = `${view} ${sort.join()}`;
  for (const field in filter) if (filter[field] !== undefined) asked += `\n${field} ${JSON.stringify(filter[field])}`;
  if (search) asked += `\n\n${JSON.stringify(search)}`;
  return digests.get(asked) ?? digests.put(asked, digestOf(view, page));
}

function digestOf(view: string, { filter, sort, search }: Page): string {
  const asked = Object.entries(filter).filter(([, condition]) => condition !== undefined);
  const question = JSON.stringify([view, asked.sort(([one], [other]) => (one < other ? -1 : 1)), sort, search ?? []]);
  return hash('sha256', question, 'buffer').subarray(0, questionBytes).toString('base64url');
}
