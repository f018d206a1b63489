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

const asAccount = (...acting: Parameters<typeof actingAs>) =>
  specify(organizationAggregate, actingAs(...acting));
const asMeera = asAccount(meera.id);
const asUnverifiedMeera = asAccount(meera.id, { verified: false });
/** Context of Meera with the accounts of her members. */
const asMeeraWithAccounts = (...memberAccounts: Account[]) =>
  specify(organizationAggregate, { ...actingAs(meera.id), memberAccounts });
const asMeeraAt = (now: string) => specify(organizationAggregate, { ...actingAs(meera.id), now });
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
const rotatedToGeneratedCode: OrganizationEvent = {
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

  test('is founded by its first admin, with a code, and a slug that ends with the last six digits of the time in milliseconds', () =>
    asMeera()
      .when(foundCommand())
      .then(
        {
          type: 'OrganizationFounded',
          data: { name: 'Sharma Solar', slug: 'sharmasolar400000', inviteCode: code },
        },
        meeraFounds,
      ));
  test('may be founded before the number is verified', () =>
    asUnverifiedMeera()
      .when(foundCommand())
      .then(expect.anything() as never, meeraFounds));
  test('has a slug of the Latin letters and digits of its name, if there are any', () =>
    asMeera()
      .when(foundCommand('शर्मा & Sons (Pune) Ltd.'))
      .then(
        expect.objectContaining({
          data: expect.objectContaining({ slug: 'sonspuneltd400000' }),
        }) as never,
        meeraFounds,
      ));
  test('is founded only once', () =>
    asMeera(...team)
      .when(foundCommand())
      .thenRefused('organization-exists'));
  test('has a slug in another script if its name has no Latin letters and digits', () =>
    asMeera()
      .when(foundCommand('शर्मा सोलर'))
      .then(
        expect.objectContaining({
          data: expect.objectContaining({ slug: 'शर्मासोलर400000' }),
        }) as never,
        meeraFounds,
      ));
  test('claims its slug, its code, and each of its members', () =>
    asMeera(...team).holds('sharmasolar400000', inviteCode, meera.id, asha.id, ravi.id));
  test('releases former codes and former members', () =>
    asMeera(
      ...team,
      { type: 'InviteCodeRotated', data: { inviteCode: 'ZZ00AA11' } },
      raviIsRemoved,
    ).holds('sharmasolar400000', 'ZZ00AA11', meera.id, asha.id));
  test('that was never founded is not found', () =>
    asMeera().when(rotate).thenRefused('organization-not-found'));
  test('is owned by no single member', () => asMeera(...team).belongsTo(undefined));
});

describe('an invite code', () => {
  test('has eight characters of A–Z and 0–9', () => {
    expect(generatedCode('f'.repeat(32))).toMatch(/^[A-Z0-9]{8}$/);
    expect(generatedCode('0'.repeat(32))).toBe('00000000');
  });
  test('is rotated by an admin', () =>
    asMeera(...team)
      .when(rotate)
      .then(rotatedToGeneratedCode));
  test('is not rotated by a member with an unverified number', () =>
    asUnverifiedMeera(...team)
      .when(rotate)
      .thenRefused('verification-needed'));
});

describe('a member who joins', () => {
  test('begins with the role sales', () =>
    asAccount(asha.id)(founded, meeraFounds).when(join()).then(ashaJoins));
  test('requests the role chosen at sign-up', () =>
    asAccount(asha.id, { requestedRole: 'designer' })(founded, meeraFounds)
      .when(join())
      .then(ashaJoins, ashaAsksForDesigner));
  test('requests nothing after choosing sales', () =>
    asAccount(asha.id, { requestedRole: 'sales' })(founded, meeraFounds)
      .when(join())
      .then(ashaJoins));
  test('needs a verified number', () =>
    asAccount(asha.id, { verified: false })(founded, meeraFounds)
      .when(join())
      .thenRefused('verification-needed'));
  test('joins only once', () =>
    asAccount(asha.id)(...team)
      .when(join())
      .thenNothing());
  test('waits until an admin has a verified number', () =>
    asAccount(
      asha.id,
      {},
      { isOrganizationVerified: false },
    )(founded, meeraFounds)
      .when(join())
      .thenRefused('organization-unverified', 'inviteCode'));
  test('cannot rejoin by code after a removal, even with a new code', () =>
    asAccount(ravi.id)(...team, raviIsRemoved, rotated)
      .when(join('ZZ00AA11'))
      .thenRefused('member-removed', 'inviteCode'));
  test('may rejoin by code after leaving', () =>
    asAccount(ravi.id)(...team, raviLeaves)
      .when(join())
      .then(raviJoins));
  test('may leave and rejoin once readmitted after a removal', () =>
    asAccount(ravi.id)(
      ...team,
      raviIsRemoved,
      { type: 'MemberJoined', data: { memberId: ravi.id, role: 'sales', via: 'invitation' } },
      raviLeaves,
    )
      .when(join())
      .then(raviJoins));
  test('needs the current code', () =>
    asAccount(asha.id)(founded, meeraFounds)
      .when(join('ZZ00AA11'))
      .thenRefused('invite-code-unknown', 'inviteCode'));
  test('finds no organization by an unknown code', () =>
    asAccount(asha.id)().when(join()).thenRefused('invite-code-unknown', 'inviteCode'));
});

describe('an organization has at most', () => {
  const createMany = (
    count: number,
    item: (id: string) => OrganizationEvent,
  ): OrganizationEvent[] =>
    Array.from({ length: count }, (_, index) =>
      item(`0190a6c2-0000-7000-9000-${String(index).padStart(12, '0')}`),
    );
  const members = createMany(quantities.membersOfOrganization - 1, (memberId) => ({
    type: 'MemberJoined',
    data: { memberId, role: 'sales', via: 'code' },
  }));
  const locations = createMany(quantities.locationsOfOrganization, (id) => ({
    type: 'LocationAdded',
    data: { locationId: id, name: 'Store', city: 'Pune' },
  }));
  const add: OrganizationCommand = {
    type: 'AddLocation',
    data: { locationId, name: 'Baner store', city: 'Pune', address: '12 Baner Road' },
  };

  test('1,000 members', () => {
    asAccount(asha.id)(founded, meeraFounds, ...members)
      .when(join())
      .thenRefused('too-many-members', 'inviteCode');
    asAccount(asha.id)(founded, meeraFounds, ...members.slice(1))
      .when(join())
      .then(ashaJoins);
  });
  test('200 locations', () => {
    asMeera(...team, ...locations)
      .when(add)
      .thenRefused('too-many-locations', 'name');
    asMeera(...team, ...locations.slice(1))
      .when(add)
      .then(locationAdded);
  });
});

describe('the details of an organization', () => {
  test('record only changed fields', () =>
    asMeera(...team)
      .when(
        changeDetails({ name: 'Sharma Solar', industry: 'Construction', leaderboardOpen: false }),
      )
      .then(detailsChanged({ industry: 'Construction' })));
  test('without changes record nothing', () =>
    asMeera(...team)
      .when(changeDetails({ timeZone: 'Asia/Kolkata', contactPhone: null }))
      .thenNothing());
  test('are removed by null', () =>
    asMeera(...team, detailsChanged({ contactPhone: '+919800000000' }))
      .when(changeDetails({ contactPhone: null }))
      .then(detailsChanged({ contactPhone: null })));
  test('may repeat an invalid stored number, but no other invalid one', () => {
    const withInvalidPhone = detailsChanged({ contactPhone: '+99912345678' });
    asMeera(...team, withInvalidPhone)
      .when(changeDetails({ contactPhone: '+99912345678' }))
      .thenNothing();
    asMeera(...team, withInvalidPhone)
      .when(changeDetails({ contactPhone: '+99912345679' }))
      .thenRefused('phone-not-valid', 'contactPhone');
  });
  test('are changed by admins only', () =>
    asAccount(asha.id)(...team)
      .when(changeDetails({ name: 'Mine' }))
      .thenRefused('not-allowed'));
});

describe('a location', () => {
  const add: OrganizationCommand = {
    type: 'AddLocation',
    data: { locationId, name: 'Baner store', city: 'Pune', address: '12 Baner Road' },
  };
  const removeLocation: OrganizationCommand = { type: 'RemoveLocation', data: { locationId } };

  test('is added', () =>
    asMeera(...team)
      .when(add)
      .then(locationAdded));
  test('is added only once', () =>
    asMeera(...team, locationAdded)
      .when(add)
      .thenNothing());
  test('under a known id with other data is refused', () =>
    asMeera(...team, locationAdded)
      .when({ type: 'AddLocation', data: { locationId, name: 'Baner store', city: 'Mumbai' } })
      .thenRefused('location-exists'));
  test('is removed', () =>
    asMeera(...team, locationAdded)
      .when(removeLocation)
      .then(locationRemoved));
  test('that was removed is not found', () =>
    asMeera(...team, locationAdded, locationRemoved)
      .when(removeLocation)
      .thenRefused('location-not-found', 'locationId'));
  test('that a member works from cannot be removed', () =>
    asMeeraWithAccounts({ id: asha.id, verified: true, requestedRole: undefined, locationId })(
      ...team,
      locationAdded,
    )
      .when(removeLocation)
      .thenRefused('location-in-use', 'locationId'));
  test('that an accepted invitation gives cannot be removed before the new member’s account has recorded it', () => {
    const { invitationId } = deepaIsInvited.data;
    const deepa = { id: stranger, verified: true, requestedRole: undefined };
    const deepaJoins: OrganizationEvent = {
      type: 'MemberJoined',
      data: { memberId: stranger, role: 'finance', via: 'invitation' },
    };
    const accepted = [...team, locationAdded, deepaIsInvited, deepaJoins, invitationAccepted];
    asMeeraWithAccounts(deepa)(...accepted)
      .when(removeLocation)
      .thenRefused('location-in-use', 'locationId');
    asMeeraWithAccounts({ ...deepa, settledInvitations: new Set([invitationId]) })(...accepted)
      .when(removeLocation)
      .then(locationRemoved);
    // A former member needs no location.
    const deepaLeaves: OrganizationEvent = {
      type: 'MemberLeft',
      data: { memberId: stranger, leadsTo: meera.id },
    };
    asMeera(...accepted, deepaLeaves)
      .when(removeLocation)
      .then(locationRemoved);
  });
  test('that a pending invitation promised cannot be removed', () => {
    asMeera(...team, locationAdded, deepaIsInvited)
      .when(removeLocation)
      .thenRefused('location-in-use', 'locationId');
    asMeera(...team, locationAdded, deepaIsInvited, invitationCancelled)
      .when(removeLocation)
      .then(locationRemoved);
    asMeeraAt('2026-11-28T09:30:00.000Z')(...team, locationAdded, deepaIsInvited)
      .when(removeLocation)
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
  const secondInvitationId = '0190a6c2-0000-7000-8000-0000000000c2';

  test('lasts seven days', () =>
    asMeera(...team)
      .when(invite())
      .then(deepaIsInvited));
  test('is sent only once', () =>
    asMeera(...team, deepaIsInvited)
      .when(invite())
      .thenNothing());
  test('under a known id with other data is refused', () =>
    asMeera(...team, deepaIsInvited)
      .when(invite({ role: 'admin' }))
      .thenRefused('invitation-exists'));
  test('is not sent by a member with an unverified number', () =>
    asUnverifiedMeera(...team)
      .when(invite())
      .thenRefused('verification-needed'));
  test('is sent by admins only', () =>
    asAccount(asha.id)(...team)
      .when(invite())
      .thenRefused('not-allowed'));
  test('to a member’s number is refused', () =>
    asMeeraWithAccounts({
      id: asha.id,
      verified: true,
      requestedRole: undefined,
      phone: invitation.phone,
    })(...team)
      .when(invite())
      .thenRefused('invited-member', 'phone'));
  test('to a number with a pending invitation is refused until that is cancelled or expired', () => {
    const secondInvitation = invite({ invitationId: secondInvitationId });
    const sent = {
      ...deepaIsInvited,
      data: { ...deepaIsInvited.data, invitationId: secondInvitationId },
    };
    asMeera(...team, deepaIsInvited)
      .when(secondInvitation)
      .thenRefused('invitation-pending', 'phone');
    asMeera(...team, deepaIsInvited, invitationCancelled)
      .when(secondInvitation)
      .then(sent);
    asMeeraAt('2026-11-28T09:30:00.000Z')(...team, deepaIsInvited)
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
    const sentAndCancelled = Array.from({ length: max }, (_, index): OrganizationEvent[] => {
      const invitationId = `0190a6c2-0000-7000-9000-${String(index).padStart(12, '0')}`;
      return [
        {
          type: 'MemberInvited',
          data: { ...deepaIsInvited.data, invitationId, phone: phoneAt(index) },
        },
        { type: 'InvitationCancelled', data: { invitationId } },
      ];
    }).flat();
    asMeera(...team, ...sentAndCancelled)
      .when(invite())
      .thenRefused(code, 'phone');
    asMeera(...team, ...sentAndCancelled.slice(2))
      .when(invite())
      .then(deepaIsInvited);
    asMeeraAt('2026-11-22T09:30:00.000Z')(...team, ...sentAndCancelled)
      .when(invite())
      .then({
        ...deepaIsInvited,
        data: { ...deepaIsInvited.data, expiresAt: '2026-11-29T09:30:00.000Z' },
      });
  });
  test('is cancelled', () =>
    asMeera(...team, deepaIsInvited)
      .when(cancel)
      .then(invitationCancelled));
  test('is cancelled only once', () =>
    asMeera(...team, deepaIsInvited, invitationCancelled)
      .when(cancel)
      .thenNothing());
  test('that was accepted cannot be cancelled', () =>
    asMeera(...team, deepaIsInvited, invitationAccepted)
      .when(cancel)
      .thenRefused('invitation-accepted', 'invitationId'));
  test('that was never sent is not found', () =>
    asMeera(...team)
      .when(cancel)
      .thenRefused('invitation-not-found', 'invitationId'));

  describe('an invitation at the time of joining', () => {
    const asDeepa = asAccount(stranger, { phone: invitation.phone, requestedRole: 'admin' });
    const invitedJoins: OrganizationEvent = {
      type: 'MemberJoined',
      data: { memberId: stranger, role: 'finance', via: 'invitation' },
    };
    const joinsByCode: OrganizationEvent = {
      type: 'MemberJoined',
      data: { memberId: stranger, role: 'sales', via: 'code' },
    };

    test('gives its role to its verified number, whatever was requested', () =>
      asDeepa(founded, meeraFounds, deepaIsInvited)
        .when(join())
        .then(invitedJoins, invitationAccepted));
    test('gives nothing to another number', () =>
      asAccount(stranger, { phone: '+919822041737' })(founded, meeraFounds, deepaIsInvited)
        .when(join())
        .then(joinsByCode));
    test('gives nothing to an unverified number', () =>
      asAccount(stranger)(founded, meeraFounds, deepaIsInvited).when(join()).then(joinsByCode));
    test('gives nothing once cancelled or expired', () => {
      asAccount(stranger, { phone: invitation.phone })(
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
      const invitedBefore = [
        founded,
        meeraFounds,
        deepaIsInvited,
        invitedJoins,
        invitationAccepted,
      ];
      const removed: OrganizationEvent = {
        type: 'MemberRemoved',
        data: { memberId: stranger, leadsTo: meera.id },
      };
      asDeepa(...invitedBefore, removed)
        .when(join())
        .thenRefused('member-removed', 'inviteCode');
      const invitedAgain = {
        ...deepaIsInvited,
        data: { ...deepaIsInvited.data, invitationId: secondInvitationId },
      };
      asDeepa(...invitedBefore, removed, invitedAgain)
        .when(join())
        .then(invitedJoins, {
          type: 'InvitationAccepted',
          data: { invitationId: secondInvitationId, memberId: stranger, locationId },
        });
    });
    test('admits by every code that was current since it was sent', () => {
      const history = [founded, meeraFounds, deepaIsInvited, rotated, rotatedToGeneratedCode];
      asDeepa(...history).holds(
        'sharmasolar400000',
        generatedCode('0123456789abcdef0123456789abcdef'),
        inviteCode,
        'ZZ00AA11',
        meera.id,
      );
      for (const code of [inviteCode, 'ZZ00AA11'])
        asDeepa(...history)
          .when(join(code))
          .then(invitedJoins, invitationAccepted);
    });
    test('keeps the codes that were rotated since it was sent claimed only while it is pending', () => {
      const atExpiry = deepaIsInvited.data.expiresAt;
      const invitedAgain = {
        ...deepaIsInvited,
        data: { ...deepaIsInvited.data, invitationId: secondInvitationId },
      };
      const invitedLater = {
        ...invitedAgain,
        data: { ...invitedAgain.data, expiresAt: '2026-12-05T09:30:00.000Z' },
      };
      const history = [founded, meeraFounds, deepaIsInvited, rotated];
      const formerCodes = [inviteCode];
      const expectedClaims = (codes: readonly string[]) => [
        'sharmasolar400000',
        'ZZ00AA11',
        ...codes,
        meera.id,
      ];
      // The rotated code is released at the expiry or with the cancellation.
      asMeeraAt('2026-11-28T09:29:59.999Z')(...history).holds(...expectedClaims(formerCodes));
      asMeeraAt(atExpiry)(...history).holds(...expectedClaims([]));
      asMeera(...history, invitationCancelled).holds(...expectedClaims([]));
      // A second pending invitation still needs the rotated code.
      asMeera(...history, invitedAgain, invitationCancelled).holds(...expectedClaims(formerCodes));
      // An invitation that is sent when the first has expired does not admit by the rotated code.
      asMeeraAt(atExpiry)(...history, invitedLater).holds(...expectedClaims([]));
      specify(organizationAggregate, {
        ...actingAs(stranger, { phone: invitation.phone }),
        now: atExpiry,
      })(...history, invitedLater)
        .when(join())
        .thenRefused('invite-code-unknown', 'inviteCode');
    });
    test('admits by a rotated code only its own number, while pending, if sent before the rotation', () => {
      asAccount(ravi.id, { phone: '+919822041737' })(
        ...team,
        deepaIsInvited,
        raviIsRemoved,
        rotated,
      )
        .when(join())
        .thenRefused('invite-code-unknown', 'inviteCode');
      asDeepa(founded, meeraFounds, deepaIsInvited, invitationCancelled, rotated)
        .when(join())
        .thenRefused('invite-code-unknown', 'inviteCode');
      asDeepa(founded, meeraFounds, rotated, deepaIsInvited)
        .when(join())
        .thenRefused('invite-code-unknown', 'inviteCode');
    });
  });
});

describe('a role', () => {
  test('is changed by an admin', () =>
    asMeera(...team)
      .when(changeRole(asha.id, 'admin'))
      .then(ashaIsPromoted));
  test('that is set already does not change', () =>
    asMeera(...team)
      .when(changeRole(asha.id, 'sales'))
      .thenNothing());
  test('cannot be changed by its own member', () =>
    asMeera(...team)
      .when(changeRole(meera.id, 'sales'))
      .thenRefused('not-on-oneself', 'memberId'));
  test('is not given to a stranger', () =>
    asMeera(...team)
      .when(changeRole(stranger, 'admin'))
      .thenRefused('unknown-reference', 'memberId'));
  test('cannot be changed by a member with an unverified number', () =>
    asUnverifiedMeera(...team)
      .when(changeRole(asha.id, 'admin'))
      .thenRefused('verification-needed'));
});

describe('a member', () => {
  test('who is removed leaves their leads to the acting admin, and the code is rotated', () =>
    asMeera(...team)
      .when(remove(ravi.id))
      .then(raviIsRemoved, rotatedToGeneratedCode));
  test('cannot be removed by a member with an unverified number, because that rotates the code', () =>
    asUnverifiedMeera(...team)
      .when(remove(ravi.id))
      .thenRefused('verification-needed'));
  test('who is removed leaves their leads to the chosen member', () =>
    asMeera(...team)
      .when(remove(ravi.id, asha.id))
      .then(
        { type: 'MemberRemoved', data: { memberId: ravi.id, leadsTo: asha.id } },
        rotatedToGeneratedCode,
      ));
  test('who is removed cannot keep their leads', () =>
    asMeera(...team)
      .when(remove(ravi.id, ravi.id))
      .thenRefused('unknown-reference', 'leadsTo'));
  test('who is removed cannot leave their leads to a stranger', () =>
    asMeera(...team)
      .when(remove(ravi.id, stranger))
      .thenRefused('unknown-reference', 'leadsTo'));
  test('cannot remove themselves', () =>
    asMeera(...team)
      .when(remove(meera.id))
      .thenRefused('not-on-oneself', 'memberId'));
  test('who does not exist cannot be removed', () =>
    asMeera(founded, meeraFounds)
      .when(remove(ravi.id))
      .thenRefused('unknown-reference', 'memberId'));
  test('who leaves passes their leads to the longest-serving admin', () =>
    asAccount(ravi.id)(...team, ashaIsPromoted)
      .when(leave)
      .then(raviLeaves));
  test('who is the last admin cannot leave', () =>
    asMeera(...team)
      .when(leave)
      .thenRefused('last-admin'));
  test('who was an admin passes leads to another one, and the end of that role is recorded', () =>
    asMeera(...team, ashaIsPromoted)
      .when(leave)
      .then({
        type: 'MemberLeft',
        data: { memberId: meera.id, leadsTo: asha.id, adminUntil: '2026-11-21T09:30:00.000Z' },
      }));
  test('who left cannot leave again', () =>
    asAccount(ravi.id)(...team, raviLeaves)
      .when(leave)
      .thenRefused('organization-not-found'));
  test('who was just removed cannot remove anyone', () =>
    asAccount(asha.id)(...team, ashaIsPromoted, {
      type: 'MemberRemoved',
      data: { memberId: asha.id, leadsTo: meera.id },
    })
      .when(remove(meera.id))
      .thenRefused('not-allowed'));
});

describe('the organization that other rules see', () => {
  const toOrganizationAfter = (...history: OrganizationEvent[]) =>
    toOrganization(
      organizationId,
      history.reduce(organizationAggregate.evolve, organizationAggregate.initialState),
    );

  test('has its time zone, locations and members with roles', () =>
    expect(
      toOrganizationAfter(
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
      expect(toOrganizationAfter(...team, ashaIsPromoted, end)!.formerAdmins).toEqual(
        new Map([[asha.id, adminUntil]]),
      );
  });
  test('is undefined for an unknown organization', () =>
    expect(toOrganizationAfter()).toBeUndefined());
});

describe('an erasure of an invitation', () => {
  const erase = { type: 'EraseInvitation', data: invitationErased.data } as OrganizationCommand;

  test('cancels it while it is open', () =>
    asMeera(...team, deepaIsInvited)
      .when(erase)
      .then(invitationCancelled, invitationErased));
  test('is recorded once, in any state', () => {
    for (const settled of [invitationAccepted, invitationCancelled])
      asMeera(...team, deepaIsInvited, settled)
        .when(erase)
        .then(invitationErased);
    asMeera(...team, deepaIsInvited, invitationCancelled, invitationErased)
      .when(erase)
      .thenNothing();
  });
  test('is recorded for an expired one that is no longer listed, since a later one was sent', () => {
    const laterInvitation: OrganizationEvent = {
      ...deepaIsInvited,
      data: {
        ...deepaIsInvited.data,
        invitationId: 'later',
        expiresAt: '2027-01-28T09:30:00.000Z',
      },
    };
    asMeera(...team, deepaIsInvited, laterInvitation)
      .when(erase)
      .then(invitationErased);
  });
  test('needs an invitation', () =>
    asMeera(...team)
      .when(erase)
      .thenRefused('invitation-not-found', 'invitationId'));
  test('leaves no name, and no number by which somebody could join', () =>
    asAccount(stranger, { phone: deepaIsInvited.data.phone })(
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
