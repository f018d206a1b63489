import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { i18n } from '../words/i18n.js';
import { notedText } from './noted-text.js';

beforeAll(() => {
  i18n.load('hi-IN', JSON.parse(readFileSync('frontend/src/words/hi-IN.json', 'utf8')) as Record<string, string>);
  i18n.activate('hi-IN');
});
afterAll(() => i18n.activate('en-IN'));

test.each([
  ['Status changed to Quoted', 'स्टेटस बदला: कोटेशन दिया'],
  ['Lead marked as Lost. Reason: Too dear.\nWaits a year.', 'लीड लॉस्ट हुई। वजह: Too dear.\nWaits a year.'],
  ['Visit cancelled: Rain', 'विज़िट रद्द: Rain'],
  ['Quotation uploaded', 'कोटेशन अपलोड हुआ'],
  ['Quotation uploaded. Lead status updated to Quoted', 'कोटेशन अपलोड हुआ। लीड का स्टेटस: कोटेशन दिया'],
  ['Roof measured. Lead status updated to Contacted', 'Roof measured. लीड का स्टेटस: बात हुई'],
  ['The status changed to Quoted, says the owner', 'The status changed to Quoted, says the owner'],
])('%j is what was done, in the language of who reads it, and what somebody wrote', (note, shown) => expect(notedText(note)).toBe(shown));
