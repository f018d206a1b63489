import { describe, expect, test } from '@jest/globals';
import { asha, meera, ravi } from '#domain/leads/lead.examples.js';
import type { OrganizationEvent } from '#domain/organizations/organization.events.js';
import {
  ashaAsksForDesigner,
  ashaIsPromoted,
  ashaJoins,
  deepaIsInvited,
  founded,
  invitationAccepted,
  invitationCancelled,
  locationAdded,
  locationRemoved,
  meeraFounds,
  organizationExamples,
  raviIsRemoved,
  raviJoins,
  raviLeaves,
  rotated,
} from '#domain/organizations/organization.examples.js';
import { project } from '#platform/testing/project.js';
import { recorded } from '#platform/testing/recorded.js';
import { invitations } from './invitations.projection.js';
import { organizationView } from './organization.projection.js';
import { MEMBERS_KEY, roleRequests, team } from './team.projection.js';

const history = (...events: OrganizationEvent[]) =>
  recorded(...events.map((event) => ['organization-org', event] as const));

test('an organization shows its details with later changes', () => {
  const { documents } = project(
    organizationView,
    history(
      founded,
      meeraFounds,
      rotated,
      organizationExamples.OrganizationDetailsChanged,
      locationAdded,
    ),
  );
  expect(documents.get('org')).toEqual({
    organizationId: 'org',
    slug: 'sharmasolar400000',
    inviteCode: 'ZZ00AA11',
    ...organizationExamples.OrganizationDetailsChanged.data,
    locations: [locationAdded.data],
    revision: 4,
  });
});

test('a removed location is not shown', () =>
  expect(
    project(organizationView, history(founded, locationAdded, locationRemoved)).documents.get('org')
      ?.locations,
  ).toEqual([]));

test('the team has all present members with their current roles', () => {
  const { documents, sums } = project(
    team,
    history(founded, meeraFounds, ashaJoins, raviJoins, ashaIsPromoted, raviLeaves),
  );
  expect([...documents]).toEqual([
    [
      `org_${meera.id}`,
      {
        memberId: meera.id,
        organizationId: 'org',
        role: 'admin',
        joinedAt: '2026-11-21T09:31:00.000Z',
      },
    ],
    [
      `org_${asha.id}`,
      {
        memberId: asha.id,
        organizationId: 'org',
        role: 'admin',
        joinedAt: '2026-11-21T09:32:00.000Z',
      },
    ],
  ]);
  const nonZeroSums = [...sums].filter(([, times]) => times !== 0);
  expect(nonZeroSums).toEqual([meera.id, asha.id].map((id) => [`org_${MEMBERS_KEY}_${id}`, 1]));
  expect(
    project(team, history(founded, raviJoins, raviIsRemoved)).documents.has(`org_${ravi.id}`),
  ).toBe(false);
});

test('a new member is pushed to the whole organization', () =>
  expect(project(team, history(founded, ashaJoins)).changes).toMatchObject([
    { organizationId: 'org', id: asha.id, before: undefined, after: '' },
  ]));

test('a requested role is known until a role is given, and never pushed', () => {
  const { documents, changes } = project(
    roleRequests,
    history(founded, ashaJoins, ashaAsksForDesigner),
  );
  expect([...documents.values()]).toEqual([
    { memberId: asha.id, organizationId: 'org', role: 'designer' },
  ]);
  expect(changes).toEqual([]);
  expect(
    project(roleRequests, history(founded, ashaJoins, ashaAsksForDesigner, ashaIsPromoted))
      .documents.size,
  ).toBe(0);
});

describe('invitations', () => {
  const listShown = (...events: OrganizationEvent[]) => [
    ...project(invitations, history(...events)).documents.values(),
  ];
  const { invitationId } = deepaIsInvited.data;

  test('show sender, time and state', () => {
    const sent = {
      organizationId: 'org',
      ...deepaIsInvited.data,
      invitedBy: expect.any(String),
      invitedAt: '2026-11-21T09:32:00.000Z',
    };
    expect(listShown(founded, meeraFounds, deepaIsInvited)).toEqual([
      { ...sent, status: 'pending' },
    ]);
    expect(listShown(founded, meeraFounds, deepaIsInvited, invitationCancelled)).toEqual([
      { ...sent, status: 'cancelled' },
    ]);
    expect(listShown(founded, meeraFounds, deepaIsInvited, invitationAccepted)).toEqual([
      { ...sent, status: 'accepted' },
    ]);
  });

  test('that have expired are dropped when another is sent', () => {
    const laterInvitation: OrganizationEvent = {
      type: 'MemberInvited',
      data: {
        ...deepaIsInvited.data,
        invitationId: invitationId.replace('c1', 'c2'),
        expiresAt: '2026-12-05T09:30:00.000Z',
      },
    };
    expect(listShown(founded, deepaIsInvited, laterInvitation)).toMatchObject([
      { invitationId: laterInvitation.data.invitationId },
    ]);
  });
});
