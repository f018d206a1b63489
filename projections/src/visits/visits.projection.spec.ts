import type { LeadEvent } from '#domain/leads/lead.events.js';
import {
  asha,
  cancelled,
  created,
  deleted,
  erased,
  followUpId,
  leadId,
  ravi,
  reassigned,
  scheduled,
  uploaded,
  visitId,
  visited,
} from '#domain/leads/lead.examples.js';
import { project } from '#platform/testing/project.js';
import { recorded } from '#platform/testing/recorded.js';
import { expect, test } from '@jest/globals';
import { visits } from './visits.projection.js';

const viewAfter = (...events: LeadEvent[]) =>
  project(visits, recorded(...events.map((event) => [`lead-org_${leadId}`, event] as const)));

test('a completed visit shows its lead, and its duration with and without pauses', () =>
  expect(viewAfter(created, visited).documents.get(`org_${leadId}_${visitId}`)).toMatchObject({
    tab: 'completed',
    leadId,
    leadName: 'Rajesh Patil',
    city: 'Pune',
    member: 'a-member',
    day: '2026-11-21',
    durationMinutes: 75,
    activeMinutes: 65,
    accuracyMetres: 12,
  }));

test('a completed visit keeps its member when its lead is reassigned', () => {
  const { documents } = viewAfter(created, visited, reassigned);
  expect(documents.get(`org_${leadId}_${visitId}`)).toMatchObject({ member: 'a-member' });
});

test('a quotation for its lead does not write a completed visit again', () =>
  expect(viewAfter(created, visited, uploaded).written).toEqual([]));

test('a cancelled visit is shown on its planned day, and follows its lead', () => {
  const key = `org_${leadId}_cancelled-${followUpId}`;
  expect(viewAfter(created, scheduled, cancelled).documents.get(key)).toMatchObject({
    tab: 'cancelled',
    day: '2026-11-24',
    reason: 'Out of town',
    member: asha.id,
  });
  expect(viewAfter(created, scheduled, cancelled, reassigned).documents.get(key)).toMatchObject({
    member: ravi.id,
  });
});

test('cancelling the follow-up planned with a visit keeps the completed visit', () => {
  const planned: LeadEvent = {
    type: 'FollowUpScheduled',
    data: { followUpId: visitId, dueOn: '2026-11-24' },
  };
  const calledOff: LeadEvent = {
    type: 'FollowUpCancelled',
    data: { followUpId: visitId, reason: 'Out of town' },
  };
  const tabs = [...viewAfter(created, visited, planned, calledOff).documents.values()].map(
    ({ tab }) => tab,
  );
  expect(tabs.sort()).toEqual(['cancelled', 'completed']);
});

test('a new name of the lead is shown on all its visits', () => {
  const renamed: LeadEvent = {
    type: 'LeadEdited',
    data: { changes: { firstName: 'Raj', siteName: null } },
  };
  expect(
    viewAfter(created, visited, renamed).documents.get(`org_${leadId}_${visitId}`),
  ).toMatchObject({
    leadName: 'Raj Patil',
  });
});

test.each([deleted, erased])('after $type no visit of the lead is shown', (end) =>
  expect(viewAfter(created, visited, scheduled, cancelled, end).documents.size).toBe(0),
);

test('all cancelled visits of a lead are shown, and a further one writes one document', () => {
  const calledOff = Array.from({ length: 130 }, (_, number): LeadEvent[] => [
    { type: 'FollowUpScheduled', data: { followUpId: `f${number}`, dueOn: '2026-11-24' } },
    { type: 'FollowUpCancelled', data: { followUpId: `f${number}`, reason: 'Out of town' } },
  ]).flat();
  const { documents } = viewAfter(created, ...calledOff);
  expect(documents.size).toBe(130);

  expect(viewAfter(created, ...calledOff, visited).written.map(({ id }) => id)).toEqual([
    `org_${leadId}`,
    `org_${leadId}_completed.0`,
    `org_${leadId}_${visitId}`,
  ]);
});
