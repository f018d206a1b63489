import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Noted } from '#domain/leads/lead.views.js';
import { i18n } from '../../words/i18n.js';
import { notedText } from './noted-text.js';

beforeAll(() => {
  i18n.load(
    'hi-IN',
    JSON.parse(readFileSync('frontend/src/words/hi-IN.json', 'utf8')) as Record<string, string>,
  );
});
afterAll(() => i18n.activate('en-IN'));

const inBoth: readonly (readonly [noted: Noted, english: string, hindi: string])[] = [
  [
    { type: 'LeadStatusChanged', to: 'Quoted' },
    'Status changed to Quoted',
    'स्टेटस बदला: कोटेशन दिया',
  ],
  [{ type: 'LeadConverted' }, 'Status changed to Converted', 'स्टेटस बदला: कन्वर्ट'],
  [
    { type: 'LeadLost', reason: 'Too dear.\nWaits.' },
    'Lead marked as Lost. Reason: Too dear.\nWaits.',
    'लीड लॉस्ट हुई। वजह: Too dear.\nWaits.',
  ],
  [{ type: 'LeadCreated' }, 'Lead created', 'लीड बनी'],
  [{ type: 'FollowUpCancelled', reason: 'Rain' }, 'Visit cancelled: Rain', 'विज़िट रद्द: Rain'],
  [
    { type: 'FollowUpCompleted' },
    'Marked previous followup as completed',
    'पिछला फ़ॉलो-अप पूरा किया',
  ],
  [{ type: 'QuotationUploaded' }, 'Quotation uploaded', 'कोटेशन अपलोड हुआ'],
  [
    { type: 'QuotationUploaded', brings: 'Quoted' },
    'Quotation uploaded. Lead status updated to Quoted',
    'कोटेशन अपलोड हुआ। लीड का स्टेटस: कोटेशन दिया',
  ],
  [{ type: 'QuotationUploaded', note: 'Ten panels' }, 'Ten panels', 'Ten panels'],
  [
    { type: 'VisitRecorded', brings: 'Contacted' },
    'Lead status updated to Contacted',
    'लीड का स्टेटस: बात हुई',
  ],
  [
    { type: 'VisitRecorded', note: 'Roof measured!', brings: 'Contacted' },
    'Roof measured. Lead status updated to Contacted',
    'Roof measured. लीड का स्टेटस: बात हुई',
  ],
  [
    { type: 'NoteAdded', activity: 'Site Visit', note: 'Roof is flat' },
    'Site Visit: Roof is flat',
    'साइट विज़िट: Roof is flat',
  ],
  [
    { type: 'NoteAdded', note: 'Status changed to Quoted' },
    'Status changed to Quoted',
    'Status changed to Quoted',
  ],
];

test.each(inBoth)(
  '%j is described in the reader’s language, and a note is quoted',
  (noted, english, hindi) => {
    i18n.activate('en-IN');
    expect(notedText(noted)).toBe(english);
    i18n.activate('hi-IN');
    expect(notedText(noted)).toBe(hindi);
  },
);
