import { expect, test } from '@jest/globals';
import { asha, created, deleted, leadId, ravi, reassigned } from '#domain/leads/lead.examples.js';
import type { LeadEvent } from '#domain/leads/lead.events.js';
import { seen } from '#domain/notifications/alerts.examples.js';
import { project } from '#platform/testing/project.js';
import { recorded } from '#platform/testing/recorded.js';
import { alertsSeen } from './alerts-seen.projection.js';
import { leadAssignments } from './lead-assignments.projection.js';

const after = (...events: LeadEvent[]) =>
  project(leadAssignments, recorded(...events.map((event) => [`lead-org_${leadId}`, event] as const))).documents;

test('a lead that somebody else assigned is news to whom it belongs now', () => {
  expect([...after(created).values()]).toMatchObject([{ assignedTo: asha.id, assignedBy: 'a-member', assignedAt: '2026-11-21T09:30:00.000Z' }]);
  expect([...after(created, reassigned).values()]).toMatchObject([{ assignedTo: ravi.id, assignedAt: '2026-11-21T09:31:00.000Z' }]);
});

test('what somebody took for themselves is no news', () =>
  expect(after(created, { type: 'LeadReassigned', data: { from: asha.id, to: 'a-member' } }).size).toBe(0));

test('a deleted lead is no news', () => expect(after(created, deleted).size).toBe(0));

test('when the bell was opened last is known, in each month', () => {
  const { documents } = project(
    alertsSeen,
    recorded(['alerts-org_a-member-2026-11', seen], ['alerts-org_a-member-2026-11', seen], ['alerts-org_a-member-2026-12', seen]),
  );
  expect([...documents]).toEqual([
    ['org_a-member-2026-11', { organizationId: 'org', memberId: 'a-member', seenAt: '2026-11-21T09:31:00.000Z', seenOn: '2026-11-21' }],
    ['org_a-member-2026-12', { organizationId: 'org', memberId: 'a-member', seenAt: '2026-11-21T09:32:00.000Z', seenOn: '2026-11-21' }],
  ]);
});
