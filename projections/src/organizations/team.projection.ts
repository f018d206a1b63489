import { unreachable } from '#domain/kernel/decider.js';
import type { Role } from '#domain/kernel/policy.js';
import {
  type OrganizationEvent,
  organizationEvents,
} from '#domain/organizations/organization.events.js';
import { parseStream } from '#platform/event-log/subject.js';
import type { PerStream } from '#platform/read-side/projections/projection.js';

export type MemberDocument = {
  readonly memberId: string;
  readonly organizationId: string;
  readonly role: Role;
  readonly joinedAt: string;
};
export type RoleRequestDocument = {
  readonly memberId: string;
  readonly organizationId: string;
  readonly role: Role;
};

type Team = {
  readonly organizationId: string;
  readonly members: Readonly<Record<string, Pick<MemberDocument, 'role' | 'joinedAt'>>>;
};
type Requests = { readonly organizationId: string; readonly roles: Readonly<Record<string, Role>> };

/** Sum key of the members, 1 for each id. Leaderboards and team lists read the ids from it. */
export const MEMBERS_KEY = 'members';

/** Members of an organization by account id, with role and time of joining. */
export const team: PerStream<OrganizationEvent, Team, MemberDocument> = {
  name: 'team',
  version: 2,
  events: organizationEvents,
  indexes: [],
  fold(before, event) {
    const organization = before ?? { organizationId: parseStream(event.stream).id, members: {} };
    const { members } = organization;
    switch (event.type) {
      case 'MemberJoined': {
        const { memberId, role } = event.data;
        return {
          ...organization,
          members: { ...members, [memberId]: { role, joinedAt: event.metadata.at } },
        };
      }
      case 'MemberRoleChanged': {
        const { memberId, to: role } = event.data;
        const member = members[memberId];
        return member
          ? { ...organization, members: { ...members, [memberId]: { ...member, role } } }
          : organization;
      }
      case 'MemberRemoved':
      case 'MemberLeft':
        return { ...organization, members: withoutEntry(members, event.data.memberId) };
      case 'OrganizationFounded':
      case 'AuditLinkCreated':
      case 'AuditLinkRevoked':
      case 'RoleRequested':
      case 'OrganizationDetailsChanged':
      case 'QuotationSettingsChanged':
      case 'InviteCodeRotated':
      case 'LocationAdded':
      case 'LocationRemoved':
      case 'MemberInvited':
      case 'InvitationCancelled':
      case 'InvitationAccepted':
      case 'InvitationErased':
        return organization;
      default:
        return unreachable(event);
    }
  },
  documents: ({ organizationId, members }) =>
    Object.fromEntries(
      Object.entries(members).map(([memberId, member]) => [
        memberId,
        { memberId, organizationId, ...member },
      ]),
    ),
  counts: ({ members }) => [
    {
      key: MEMBERS_KEY,
      amounts: Object.fromEntries(Object.keys(members).map((memberId) => [memberId, 1])),
    },
  ],
};

/**
 * Roles requested at sign-up, until an admin assigns one. Silent: admins look them up when the team
 * changes.
 */
export const roleRequests: PerStream<OrganizationEvent, Requests, RoleRequestDocument> = {
  name: 'role-requests',
  version: 1,
  events: organizationEvents,
  indexes: [],
  silent: true,
  fold(before, event) {
    const requests = before ?? { organizationId: parseStream(event.stream).id, roles: {} };
    if (event.type === 'RoleRequested')
      return { ...requests, roles: { ...requests.roles, [event.data.memberId]: event.data.role } };
    if (
      event.type === 'MemberRoleChanged' ||
      event.type === 'MemberRemoved' ||
      event.type === 'MemberLeft'
    )
      return { ...requests, roles: withoutEntry(requests.roles, event.data.memberId) };
    return requests;
  },
  documents: ({ organizationId, roles }) =>
    Object.fromEntries(
      Object.entries(roles).map(([memberId, role]) => [
        memberId,
        { memberId, organizationId, role },
      ]),
    ),
};

const withoutEntry = <Entry>(
  entries: Readonly<Record<string, Entry>>,
  key: string,
): Readonly<Record<string, Entry>> =>
  Object.fromEntries(Object.entries(entries).filter(([other]) => other !== key));
