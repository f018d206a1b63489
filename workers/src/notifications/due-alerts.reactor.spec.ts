import type { Message } from '#domain/kernel/texts/message.js';
import { evolveLead, type Lead } from '#domain/leads/lead.js';
import type { LeadEvent } from '#domain/leads/lead.events.js';
import {
  asha,
  created,
  followUpId,
  leadId,
  lost,
  meera,
  organization,
  ravi,
  reassigned,
  scheduled,
} from '#domain/leads/lead.examples.js';
import { recorded } from '#platform/testing/recorded.js';
import { expect, test } from '@jest/globals';
import { DueAlertsOfChanges } from './due-alerts.reactor.js';

const leadStream = `lead-${organization.id}_${leadId}`;
/** `scheduled` is due on this day. Pune is five and a half hours ahead of UTC. */
const ONE_PM_IN_PUNE = '2026-11-24T07:30:00.000Z';
const BEFORE_EIGHT_IN_PUNE = '2026-11-24T02:29:00.000Z';
const reopened: LeadEvent = { type: 'LeadStatusChanged', data: { from: 'Lost', to: 'New' } };

const createReactorOn = (state: Lead, now: string) =>
  new DueAlertsOfChanges(
    { load: async () => ({ state }) } as never,
    { load: async () => ({ asOf: () => ({ details: organization }) }) } as never,
    {
      now: () => now,
    } as never,
  );

/** Alerts of a lead's last event, captured today. */
const findAlerts = (now: string, ...events: readonly LeadEvent[]) =>
  findAlertsOfCapture(now.slice(0, 10), now, ...events);

/** Alerts of a lead's last event, captured on an earlier day and handled now. */
async function findAlertsOfCapture(
  capturedOn: string,
  now: string,
  ...events: readonly LeadEvent[]
) {
  const state = events.reduce(evolveLead, { phase: 'unknown' } as Lead);
  const history = recorded(
    ...events.map((event): readonly [string, Message] => [leadStream, event]),
  );
  const reactor = createReactorOn(state, now);
  const last = history.at(-1)!;
  const { commands = [] } = await reactor.react({
    ...last,
    metadata: { ...last.metadata, on: capturedOn },
  } as never);
  return commands.map(
    ({ command }) =>
      command.data as { readonly memberId: string; readonly about: object; readonly on: string },
  );
}

test('a follow-up planned after eight for the same day alerts at once', async () => {
  const about = { kind: 'follow-up-due', leadId, followUpId, dueOn: '2026-11-24' };
  expect(await findAlerts(ONE_PM_IN_PUNE, created, scheduled)).toMatchObject([
    { memberId: asha.id, about, on: '2026-11-24' },
  ]);
});

test('a follow-up planned for a later day, or before eight, is left to the morning round', async () => {
  expect(await findAlerts('2026-11-23T07:30:00.000Z', created, scheduled)).toEqual([]);
  expect(await findAlerts(BEFORE_EIGHT_IN_PUNE, created, scheduled)).toEqual([]);
});

test('a new owner is alerted to due and overdue follow-ups, because the round alerted the former owner', async () => {
  expect(await findAlerts(ONE_PM_IN_PUNE, created, scheduled, reassigned)).toMatchObject([
    { memberId: ravi.id, about: { kind: 'follow-up-due' } },
  ]);
  expect(
    await findAlerts('2026-11-25T07:30:00.000Z', created, scheduled, reassigned),
  ).toMatchObject([{ memberId: ravi.id, about: { kind: 'follow-up-overdue' } }]);
  expect(await findAlerts('2026-12-02T07:30:00.000Z', created, scheduled, reassigned)).toEqual([]);
});

test('a past follow-up that is sent late alerts nobody, because its completion may follow', async () => {
  const overdue: LeadEvent = {
    ...scheduled,
    data: { ...scheduled.data, dueOn: '2026-11-23' },
  } as LeadEvent;
  expect(await findAlerts(ONE_PM_IN_PUNE, created, overdue)).toEqual([]);
});

test('a follow-up captured offline and sent after the morning of its day alerts', async () => {
  for (const laterEvents of [[scheduled], [scheduled, reassigned], [scheduled, lost, reopened]])
    expect(
      await findAlertsOfCapture('2026-11-23', ONE_PM_IN_PUNE, created, ...laterEvents),
    ).toMatchObject([{ about: { kind: 'follow-up-due', followUpId }, on: '2026-11-24' }]);
});

test('a follow-up captured offline and completed in the same upload alerts nobody', async () => {
  const state = [
    created,
    scheduled,
    { type: 'FollowUpCompleted', data: { followUpId } } as LeadEvent,
  ].reduce(evolveLead, {
    phase: 'unknown',
  } as Lead);
  const [event] = recorded([leadStream, scheduled]);
  expect(await createReactorOn(state, ONE_PM_IN_PUNE).react(event as never)).toEqual({
    commands: [],
  });
});

test('a follow-up of a finished lead alerts nobody, until the lead is reopened', async () => {
  expect(await findAlerts(ONE_PM_IN_PUNE, created, scheduled, lost, reassigned)).toEqual([]);
  expect(await findAlerts(ONE_PM_IN_PUNE, created, scheduled, lost, reopened)).toMatchObject([
    { memberId: asha.id },
  ]);
});

test('a closed follow-up, or one of a deleted lead, alerts nobody', async () => {
  expect(
    await findAlerts(
      ONE_PM_IN_PUNE,
      created,
      scheduled,
      { type: 'FollowUpCompleted', data: { followUpId } },
      reassigned,
    ),
  ).toEqual([]);
  expect(
    await findAlerts(ONE_PM_IN_PUNE, created, { type: 'LeadDeleted', data: {} }, reassigned),
  ).toEqual([]);
});

test('the alert names the member who caused it', async () => {
  const [event] = recorded([leadStream, { ...scheduled }]);
  const state = [created, scheduled].reduce(evolveLead, { phase: 'unknown' } as Lead);
  const { commands = [] } = await createReactorOn(state, ONE_PM_IN_PUNE).react({
    ...event,
    metadata: { ...event!.metadata, on: '2026-11-24', actorId: meera.id },
  } as never);
  expect(commands).toMatchObject([{ actorId: meera.id, organizationId: organization.id }]);
});
