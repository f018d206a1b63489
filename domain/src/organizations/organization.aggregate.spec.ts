import { describe, expect, test } from '@jest/globals';
import { locationId } from '../accounts/account.examples.js';
import { generatedCode } from '../kernel/generated.js';
import type { Account } from '../kernel/policy.js';
import { quantities } from '../kernel/values/quantities.js';
import { specify } from '../kernel/testing/specification.js';
import { asha, meera, ravi, stranger } from '../leads/lead.examples.js';
import type { OrganizationCommand } from './organization.commands.js';
import { organizationAggregate } from './organization.aggregate.js';
import type { OrganizationEvent } from './organization.events.js';
import {
  actingAs,
  ashaAsksForDesigner,
  ashaIsPromoted,
  ashaJoins,
  deepaIsInvited,
  founded,
  invitationAccepted,
  invitationCancelled,
  invitationErased,
  locationAdded,
  locationRemoved,
  meeraFounds,
  organizationId,
  raviIsRemoved,
  raviJoins,
  raviLeaves,
  rotated,
} from './organization.examples.js';
import { firstQuotationSettings } from '../quotations/quotation-settings.js';
import { toOrganization } from './organization.js';

const givenTo = (id: string, ...more: [Parameters<typeof actingAs>[1]?, boolean?]) =>
  specify(organizationAggregate, actingAs(id, ...more));
const givenToMeera = givenTo(meera.id);
const givenToUnverifiedMeera = givenTo(meera.id, { verified: false });
/** Context of Meera with the accounts of her members. */
const contextWithAccounts = (...memberAccounts: Account[]) =>
  specify(organizationAggregate, { ...actingAs(meera.id), memberAccounts });
const givenAt = (now: string) => specify(organizationAggregate, { ...actingAs(meera.id), now });
const team = [founded, meeraFounds, ashaJoins, raviJoins];
const inviteCode = 'KP9N5Z7V';

const foundCommand = (name = 'Sharma Solar'): OrganizationCommand => ({
  type: 'FoundOrganization',
  data: { organizationId, name },
});
const join = (code = inviteCode): OrganizationCommand => ({
  type: 'JoinOrganization',
  data: { inviteCode: code },
});
const rotatedByChance: OrganizationEvent = {
  type: 'InviteCodeRotated',
  data: { inviteCode: generatedCode('0123456789abcdef0123456789abcdef') },
};
const rotate: OrganizationCommand = { type: 'RotateInviteCode', data: {} };
const changeDetails = (
  data: Extract<OrganizationCommand, { type: 'ChangeOrganizationDetails' }>['data'],
): OrganizationCommand => ({
  type: 'ChangeOrganizationDetails',
  data,
});
const detailsChanged = (
  data: Extract<OrganizationEvent, { type: 'OrganizationDetailsChanged' }>['data'],
): OrganizationEvent => ({
  type: 'OrganizationDetailsChanged',
  data,
});
const changeRole = (memberId: string, role: 'admin' | 'sales'): OrganizationCommand => ({
  type: 'ChangeMemberRole',
  data: { memberId, role },
});
const remove = (memberId: string, leadsTo?: string): OrganizationCommand => ({
  type: 'RemoveMember',
  data: { memberId, ...(leadsTo && { leadsTo }) },
});
const leave: OrganizationCommand = { type: 'LeaveOrganization', data: {} };

describe('an organization', () => {
  const code = generatedCode('0123456789abcdef0123456789abcdef');

  test('is founded by its first admin, with a code, and a slug that ends with the time', () =>
    givenToMeera()
      .when(foundCommand())
      .then(
        {
          type: 'OrganizationFounded',
          data: { name: 'Sharma Solar', slug: 'sharmasolar400000', inviteCode: code },
        },
        meeraFounds,
      ));
  test('may be founded before the number is verified', () =>
    givenToUnverifiedMeera()
      .when(foundCommand())
      .then(expect.anything() as never, meeraFounds));
  test('has a slug of letters and digits only', () =>
    givenToMeera()
      .when(foundCommand('शर्मा & Sons (Pune) Ltd.'))
      .then(
        expect.objectContaining({
          data: expect.objectContaining({ slug: 'sonspuneltd400000' }),
        }) as never,
        meeraFounds,
      ));
  test('is founded only once', () =>
    givenToMeera(...team)
      .when(foundCommand())
      .thenRefused('organization-exists'));
  test('has a slug of its name in any script', () =>
    givenToMeera()
      .when(foundCommand('शर्मा सोलर'))
      .then(
        expect.objectContaining({
          data: expect.objectContaining({ slug: 'शर्मासोलर400000' }),
        }) as never,
        meeraFounds,
      ));
  test('claims its slug, its code, and each of its members', () =>
    givenToMeera(...team).holds('sharmasolar400000', inviteCode, meera.id, asha.id, ravi.id));
  test('releases former codes and former members', () =>
    givenToMeera(
      ...team,
      { type: 'InviteCodeRotated', data: { inviteCode: 'ZZ00AA11' } },
      raviIsRemoved,
    ).holds('sharmasolar400000', 'ZZ00AA11', meera.id, asha.id));
  test('that was never founded is not found', () =>
    givenToMeera().when(rotate).thenRefused('organization-not-found'));
  test('has no owner', () => givenToMeera(...team).belongsTo(undefined));
});

describe('an invite code', () => {
  test('has eight characters of A–Z and 0–9', () => {
    expect(generatedCode('f'.repeat(32))).toMatch(/^[A-Z0-9]{8}$/);
    expect(generatedCode('0'.repeat(32))).toBe('00000000');
  });
  test('is rotated by an admin', () =>
    givenToMeera(...team)
      .when(rotate)
      .then(rotatedByChance));
  test('is not rotated by a member with an unverified number', () =>
    givenToUnverifiedMeera(...team)
      .when(rotate)
      .thenRefused('verification-needed'));
});

describe('a member who joins', () => {
  test('begins with the role sales', () =>
    givenTo(asha.id)(founded, meeraFounds).when(join()).then(ashaJoins));
  test('requests the role chosen at sign-up', () =>
    givenTo(asha.id, { requestedRole: 'designer' })(founded, meeraFounds)
      .when(join())
      .then(ashaJoins, ashaAsksForDesigner));
  test('requests nothing after choosing sales', () =>
    givenTo(asha.id, { requestedRole: 'sales' })(founded, meeraFounds)
      .when(join())
      .then(ashaJoins));
  test('needs a verified number', () =>
    givenTo(asha.id, { verified: false })(founded, meeraFounds)
      .when(join())
      .thenRefused('verification-needed'));
  test('joins only once', () =>
    givenTo(asha.id)(...team)
      .when(join())
      .thenNothing());
  test('waits until an admin has a verified number', () =>
    givenTo(
      asha.id,
      {},
      false,
    )(founded, meeraFounds)
      .when(join())
      .thenRefused('organization-unverified', 'inviteCode'));
  test('cannot rejoin by code after a removal, even with a new code', () =>
    givenTo(ravi.id)(...team, raviIsRemoved, rotated)
      .when(join('ZZ00AA11'))
      .thenRefused('member-removed', 'inviteCode'));
  test('may rejoin by code after leaving', () =>
    givenTo(ravi.id)(...team, raviLeaves)
      .when(join())
      .then(raviJoins));
  test('may leave and rejoin once readmitted after a removal', () =>
    givenTo(ravi.id)(
      ...team,
      raviIsRemoved,
      { type: 'MemberJoined', data: { memberId: ravi.id, role: 'sales', via: 'invitation' } },
      raviLeaves,
    )
      .when(join())
      .then(raviJoins));
  test('needs the current code', () =>
    givenTo(asha.id)(founded, meeraFounds)
      .when(join('ZZ00AA11'))
      .thenRefused('invite-code-unknown', 'inviteCode'));
  test('finds no organization by an unknown code', () =>
    givenTo(asha.id)().when(join()).thenRefused('invite-code-unknown', 'inviteCode'));
});

describe('an organization has at most', () => {
  const many = (count: number, item: (id: string) => OrganizationEvent): OrganizationEvent[] =>
    Array.from({ length: count }, (_, index) =>
      item(`0190a6c2-0000-7000-9000-${String(index).padStart(12, '0')}`),
    );
  const members = many(quantities.membersOfOrganization - 1, (memberId) => ({
    type: 'MemberJoined',
    data: { memberId, role: 'sales', via: 'code' },
  }));
  const locations = many(quantities.locationsOfOrganization, (id) => ({
    type: 'LocationAdded',
    data: { locationId: id, name: 'Store', city: 'Pune' },
  }));
  const add: OrganizationCommand = {
    type: 'AddLocation',
    data: { locationId, name: 'Baner store', city: 'Pune', address: '12 Baner Road' },
  };

  test('1,000 members', () => {
    givenTo(asha.id)(founded, meeraFounds, ...members)
      .when(join())
      .thenRefused('too-many-members', 'inviteCode');
    givenTo(asha.id)(founded, meeraFounds, ...members.slice(1))
      .when(join())
      .then(ashaJoins);
  });
  test('200 locations', () => {
    givenToMeera(...team, ...locations)
      .when(add)
      .thenRefused('too-many-locations', 'name');
    givenToMeera(...team, ...locations.slice(1))
      .when(add)
      .then(locationAdded);
  });
});

describe('the details of an organization', () => {
  test('record only changed fields', () =>
    givenToMeera(...team)
      .when(
        changeDetails({ name: 'Sharma Solar', industry: 'Construction', leaderboardOpen: false }),
      )
      .then(detailsChanged({ industry: 'Construction' })));
  test('without changes record nothing', () =>
    givenToMeera(...team)
      .when(changeDetails({ timeZone: 'Asia/Kolkata', contactPhone: null }))
      .thenNothing());
  test('are removed by null', () =>
    givenToMeera(...team, detailsChanged({ contactPhone: '+919800000000' }))
      .when(changeDetails({ contactPhone: null }))
      .then(detailsChanged({ contactPhone: null })));
  test('may repeat an invalid stored number, but no other invalid one', () => {
    const before = detailsChanged({ contactPhone: '+99912345678' });
    givenToMeera(...team, before)
      .when(changeDetails({ contactPhone: '+99912345678' }))
      .thenNothing();
    givenToMeera(...team, before)
      .when(changeDetails({ contactPhone: '+99912345679' }))
      .thenRefused('phone-not-valid', 'contactPhone');
  });
  test('are changed by admins only', () =>
    givenTo(asha.id)(...team)
      .when(changeDetails({ name: 'Mine' }))
      .thenRefused('not-allowed'));
});

describe('a location', () => {
  const add: OrganizationCommand = {
    type: 'AddLocation',
    data: { locationId, name: 'Baner store', city: 'Pune', address: '12 Baner Road' },
  };
  const takeAway: OrganizationCommand = { type: 'RemoveLocation', data: { locationId } };

  test('is added', () =>
    givenToMeera(...team)
      .when(add)
      .then(locationAdded));
  test('is added only once', () =>
    givenToMeera(...team, locationAdded)
      .when(add)
      .thenNothing());
  test('under a known id with other data is refused', () =>
    givenToMeera(...team, locationAdded)
      .when({ type: 'AddLocation', data: { locationId, name: 'Baner store', city: 'Mumbai' } })
      .thenRefused('location-exists'));
  test('is removed', () =>
    givenToMeera(...team, locationAdded)
      .when(takeAway)
      .then(locationRemoved));
  test('that was removed is not found', () =>
    givenToMeera(...team, locationAdded, locationRemoved)
      .when(takeAway)
      .thenRefused('location-not-found', 'locationId'));
  test('that a member works from cannot be removed', () =>
    contextWithAccounts({ id: asha.id, verified: true, requestedRole: undefined, locationId })(
      ...team,
      locationAdded,
    )
      .when(takeAway)
      .thenRefused('location-in-use', 'locationId'));
  test('that an accepted invitation promised cannot be removed until the account has settled it', () => {
    const { invitationId } = deepaIsInvited.data;
    const deepa = { id: stranger, verified: true, requestedRole: undefined };
    const joins: OrganizationEvent = {
      type: 'MemberJoined',
      data: { memberId: stranger, role: 'finance', via: 'invitation' },
    };
    const accepted = [...team, locationAdded, deepaIsInvited, joins, invitationAccepted];
    contextWithAccounts(deepa)(...accepted)
      .when(takeAway)
      .thenRefused('location-in-use', 'locationId');
    contextWithAccounts({ ...deepa, settledInvitations: new Set([invitationId]) })(...accepted)
      .when(takeAway)
      .then(locationRemoved);
    // A former member needs no location.
    const leaves: OrganizationEvent = {
      type: 'MemberLeft',
      data: { memberId: stranger, leadsTo: meera.id },
    };
    givenToMeera(...accepted, leaves)
      .when(takeAway)
      .then(locationRemoved);
  });
  test('that a pending invitation promised cannot be removed', () => {
    givenToMeera(...team, locationAdded, deepaIsInvited)
      .when(takeAway)
      .thenRefused('location-in-use', 'locationId');
    givenToMeera(...team, locationAdded, deepaIsInvited, invitationCancelled)
      .when(takeAway)
      .then(locationRemoved);
    givenAt('2026-11-28T09:30:00.000Z')(...team, locationAdded, deepaIsInvited)
      .when(takeAway)
      .then(locationRemoved);
  });
});

describe('an invitation', () => {
  const { expiresAt: _, ...invitation } = deepaIsInvited.data;
  const invite = (more: Partial<typeof invitation> = {}): OrganizationCommand => ({
    type: 'InviteMember',
    data: { ...invitation, ...more },
  });
  const cancel: OrganizationCommand = {
    type: 'CancelInvitation',
    data: { invitationId: invitation.invitationId },
  };
  const another = '0190a6c2-0000-7000-8000-0000000000c2';

  test('lasts seven days', () =>
    givenToMeera(...team)
      .when(invite())
      .then(deepaIsInvited));
  test('is sent only once', () =>
    givenToMeera(...team, deepaIsInvited)
      .when(invite())
      .thenNothing());
  test('under a known id with other data is refused', () =>
    givenToMeera(...team, deepaIsInvited)
      .when(invite({ role: 'admin' }))
      .thenRefused('invitation-exists'));
  test('is not sent by a member with an unverified number', () =>
    givenToUnverifiedMeera(...team)
      .when(invite())
      .thenRefused('verification-needed'));
  test('is sent by admins only', () =>
    givenTo(asha.id)(...team)
      .when(invite())
      .thenRefused('not-allowed'));
  test('to a member’s number is refused', () =>
    contextWithAccounts({
      id: asha.id,
      verified: true,
      requestedRole: undefined,
      phone: invitation.phone,
    })(...team)
      .when(invite())
      .thenRefused('invited-member', 'phone'));
  test('to a number with a pending invitation is refused until that is cancelled or expired', () => {
    const secondInvitation = invite({ invitationId: another });
    const sent = { ...deepaIsInvited, data: { ...deepaIsInvited.data, invitationId: another } };
    givenToMeera(...team, deepaIsInvited)
      .when(secondInvitation)
      .thenRefused('invitation-pending', 'phone');
    givenToMeera(...team, deepaIsInvited, invitationCancelled)
      .when(secondInvitation)
      .then(sent);
    givenAt('2026-11-28T09:30:00.000Z')(...team, deepaIsInvited)
      .when(secondInvitation)
      .then({ ...sent, data: { ...sent.data, expiresAt: '2026-12-05T09:30:00.000Z' } });
  });
  test.each([
    [
      'is refused above fifty within a day',
      'too-many-invitations',
      quantities.invitationsInADay,
      (index: number) => `+9198220${String(index).padStart(5, '0')}`,
    ],
    [
      'is refused above three to one number within a day',
      'number-invited-often',
      quantities.invitationsOfNumberInADay,
      () => deepaIsInvited.data.phone,
    ],
  ] as const)('%s, including cancelled ones', (_, code, max, phoneAt) => {
    const sent = Array.from({ length: max }, (_, index): OrganizationEvent[] => {
      const invitationId = `0190a6c2-0000-7000-9000-${String(index).padStart(12, '0')}`;
      return [
        {
          type: 'MemberInvited',
          data: { ...deepaIsInvited.data, invitationId, phone: phoneAt(index) },
        },
        { type: 'InvitationCancelled', data: { invitationId } },
      ];
    }).flat();
    givenToMeera(...team, ...sent)
      .when(invite())
      .thenRefused(code, 'phone');
    givenToMeera(...team, ...sent.slice(2))
      .when(invite())
      .then(deepaIsInvited);
    givenAt('2026-11-22T09:30:00.000Z')(...team, ...sent)
      .when(invite())
      .then({
        ...deepaIsInvited,
        data: { ...deepaIsInvited.data, expiresAt: '2026-11-29T09:30:00.000Z' },
      });
  });
  test('is cancelled', () =>
    givenToMeera(...team, deepaIsInvited)
      .when(cancel)
      .then(invitationCancelled));
  test('is cancelled only once', () =>
    givenToMeera(...team, deepaIsInvited, invitationCancelled)
      .when(cancel)
      .thenNothing());
  test('that was accepted cannot be cancelled', () =>
    givenToMeera(...team, deepaIsInvited, invitationAccepted)
      .when(cancel)
      .thenRefused('invitation-accepted', 'invitationId'));
  test('that was never sent is not found', () =>
    givenToMeera(...team)
      .when(cancel)
      .thenRefused('invitation-not-found', 'invitationId'));

  describe('an invitation at the time of joining', () => {
    const deepa = givenTo(stranger, { phone: invitation.phone, requestedRole: 'admin' });
    const invitedJoins: OrganizationEvent = {
      type: 'MemberJoined',
      data: { memberId: stranger, role: 'finance', via: 'invitation' },
    };
    const joinsByCode: OrganizationEvent = {
      type: 'MemberJoined',
      data: { memberId: stranger, role: 'sales', via: 'code' },
    };

    test('gives its role to its verified number, whatever was requested', () =>
      deepa(founded, meeraFounds, deepaIsInvited)
        .when(join())
        .then(invitedJoins, invitationAccepted));
    test('gives nothing to another number', () =>
      givenTo(stranger, { phone: '+919822041737' })(founded, meeraFounds, deepaIsInvited)
        .when(join())
        .then(joinsByCode));
    test('gives nothing to an unverified number', () =>
      givenTo(stranger)(founded, meeraFounds, deepaIsInvited).when(join()).then(joinsByCode));
    test('gives nothing once cancelled or expired', () => {
      givenTo(stranger, { phone: invitation.phone })(
        founded,
        meeraFounds,
        deepaIsInvited,
        invitationCancelled,
      )
        .when(join())
        .then(joinsByCode);
      specify(organizationAggregate, {
        ...actingAs(stranger, { phone: invitation.phone }),
        now: deepaIsInvited.data.expiresAt,
      })(founded, meeraFounds, deepaIsInvited)
        .when(join())
        .then(joinsByCode);
    });
    test('is used once: a removed member needs another one', () => {
      const wasThere = [founded, meeraFounds, deepaIsInvited, invitedJoins, invitationAccepted];
      const removed: OrganizationEvent = {
        type: 'MemberRemoved',
        data: { memberId: stranger, leadsTo: meera.id },
      };
      deepa(...wasThere, removed)
        .when(join())
        .thenRefused('member-removed', 'inviteCode');
      const invitedAgain = {
        ...deepaIsInvited,
        data: { ...deepaIsInvited.data, invitationId: another },
      };
      deepa(...wasThere, removed, invitedAgain)
        .when(join())
        .then(invitedJoins, {
          type: 'InvitationAccepted',
          data: { invitationId: another, memberId: stranger, locationId },
        });
    });
    test('admits by its link, even after the code was rotated', () => {
      const history = [founded, meeraFounds, deepaIsInvited, rotated, rotatedByChance];
      deepa(...history).holds(
        'sharmasolar400000',
        generatedCode('0123456789abcdef0123456789abcdef'),
        inviteCode,
        'ZZ00AA11',
        meera.id,
      );
      for (const code of [inviteCode, 'ZZ00AA11'])
        deepa(...history)
          .when(join(code))
          .then(invitedJoins, invitationAccepted);
    });
    test('holds the codes of its link only while it is pending', () => {
      const [expired, invitedAgain] = [
        deepaIsInvited.data.expiresAt,
        { ...deepaIsInvited, data: { ...deepaIsInvited.data, invitationId: another } },
      ];
      const invitedLater = {
        ...invitedAgain,
        data: { ...invitedAgain.data, expiresAt: '2026-12-05T09:30:00.000Z' },
      };
      const history = [founded, meeraFounds, deepaIsInvited, rotated];
      const former = [inviteCode];
      const expectedClaims = (codes: readonly string[]) => [
        'sharmasolar400000',
        'ZZ00AA11',
        ...codes,
        meera.id,
      ];
      givenAt('2026-11-28T09:29:59.999Z')(...history).holds(...expectedClaims(former));
      givenAt(expired)(...history).holds(...expectedClaims([]));
      givenToMeera(...history, invitationCancelled).holds(...expectedClaims([]));
      givenToMeera(...history, invitedAgain, invitationCancelled).holds(...expectedClaims(former));
      // The link of an invitation sent after seven days has only the current code.
      givenAt(expired)(...history, invitedLater).holds(...expectedClaims([]));
      specify(organizationAggregate, {
        ...actingAs(stranger, { phone: invitation.phone }),
        now: expired,
      })(...history, invitedLater)
        .when(join())
        .thenRefused('invite-code-unknown', 'inviteCode');
    });
    test('accepts a rotated code from invited numbers only', () => {
      givenTo(ravi.id, { phone: '+919822041737' })(...team, deepaIsInvited, raviIsRemoved, rotated)
        .when(join())
        .thenRefused('invite-code-unknown', 'inviteCode');
      deepa(founded, meeraFounds, deepaIsInvited, invitationCancelled, rotated)
        .when(join())
        .thenRefused('invite-code-unknown', 'inviteCode');
      deepa(founded, meeraFounds, rotated, deepaIsInvited)
        .when(join())
        .thenRefused('invite-code-unknown', 'inviteCode');
    });
  });
});

describe('a role', () => {
  test('is changed by an admin', () =>
    givenToMeera(...team)
      .when(changeRole(asha.id, 'admin'))
      .then(ashaIsPromoted));
  test('that is set already does not change', () =>
    givenToMeera(...team)
      .when(changeRole(asha.id, 'sales'))
      .thenNothing());
  test('cannot be changed by its own member', () =>
    givenToMeera(...team)
      .when(changeRole(meera.id, 'sales'))
      .thenRefused('not-on-oneself', 'memberId'));
  test('belongs to a member', () =>
    givenToMeera(...team)
      .when(changeRole(stranger, 'admin'))
      .thenRefused('unknown-reference', 'memberId'));
  test('cannot be changed by a member with an unverified number', () =>
    givenToUnverifiedMeera(...team)
      .when(changeRole(asha.id, 'admin'))
      .thenRefused('verification-needed'));
});

describe('a member', () => {
  test('who is removed leaves their leads to the acting admin, and the code is rotated', () =>
    givenToMeera(...team)
      .when(remove(ravi.id))
      .then(raviIsRemoved, rotatedByChance));
  test('cannot be removed by a member with an unverified number, because that rotates the code', () =>
    givenToUnverifiedMeera(...team)
      .when(remove(ravi.id))
      .thenRefused('verification-needed'));
  test('who is removed leaves their leads to the chosen member', () =>
    givenToMeera(...team)
      .when(remove(ravi.id, asha.id))
      .then(
        { type: 'MemberRemoved', data: { memberId: ravi.id, leadsTo: asha.id } },
        rotatedByChance,
      ));
  test('who is removed cannot keep their leads', () =>
    givenToMeera(...team)
      .when(remove(ravi.id, ravi.id))
      .thenRefused('unknown-reference', 'leadsTo'));
  test('who is removed cannot leave their leads to a stranger', () =>
    givenToMeera(...team)
      .when(remove(ravi.id, stranger))
      .thenRefused('unknown-reference', 'leadsTo'));
  test('cannot remove themselves', () =>
    givenToMeera(...team)
      .when(remove(meera.id))
      .thenRefused('not-on-oneself', 'memberId'));
  test('who does not exist cannot be removed', () =>
    givenToMeera(founded, meeraFounds)
      .when(remove(ravi.id))
      .thenRefused('unknown-reference', 'memberId'));
  test('who leaves passes their leads to the longest-serving admin', () =>
    givenTo(ravi.id)(...team, ashaIsPromoted)
      .when(leave)
      .then(raviLeaves));
  test('who is the last admin cannot leave', () =>
    givenToMeera(...team)
      .when(leave)
      .thenRefused('last-admin'));
  test('who was an admin passes leads to another one, and the end of that role is recorded', () =>
    givenToMeera(...team, ashaIsPromoted)
      .when(leave)
      .then({
        type: 'MemberLeft',
        data: { memberId: meera.id, leadsTo: asha.id, adminUntil: '2026-11-21T09:30:00.000Z' },
      }));
  test('who left cannot leave again', () =>
    givenTo(ravi.id)(...team, raviLeaves)
      .when(leave)
      .thenRefused('organization-not-found'));
  test('who was just removed cannot remove anyone', () =>
    givenTo(asha.id)(...team, ashaIsPromoted, {
      type: 'MemberRemoved',
      data: { memberId: asha.id, leadsTo: meera.id },
    })
      .when(remove(meera.id))
      .thenRefused('not-allowed'));
});

describe('the organization that other rules see', () => {
  const knownOrganization = (...history: OrganizationEvent[]) =>
    toOrganization(
      organizationId,
      history.reduce(organizationAggregate.evolve, organizationAggregate.initialState),
    );

  test('has its time zone, locations and members with roles', () =>
    expect(
      knownOrganization(
        ...team,
        ashaIsPromoted,
        raviLeaves,
        detailsChanged({ leaderboardOpen: true }),
      ),
    ).toEqual({
      id: organizationId,
      timeZone: 'Asia/Kolkata',
      members: new Map([
        [meera.id, 'admin'],
        [asha.id, 'admin'],
      ]),
      formerAdmins: new Map(),
      formerMembers: new Set([ravi.id]),
      leaderboardOpen: true,
      locations: new Set(),
      name: 'Sharma Solar',
      quotationSettings: firstQuotationSettings,
    }));
  test('has the times at which former admins lost that role', () => {
    const adminUntil = '2026-11-21T09:30:00.000Z';
    const ends: OrganizationEvent[] = [
      {
        type: 'MemberRoleChanged',
        data: { memberId: asha.id, from: 'admin', to: 'sales', adminUntil },
      },
      { type: 'MemberRemoved', data: { memberId: asha.id, leadsTo: meera.id, adminUntil } },
      { type: 'MemberLeft', data: { memberId: asha.id, leadsTo: meera.id, adminUntil } },
    ];
    for (const end of ends)
      expect(knownOrganization(...team, ashaIsPromoted, end)!.formerAdmins).toEqual(
        new Map([[asha.id, adminUntil]]),
      );
  });
  test('is undefined for an unknown organization', () =>
    expect(knownOrganization()).toBeUndefined());
});

describe('an erasure of an invitation', () => {
  const erase = { type: 'EraseInvitation', data: invitationErased.data } as OrganizationCommand;

  test('cancels it while it is open', () =>
    givenToMeera(...team, deepaIsInvited)
      .when(erase)
      .then(invitationCancelled, invitationErased));
  test('is recorded once, in any state', () => {
    for (const settled of [invitationAccepted, invitationCancelled])
      givenToMeera(...team, deepaIsInvited, settled)
        .when(erase)
        .then(invitationErased);
    givenToMeera(...team, deepaIsInvited, invitationCancelled, invitationErased)
      .when(erase)
      .thenNothing();
  });
  test('finds one that the list has dropped', () => {
    const later: OrganizationEvent = {
      ...deepaIsInvited,
      data: {
        ...deepaIsInvited.data,
        invitationId: 'later',
        expiresAt: '2027-01-28T09:30:00.000Z',
      },
    };
    givenToMeera(...team, deepaIsInvited, later)
      .when(erase)
      .then(invitationErased);
  });
  test('needs an invitation', () =>
    givenToMeera(...team)
      .when(erase)
      .thenRefused('invitation-not-found', 'invitationId'));
  test('leaves no name, and no number by which somebody could join', () =>
    givenTo(stranger, { phone: deepaIsInvited.data.phone })(
      ...team,
      deepaIsInvited,
      invitationCancelled,
      invitationErased,
    )
      .when(join())
      .then({
        type: 'MemberJoined',
        data: { memberId: stranger, role: 'sales', via: 'code' },
      }));
});
