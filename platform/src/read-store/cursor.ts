import { hash } from 'node:crypto';
import { lastUsed } from '../last-used.js';
import { BadQuestion, type Page } from './read-store.js';

/** Where a page ended: a place in an order, and of which question. A stranger's says nothing and opens nothing. */
export const cursorAt = (view: string, page: Page, key: Buffer) => Buffer.concat([questionOf(view, page), key]).toString('base64url');

/** @throws BadQuestion if it was another question's, or never one */
export function keyIn(view: string, page: Page, cursor: string): Buffer {
  const bytes = Buffer.from(cursor, 'base64url');
  if (!bytes.subarray(0, questionBytes).equals(questionOf(view, page))) throw new BadQuestion('The cursor is of another question');
  return bytes.subarray(questionBytes);
}

const questionBytes = 9;
/** The same questions are asked again and again, and each page ends with its own. */
const digests = lastUsed<Buffer>(1_000);

function questionOf(view: string, { filter, sort, search }: Page): Buffer {
  const asked = Object.entries(filter).filter(([, condition]) => condition !== undefined);
  const question = JSON.stringify([view, asked.sort(([one], [other]) => (one < other ? -1 : 1)), sort, search ?? []]);
  return digests.get(question) ?? digests.put(question, hash('sha256', question, 'buffer').subarray(0, questionBytes));
}
