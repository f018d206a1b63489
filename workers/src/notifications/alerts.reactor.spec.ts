import { approved, billId, rejected, submitted } from '#domain/bills/bill.examples.js';
import type { Message } from '#domain/kernel/texts/message.js';
import type { Member } from '#domain/kernel/policy.js';
import {
  asha,
  created,
  leadId,
  meera,
  organization,
  ravi,
  reassigned,
  requested,
  stranger,
} from '#domain/leads/lead.examples.js';
import { recorded } from '#platform/testing/recorded.js';
import { describe, expect, test } from '@jest/globals';
import { AlertsOfEvents } from './alerts.reactor.js';

const lead = `lead-${organization.id}_${leadId}`;
const organizationStream = `organization-${organization.id}`;
const eventId = '0190a6c2-5f1e-7c3a-9b1d-2f6f0d5e8c01';

/** Returns the commands that raise alerts of an event that a member caused. */
async function findAlertCommands(
  actor: Pick<Member, 'id'>,
  stream: string,
  event: Message,
  {
    now = '2026-11-21T09:30:01.000Z',
    members = organization.members,
    earlierEvents = [] as readonly Message[],
  } = {},
) {
  const history = recorded(...[...earlierEvents, event].map((each) => [stream, each] as const));
  const { metadata, ...lastEvent } = history.at(-1)!;
  const log = { read: async () => history } as never;
  const folded = {
    load: async () => ({ state: { phase: 'known', submitted: { submittedBy: asha.id } } }),
  } as never;
  const organizations = { load: async () => ({ asOf: () => ({ members }) }) } as never;
  const reactor = new AlertsOfEvents(log, folded, organizations, { now: () => now } as never);
  const { commands = [] } = await reactor.react({
    ...lastEvent,
    metadata: { ...metadata, eventId, actorId: actor.id },
  } as never);
  return commands;
}
const findAlerts = async (...parameters: Parameters<typeof findAlertCommands>) =>
  (await findAlertCommands(...parameters)).map(
    ({ command: { data } }) =>
      data as { readonly memberId: string; readonly alertId: string; readonly about: object },
  );

describe('a lead', () => {
  test('that is assigned by someone else alerts its new owner', async () => {
    expect(await findAlertCommands(meera, lead, created)).toMatchObject([
      {
        command: {
          type: 'RaiseAlert',
          data: {
            memberId: asha.id,
            on: '2026-11-21',
            type: 'lead',
            about: { kind: 'lead-assigned', leadId },
            happenedAt: '2026-11-21T09:30:00.000Z',
          },
        },
        actorId: meera.id,
        organizationId: organization.id,
      },
    ]);
    expect(await findAlerts(meera, lead, reassigned)).toMatchObject([
      { memberId: ravi.id, about: { leadId } },
    ]);
  });

  test('that members assign to themselves alerts nobody', async () => {
    expect(await findAlerts(asha, lead, created)).toEqual([]);
    expect(await findAlerts(ravi, lead, reassigned)).toEqual([]);
  });

  test('that is assigned to a departed member alerts nobody', async () =>
    expect(
      await findAlerts(meera, lead, created, {
        members: new Map([[meera.id, 'admin' as const]]),
      }),
    ).toEqual([]));
});

describe('an admin', () => {
  test('is alerted to a quotation request with its lead', async () =>
    expect(await findAlerts(asha, lead, requested)).toMatchObject([
      { memberId: meera.id, about: { kind: 'quote-requested', leadId } },
    ]));

  test('is alerted once a day to quotation requests for a lead', async () => {
    const ids = [];
    for (const asker of [asha, asha, ravi])
      ids.push((await findAlerts(asker, lead, requested))[0]!.alertId);
    expect(ids[1]).toBe(ids[0]);
    expect(ids[2]).not.toBe(ids[0]);
  });

  test('is alerted to new members and requested roles', async () => {
    const joined = {
      type: 'MemberJoined',
      data: { memberId: ravi.id, role: 'sales', via: 'code' },
    };
    const roleRequested = { type: 'RoleRequested', data: { memberId: ravi.id, role: 'finance' } };
    expect(await findAlerts(ravi, organizationStream, joined)).toMatchObject([
      { memberId: meera.id, about: { kind: 'member-joined', memberId: ravi.id } },
    ]);
    expect(await findAlerts(ravi, organizationStream, roleRequested)).toMatchObject([
      { memberId: meera.id, about: { kind: 'role-requested', memberId: ravi.id } },
    ]);
  });

  test('is not alerted to their own actions; other admins are', async () => {
    const members = new Map(organization.members).set(stranger, 'admin');
    expect(
      (await findAlerts(meera, lead, requested, { members })).map(({ memberId }) => memberId),
    ).toEqual([stranger]);
  });
});

describe('a bill', () => {
  const bill = `bill-${organization.id}_${billId}`;

  test('alerts the members who decide on it', async () =>
    expect(await findAlerts(asha, bill, submitted)).toMatchObject([
      { memberId: meera.id, about: { kind: 'bill-submitted', billId } },
    ]));
  test('alerts its submitter after a decision', async () => {
    expect(await findAlerts(meera, bill, approved)).toMatchObject([
      { memberId: asha.id, about: { kind: 'bill-approved', billId } },
    ]);
    expect(await findAlerts(meera, bill, rejected)).toMatchObject([
      { memberId: asha.id, about: { kind: 'bill-rejected', billId } },
    ]);
  });
});

describe('an offer', () => {
  const offerId = '0190a6c2-5f1e-7c3a-9b1d-2f6f0d5e8d01';
  const offer = `offer-${organization.id}_${offerId}`;
  const added = (isActive?: boolean) => ({ type: 'OfferAdded', data: { isActive } });
  const activated = { type: 'OfferActivated', data: {} };
  const paused = { type: 'OfferDeactivated', data: {} };

  test.each([true, undefined])(
    'that can be shared alerts everybody else (isActive: %s)',
    async (isActive) =>
      expect(
        (await findAlerts(meera, offer, added(isActive))).map(({ memberId }) => memberId),
      ).toEqual([asha.id, ravi.id]),
  );
  test('that is not active yet alerts once it is, under the same id', async () => {
    expect(await findAlerts(meera, offer, added(false))).toEqual([]);
    const findIds = async (event: Message, ...earlierEvents: Message[]) =>
      (await findAlerts(meera, offer, event, { earlierEvents })).map(({ alertId }) => alertId);
    expect(await findIds(activated, added(false))).toEqual(await findIds(added(true)));
  });
  test('that was paused and resumed is not new', async () => {
    for (const earlierEvents of [
      [added(true), paused],
      [added(), paused],
      [added(false), activated, paused],
    ])
      expect(await findAlerts(meera, offer, activated, { earlierEvents })).toEqual([]);
  });
});

test('alerts of a repeated event have the same ids', async () =>
  expect(await findAlerts(meera, lead, created)).toEqual(await findAlerts(meera, lead, created)));

test('events of more than a week ago cause no alerts', async () =>
  expect(await findAlerts(meera, lead, created, { now: '2026-11-28T09:30:00.001Z' })).toEqual([]));
