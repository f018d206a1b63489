import type {
  Invitations,
  OrganizationShown,
  Team,
} from '#domain/organizations/organization.views.js';
import type { InvitationRead } from '#domain/accounts/account.views.js';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { v7 as newId } from 'uuid';
import { renderScene } from '#backend/demo/pictures.js';
import { InProcessProduct, days, minutes } from '../product/in-process.js';
import {
  Person,
  Refused,
  foundOrganization,
  joinOrganization,
  newPhone,
  signUp,
  createTeam,
} from '../product/person.js';
import { until } from '../product/until.js';

let product: InProcessProduct;
beforeAll(async () => {
  product = await InProcessProduct.start();
});
afterAll(() => product.dispose());

const invite = async (admin: Person, phone: string, more: object = {}) => {
  const invitationId = newId();
  await admin.send('InviteMember', { invitationId, name: 'Deepa Nair', phone, ...more });
  return invitationId;
};
const readStatus = async (admin: Person, invitationId: string) =>
  (await admin.get<Invitations>('/api/team/invitations')).items.find(
    (invitation) => invitation.invitationId === invitationId,
  )?.status;
/** Status of an invitation, as the admin sees it after the other person's commands. */
const statusAfter = (other: Person, admin: Person, invitationId: string) =>
  readStatus(admin.afterCommandsOf(other), invitationId);
const messagesTo = (phone: string) =>
  product.parts.devInbox.newestFirst().filter(({ to, code }) => to === phone && code === undefined);
const readLocations = async (person: Person) =>
  (await person.get<OrganizationShown>('/api/organization')).locations;

describe('an invitation', () => {
  test('is sent to its number by WhatsApp once, with a link that prefills the sign-up', async () => {
    const { admin, inviteCode } = await createTeam(product);
    const phone = newPhone();
    await invite(admin, phone.slice(3), { role: 'finance' });
    const { text } = await until(() => Promise.resolve(messagesTo(phone)[0]));
    const link = new URL(/http\S+/.exec(text)![0]);
    expect(link.pathname).toBe('/signup');
    expect(Object.fromEntries(link.searchParams)).toEqual({
      invite: inviteCode,
      phone,
      role: 'finance',
      name: 'Deepa Nair',
    });
    expect(messagesTo(phone)).toHaveLength(1);
  });

  test('admits by its link, even after the code was rotated', async () => {
    const { admin, inviteCode } = await createTeam(product);
    const phone = newPhone();
    await invite(admin, phone, { role: 'finance' });
    await admin.send('RotateInviteCode', {});
    const deepa = await new Person(product, 'Deepa', phone).signUp({ inviteCode });
    expect(await deepa.readMe()).toMatchObject({ role: 'finance' });
  });

  test('is accepted when its number is verified in any spelling, and gives the role', async () => {
    const { admin, inviteCode } = await createTeam(product);
    const phone = newPhone();
    const locationId = newId();
    await admin.send('AddLocation', { locationId, name: 'Baner store', city: 'Pune' });
    const invitationId = await invite(admin, ` 0${phone.slice(3, 8)} ${phone.slice(8)}`, {
      role: 'finance',
      locationId,
    });
    const deepa = new Person(product, 'Deepa', phone);
    const challenge = await deepa.post<{ challengeId: string }>('/api/auth/sign-up', {
      accountId: deepa.id,
      name: 'Deepa',
      phone: `91 ${phone.slice(3, 8)}-${phone.slice(8)}`,
      role: 'admin',
      inviteCode,
    });
    await deepa.post('/api/auth/verify', {
      challengeId: challenge.challengeId,
      code: await product.waitForCode(phone),
    });
    expect(await deepa.readMe()).toMatchObject({ role: 'finance' });
    expect(await until(async () => (await readStatus(admin, invitationId)) === 'accepted')).toBe(
      true,
    );
    const { members } = await admin.get<Team>('/api/team');
    const deepaInTeam = members.find(({ memberId }) => memberId === deepa.id);
    expect(deepaInTeam).toMatchObject({ role: 'finance', phone });
    expect(deepaInTeam).not.toHaveProperty('requestedRole');
    const isAssigned = async () =>
      (await product.parts.log.read(`account-${deepa.id}`)).some(
        ({ type }) => type === 'LocationAssigned',
      );
    await until(isAssigned);
    await expect(admin.send('RemoveLocation', { locationId })).rejects.toMatchObject({
      problem: { code: 'location-in-use' },
    });
  });

  test('shows inviter, organization and role to the invited number, and only the organization to others', async () => {
    const { admin, inviteCode } = await createTeam(product);
    const phone = newPhone();
    const invitationId = await invite(admin, phone, { role: 'finance' });
    const stranger = new Person(product, 'Stranger', newPhone());
    const read = (form: object) => stranger.post<InvitationRead>('/api/auth/read-invitation', form);
    const invitation = { inviteCode: inviteCode.toLowerCase(), phone: phone.slice(3) };
    // Requests without a session do not wait for a command, so this polls.
    await until(async () => 'role' in (await read(invitation)));
    expect(await read(invitation)).toEqual({
      organization: 'Sharma Solar',
      invitedBy: 'Meera Sharma',
      role: 'finance',
    });
    expect(await read({ inviteCode, phone: stranger.phone })).toEqual({
      organization: 'Sharma Solar',
    });
    const isUnknown = async (form: object) =>
      (await read(form).catch((error: unknown) => error as Refused)) instanceof Refused;
    await admin.send('RotateInviteCode', {});
    await until(() => isUnknown({ inviteCode }));
    expect(await read({ inviteCode, phone })).toMatchObject({ role: 'finance' });
    await admin.send('CancelInvitation', { invitationId });
    await until(() => isUnknown({ inviteCode, phone }));
    await expect(read({ inviteCode: 'NOBODYS1' })).rejects.toMatchObject({
      problem: { status: 404, code: 'invite-code-unknown' },
    });
  });

  test('shows nothing while no admin of its organization is verified', async () => {
    const founder = await new Person(product, 'Asha', newPhone()).signUp({ verify: false });
    const { inviteCode } = await foundOrganization(founder);
    const stranger = new Person(product, 'Stranger', newPhone());
    await expect(stranger.post('/api/auth/read-invitation', { inviteCode })).rejects.toMatchObject({
      status: 404,
    });
  });

  test('is useless to a stranger with the link', async () => {
    const { admin, inviteCode } = await createTeam(product);
    const invitationId = await invite(admin, newPhone(), { role: 'admin' });
    const stranger = await signUp(product, 'Stranger');
    await joinOrganization(stranger, inviteCode);
    expect(await stranger.readMe()).toMatchObject({ role: 'sales' });
    expect(await statusAfter(stranger, admin, invitationId)).toBe('pending');
  });

  test('expires after seven days: its number then joins as sales', async () => {
    const { admin, inviteCode } = await createTeam(product);
    const phone = newPhone();
    const invitationId = await invite(admin, phone, { role: 'finance' });
    product.advanceClock(days(7) + minutes(1));
    expect(await readStatus(admin, invitationId)).toBe('expired');
    const deepa = await signUp(product, 'Deepa', phone);
    await joinOrganization(deepa, inviteCode);
    expect(await deepa.readMe()).toMatchObject({ role: 'sales' });
    expect(await statusAfter(deepa, admin, invitationId)).toBe('expired');
  });

  test('that was cancelled gives nothing', async () => {
    const { admin, inviteCode } = await createTeam(product);
    const phone = newPhone();
    const invitationId = await invite(admin, phone, { role: 'finance' });
    await admin.send('CancelInvitation', { invitationId });
    expect(await readStatus(admin, invitationId)).toBe('cancelled');
    const deepa = await signUp(product, 'Deepa', phone);
    await joinOrganization(deepa, inviteCode);
    expect(await deepa.readMe()).toMatchObject({ role: 'sales' });
  });

  test('readmits a removed member, by its code', async () => {
    const { admin, reps } = await createTeam(product, 'Asha');
    const [asha] = reps;
    await admin.send('RemoveMember', { memberId: asha.id });
    const { organization } = await admin.readMe();
    await expect(joinOrganization(asha, organization!.inviteCode)).rejects.toMatchObject({
      problem: { code: 'member-removed' },
    });
    await invite(admin, asha.phone, { role: 'designer' });
    await joinOrganization(asha, organization!.inviteCode);
    expect(await asha.readMe()).toMatchObject({ role: 'designer' });
  });

  test('to a member, or to a number with a pending invitation, is refused', async () => {
    const { admin, reps } = await createTeam(product, 'Asha');
    await expect(invite(admin, reps[0].phone)).rejects.toMatchObject({
      problem: {
        code: 'invited-member',
        detail: 'This number belongs to a member of your organization.',
      },
    });
    const phone = newPhone();
    await invite(admin, phone);
    await expect(invite(admin, phone)).rejects.toMatchObject({
      problem: { code: 'invitation-pending' },
    });
  });

  test.each([
    [{ phone: '' }, { phone: 'Name and WhatsApp number are required' }],
    [{ name: ' ' }, { name: 'Name and WhatsApp number are required' }],
    [{ phone: '12345' }, { phone: 'Enter a 10-digit number; this one has 5' }],
    [{ role: 'owner' }, { role: expect.any(String) }],
  ])('with %j is refused with %j', async (mistake, fields) => {
    const { admin } = await createTeam(product);
    await expect(invite(admin, newPhone(), mistake)).rejects.toMatchObject({
      status: 400,
      problem: { fields },
    });
  });

  test('of another organization is not found', async () => {
    const [team, otherTeam] = [await createTeam(product), await createTeam(product)];
    const invitationId = await invite(team.admin, newPhone());
    await expect(otherTeam.admin.send('CancelInvitation', { invitationId })).rejects.toMatchObject({
      status: 404,
    });
    expect((await otherTeam.admin.get<Invitations>('/api/team/invitations')).items).toEqual([]);
  });
});

describe('invalid input is refused at its field with a message:', () => {
  test('blank names and codes', async () => {
    const { admin } = await createTeam(product);
    const newcomer = await signUp(product, 'Newcomer');
    const noLocation = 'Location name and city are required';
    for (const [person, command, data, fields] of [
      [
        admin,
        'AddLocation',
        { locationId: newId(), name: ' ', city: 'Pune' },
        { name: noLocation },
      ],
      [
        admin,
        'AddLocation',
        { locationId: newId(), name: 'Baner store', city: '' },
        { city: noLocation },
      ],
      [
        admin,
        'ChangeOrganizationDetails',
        { name: '  ' },
        { name: 'Please enter an organization name' },
      ],
      [
        newcomer,
        'FoundOrganization',
        { organizationId: newId(), name: '' },
        { name: 'Please enter an organization name' },
      ],
      [
        newcomer,
        'JoinOrganization',
        { inviteCode: ' ' },
        { inviteCode: 'Please enter an invite code' },
      ],
    ] as const)
      await expect(person.send(command, data)).rejects.toMatchObject({
        status: 400,
        problem: { fields },
      });
  });
});

test('the last admin can neither demote nor remove themselves, nor leave', async () => {
  const { admin } = await createTeam(product, 'Asha');
  for (const [command, data] of [
    ['ChangeMemberRole', { memberId: admin.id, role: 'sales' }],
    ['RemoveMember', { memberId: admin.id }],
  ] as const)
    await expect(admin.send(command, data)).rejects.toMatchObject({
      status: 409,
      problem: { code: 'not-on-oneself' },
    });
  await expect(admin.send('LeaveOrganization', {})).rejects.toMatchObject({
    status: 409,
    problem: { code: 'last-admin' },
  });
  expect(await admin.readMe()).toMatchObject({ role: 'admin' });
});

test('a removal or a changed role counts with the next request', async () => {
  const { admin, reps } = await createTeam(product, 'Asha', 'Ravi');
  const [asha, ravi] = reps;
  const readStatusOfNext = async (person: Person, path: string) =>
    (await person.request('GET', path)).status;
  expect([
    await readStatusOfNext(asha, '/api/leads'),
    await readStatusOfNext(ravi, '/api/bill-totals'),
  ]).toEqual([200, 403]);
  await admin.send('RemoveMember', { memberId: asha.id });
  expect(await readStatusOfNext(asha, '/api/leads')).toBe(403);
  await expect(
    asha.send('SubmitBill', {
      billId: newId(),
      type: 'Fuel',
      amountPaise: 100,
      spentOn: '2026-01-02',
    }),
  ).rejects.toMatchObject({
    status: 403,
  });
  await admin.send('ChangeMemberRole', { memberId: ravi.id, role: 'finance' });
  expect(await readStatusOfNext(ravi, '/api/bill-totals')).toBe(200);
});

test('a requested role is shown to admins until it is given, and numbers only to admins', async () => {
  const { admin, reps, inviteCode } = await createTeam(product, 'Asha');
  const ravi = new Person(product, 'Ravi', newPhone());
  await ravi.signUp({ role: 'designer', inviteCode });
  const findMemberSeenBy = async (person: Person) =>
    (await person.get<Team>('/api/team')).members.find(({ memberId }) => memberId === ravi.id);
  expect(await until(async () => (await findMemberSeenBy(admin))?.requestedRole)).toBe('designer');
  const shownMember = await findMemberSeenBy(reps[0].afterCommandsOf(admin));
  expect(shownMember).toMatchObject({ role: 'sales' });
  expect(shownMember).not.toHaveProperty('phone');
  expect(shownMember).not.toHaveProperty('requestedRole');
  await admin.send('ChangeMemberRole', { memberId: ravi.id, role: 'designer' });
  expect(await findMemberSeenBy(admin)).toMatchObject({ role: 'designer' });
  expect(await findMemberSeenBy(admin)).not.toHaveProperty('requestedRole');
});

test('a member’s location cannot be removed until they have another one', async () => {
  const { admin, reps } = await createTeam(product, 'Asha');
  const locationId = newId();
  await admin.send('AddLocation', { locationId, name: 'Baner store', city: 'Pune' });
  await reps[0].send('ChangeProfile', { name: 'Asha', locationId });
  await expect(admin.send('RemoveLocation', { locationId })).rejects.toMatchObject({
    status: 409,
    problem: {
      detail:
        'A member or a pending invitation has this location. Choose another one for them first.',
    },
  });
  await reps[0].send('ChangeProfile', { name: 'Asha', locationId: null });
  await admin.send('RemoveLocation', { locationId });
  expect(await readLocations(admin)).toEqual([]);
});

test('locations are listed by name, for every member', async () => {
  const { admin, reps } = await createTeam(product, 'Asha');
  for (const name of ['Wakad', 'Baner'])
    await admin.send('AddLocation', { locationId: newId(), name, city: 'Pune' });
  expect((await readLocations(reps[0].afterCommandsOf(admin))).map(({ name }) => name)).toEqual([
    'Baner',
    'Wakad',
  ]);
});

test('a logo is visible to every member, and to nobody else', async () => {
  const { admin, reps } = await createTeam(product, 'Asha');
  const { fileId } = await admin.upload(
    new Uint8Array((await renderScene(1)).content),
    'logo.jpg',
    'image/jpeg',
  );
  await admin.send('ChangeOrganizationDetails', { logoFileId: fileId });
  const requestFile = (person: Person) => person.request('GET', `/api/files/${fileId}`);
  await until(async () => (await requestFile(reps[0])).status === 200);
  const stranger = await signUp(product, 'Stranger');
  await foundOrganization(stranger, 'Another');
  expect((await requestFile(stranger)).status).toBe(404);
});
