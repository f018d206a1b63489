import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Noted } from '#domain/leads/lead.views.js';
import { i18n } from '../../words/i18n.js';
import { type NotedParts, notedParts } from './noted-text.js';

beforeAll(() => {
  i18n.load(
    'hi-IN',
    JSON.parse(readFileSync('frontend/src/words/hi-IN.json', 'utf8')) as Record<string, string>,
  );
});
afterAll(() => i18n.activate('en-IN'));

const textsInBoth: readonly (readonly [noted: Noted, english: NotedParts, hindi: NotedParts])[] = [
  [{ type: 'LeadStatusChanged', to: 'Quoted' }, { status: 'Quoted' }, { status: 'Quoted' }],
  [{ type: 'LeadConverted' }, { status: 'Converted' }, { status: 'Converted' }],
  [
    { type: 'LeadLost', reason: 'Too dear.\nWaits.' },
    { text: 'Lead marked as Lost. Reason: Too dear.\nWaits.' },
    { text: 'लीड लॉस्ट हुई। वजह: Too dear.\nWaits.' },
  ],
  [{ type: 'LeadCreated' }, { text: 'Lead created' }, { text: 'लीड बनी' }],
  [
    { type: 'FollowUpCancelled', reason: 'Rain' },
    { text: 'Visit cancelled: Rain' },
    { text: 'विज़िट रद्द: Rain' },
  ],
  [
    { type: 'FollowUpCompleted' },
    { text: 'Marked previous followup as completed' },
    { text: 'पिछला फ़ॉलो-अप पूरा किया' },
  ],
  [
    { type: 'QuotationUploaded', brings: 'Quoted' },
    { text: 'Quotation uploaded', status: 'Quoted' },
    { text: 'कोटेशन अपलोड हुआ', status: 'Quoted' },
  ],
  [
    { type: 'QuotationUploaded', note: 'Ten panels' },
    { text: 'Ten panels' },
    { text: 'Ten panels' },
  ],
  [
    { type: 'VisitRecorded', brings: 'Contacted' },
    { status: 'Contacted' },
    { status: 'Contacted' },
  ],
  [
    { type: 'VisitRecorded', note: 'Roof measured!', brings: 'Contacted' },
    { text: 'Roof measured!', status: 'Contacted' },
    { text: 'Roof measured!', status: 'Contacted' },
  ],
  [
    { type: 'NoteAdded', activity: 'Site Visit', note: 'Roof is flat' },
    { text: 'Site Visit: Roof is flat' },
    { text: 'साइट विज़िट: Roof is flat' },
  ],
  [
    { type: 'NoteAdded', note: 'Status changed to Quoted' },
    { text: 'Status changed to Quoted' },
    { text: 'Status changed to Quoted' },
  ],
];

test.each(textsInBoth)(
  '%j is described in the reader’s language, and a note is quoted',
  (noted, english, hindi) => {
    i18n.activate('en-IN');
    expect(notedParts(noted)).toEqual(english);
    i18n.activate('hi-IN');
    expect(notedParts(noted)).toEqual(hindi);
  },
);
