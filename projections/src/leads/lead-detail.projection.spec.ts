import { expect, test } from '@jest/globals';
import type { LeadEvent } from '#domain/leads/lead.events.js';
import {
  created,
  createdInFull,
  contacted,
  deleted,
  erased,
  fullDetails,
  leadId,
  lost,
  cityEdited,
  noted,
  photoId,
  quotationId,
  scheduled,
  completed,
  uploaded,
} from '#domain/leads/lead.examples.js';
import { project } from '#platform/testing/project.js';
import { recorded } from '#platform/testing/recorded.js';
import { leadDetail } from './lead-detail.projection.js';

const viewAfter = (...events: LeadEvent[]) =>
  project(leadDetail, recorded(...events.map((event) => [`lead-org_${leadId}`, event] as const)));
const shownAfter = (...events: LeadEvent[]) => viewAfter(...events).documents.get(`org_${leadId}`);
const photographed: LeadEvent = {
  type: 'NoteAdded',
  data: { noteId: 'a-note', note: 'The roof', photoFileIds: ['of-a-note'] },
};

test('the detail contains all notes of a lead', () => {
  const { photoFileIds: _, ...details } = fullDetails;
  expect(shownAfter(createdInFull)).toMatchObject({
    ...details,
    leadId,
    status: 'New',
    photos: [photoId],
    quotations: [],
    followUps: [],
  });
});

test('the gallery has the lead’s own photos first, then those of its notes', () => {
  expect(shownAfter(createdInFull, photographed, noted)?.photos).toEqual([photoId, 'of-a-note']);
  const edit: LeadEvent = { type: 'LeadEdited', data: { changes: { photoFileIds: ['x', 'y'] } } };
  expect(shownAfter(createdInFull, photographed, edit)?.photos).toEqual(['x', 'y', 'of-a-note']);
});

test('an edit changes the named fields, and removes null ones', () => {
  expect(shownAfter(createdInFull, cityEdited)).toMatchObject({
    city: 'Nashik',
    place: fullDetails.place,
    landmark: fullDetails.landmark,
  });
  const edited = shownAfter(createdInFull, {
    type: 'LeadEdited',
    data: { changes: { place: null, landmark: null, siteName: null } },
  });
  for (const field of ['place', 'landmark', 'siteName']) expect(edited).not.toHaveProperty(field);
});

test('an uploaded quotation is listed, and its amount is the lead’s quoted amount', () =>
  expect(shownAfter(created, uploaded)).toMatchObject({
    quotedPaise: 12_345_650,
    quotations: [
      {
        quotationId,
        status: 'Sent',
        amountPaise: 12_345_650,
        createdAt: '2026-11-21T09:31:00.000Z',
      },
    ],
  }));

test('a completed follow-up is not open', () => {
  expect(shownAfter(created, scheduled)).toMatchObject({ nextFollowUpOn: '2026-11-24' });
  expect(shownAfter(created, scheduled, completed)).not.toHaveProperty('nextFollowUpOn');
});

test('the reason of a loss is shown while the lead is lost', () => {
  expect(shownAfter(created, lost)).toMatchObject({
    status: 'Lost',
    lostReason: 'Chose another supplier',
  });
  expect(shownAfter(created, lost, contacted)).not.toHaveProperty('lostReason');
});

test('changes are pushed to members with the lead open', () =>
  expect(viewAfter(created).changes[0]).toMatchObject({ room: `lead:${leadId}` }));

test.each([deleted, erased])('after $type nothing is shown', (end) =>
  expect(viewAfter(createdInFull, end).documents.size).toBe(0),
);

test('a quotation that is viewed after its end keeps its status', () => {
  const step = (name: 'Sent' | 'Viewed' | 'Expired'): LeadEvent => ({
    type: 'QuotationStepped',
    data: { quotationId: 'built', step: name, totalPaise: 8_000_000, addedPaise: 0 },
  });
  const statusAfter = (...steps: LeadEvent[]) =>
    shownAfter(created, ...steps)?.quotations[0]?.status;
  expect(statusAfter(step('Sent'), step('Viewed'))).toBe('Viewed');
  expect(statusAfter(step('Sent'), step('Expired'), step('Viewed'))).toBe('Expired');
});
