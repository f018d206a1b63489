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

const lead = `lead-${organization.id}_${leadId}`;
/** `scheduled` is due on the 24th; half past seven of UTC is one o'clock in Pune. */
const afternoon = '2026-11-24T07:30:00.000Z';
const early = '2026-11-24T02:29:00.000Z';
const reopened: LeadEvent = { type: 'LeadStatusChanged', data: { from: 'Lost', to: 'New' } };

const createReactorOn = (state: Lead, now: string) =>
  new DueAlertsOfChanges(
    { load: async () => ({ state }) } as never,
    { load: async () => ({ asOf: () => ({ details: organization }) }) } as never,
    {
      now: () => now,
    } as never,
  );

/** Runs the reactor on a lead's last event, captured today, and returns the alerts. */
const findAlerts = (now: string, ...events: readonly LeadEvent[]) =>
  findAlertsOn(now.slice(0, 10), now, ...events);

/** Runs the reactor on a lead's last event, captured on the day `on`, and returns the alerts. */
async function findAlertsOn(on: string, now: string, ...events: readonly LeadEvent[]) {
  const state = events.reduce(evolveLead, { phase: 'unknown' } as Lead);
  const history = recorded(...events.map((event): readonly [string, Message] => [lead, event]));
  const reactor = createReactorOn(state, now);
  const last = history.at(-1)!;
  const { commands = [] } = await reactor.react({
    ...last,
    metadata: { ...last.metadata, on },
  } as never);
  return commands.map(
    ({ command }) =>
      command.data as { readonly memberId: string; readonly about: object; readonly on: string },
  );
}

test('a follow-up planned for the same day after its morning alerts at once', async () => {
  const about = { kind: 'follow-up-due', leadId, followUpId, dueOn: '2026-11-24' };
  expect(await findAlerts(afternoon, created, scheduled)).toMatchObject([
    { memberId: asha.id, about, on: '2026-11-24' },
  ]);
});

test('a follow-up planned for another day, or before eight, is left to that morning', async () => {
  expect(await findAlerts('2026-11-23T07:30:00.000Z', created, scheduled)).toEqual([]);
  expect(await findAlerts(early, created, scheduled)).toEqual([]);
});

test('a new owner is alerted to due and overdue follow-ups, because the round alerted the former owner', async () => {
  expect(await findAlerts(afternoon, created, scheduled, reassigned)).toMatchObject([
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
  expect(await findAlerts(afternoon, created, overdue)).toEqual([]);
});

test('a follow-up captured offline and sent after the morning of its day alerts', async () => {
  for (const laterEvents of [[scheduled], [scheduled, reassigned], [scheduled, lost, reopened]])
    expect(await findAlertsOn('2026-11-23', afternoon, created, ...laterEvents)).toMatchObject([
      { about: { kind: 'follow-up-due', followUpId }, on: '2026-11-24' },
    ]);
});

test('a follow-up captured offline and completed in the same upload alerts nobody', async () => {
  const state = [
    created,
    scheduled,
    { type: 'FollowUpCompleted', data: { followUpId } } as LeadEvent,
  ].reduce(evolveLead, {
    phase: 'unknown',
  } as Lead);
  const [event] = recorded([lead, scheduled]);
  expect(await createReactorOn(state, afternoon).react(event as never)).toEqual({ commands: [] });
});

test('a follow-up of a finished lead alerts nobody, until the lead is reopened', async () => {
  expect(await findAlerts(afternoon, created, scheduled, lost, reassigned)).toEqual([]);
  expect(await findAlerts(afternoon, created, scheduled, lost, reopened)).toMatchObject([
    { memberId: asha.id },
  ]);
});

test('a closed follow-up, or one of a deleted lead, alerts nobody', async () => {
  expect(
    await findAlerts(
      afternoon,
      created,
      scheduled,
      { type: 'FollowUpCompleted', data: { followUpId } },
      reassigned,
    ),
  ).toEqual([]);
  expect(
    await findAlerts(afternoon, created, { type: 'LeadDeleted', data: {} }, reassigned),
  ).toEqual([]);
});

test('the alert names the member who caused it', async () => {
  const [event] = recorded([lead, { ...scheduled }]);
  const state = [created, scheduled].reduce(evolveLead, { phase: 'unknown' } as Lead);
  const { commands = [] } = await createReactorOn(state, afternoon).react({
    ...event,
    metadata: { ...event!.metadata, on: '2026-11-24', actorId: meera.id },
  } as never);
  expect(commands).toMatchObject([{ actorId: meera.id, organizationId: organization.id }]);
});
