import { dayAfter, dayIn, wallClockIn } from '#domain/kernel/values/days.js';
import { organization } from '#domain/leads/lead.examples.js';
import { alertsAggregate } from '#domain/notifications/alerts.aggregate.js';
import { alertsCommands } from '#domain/notifications/alerts.commands.js';
import type { Message } from '#domain/kernel/texts/message.js';
import type { Lead } from '#domain/leads/lead.js';
import type { SendCommand } from '../reactor.js';
import { ReactorsHealth } from '#platform/jobs/reactors/reactors-health.js';
import { Unavailable } from '#platform/common/unavailable.js';
import { type EventLog, UnreadableLog } from '#platform/event-log/event-log.js';
import type { Clock } from '#platform/common/clock.js';
import type { ReadSide } from '#platform/live/read-side.js';
import type { Logger } from '#platform/process/logger.js';
import {
  type ViewQuery,
  type View,
  ViewNotReady,
  type Views,
} from '#platform/read-side/read-store/views.js';
import { ClockInMemory } from '#platform/testing/in-memory/clock-in-memory.js';
import { EventLogInMemory } from '#platform/testing/in-memory/event-log-in-memory.js';
import { recorded } from '#platform/testing/recorded.js';
import { writeSideForSpecs } from '#platform/testing/write-side-for-specs.js';
import { expect, test } from '@jest/globals';
import { v5 as uuid } from 'uuid';
import type { InternalCommands } from '../internal-commands.js';
import { DueAlertsOfChanges } from './due-alerts.reactor.js';
import { FollowUpAlerts } from './follow-up-alerts.js';

/**
 * India has no summer time. On Lord Howe it is half an hour. New York's begins and ends on other
 * days.
 */
const zones = [
  { id: uuid('kolkata', organization.id), timeZone: 'Asia/Kolkata' },
  { id: uuid('new york', organization.id), timeZone: 'America/New_York' },
  { id: uuid('lord howe', organization.id), timeZone: 'Australia/Lord_Howe' },
];
const STEP_MS = 20 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
const IS_LONG = process.env['FAULTS_LONG'] === '1';
/** A year, or the months in which summer time begins and ends in the three zones. */
const DAY_COUNT = IS_LONG ? 365 : 60;
const BEGIN = Date.parse(IS_LONG ? '2027-01-01T00:00:00.000Z' : '2027-03-01T00:00:00.000Z');
const END = BEGIN + DAY_COUNT * DAY_MS;
const SET_BACK_TIMES = [
  BEGIN + Math.floor(DAY_COUNT * 0.3) * DAY_MS + 3 * 60 * 60_000,
  BEGIN + Math.floor(DAY_COUNT * 0.6) * DAY_MS + 12 * 60 * 60_000 + 2 * STEP_MS,
];
/** Average number of follow-ups that are scheduled in each organization per step. */
const FOLLOW_UPS_PER_STEP = IS_LONG ? 0.4 : 0.04;

const KILL_PROBABILITY = 0.03;
const COMPLETION_PROBABILITY = 0.004;
const REASSIGNMENT_PROBABILITY = 0.001;
/** Probability that an event was captured offline, on one of the three days before. */
const OFFLINE_PROBABILITY = 0.33;

type Zone = (typeof zones)[number];
type OpenFollowUp = {
  readonly organizationId: string;
  readonly leadId: string;
  readonly followUpId: string;
  readonly dueOn: string;
  readonly assignedTo: string;
};

/** Repeatable random numbers of a seed. */
function seededRandom(seed: number) {
  let state = seed;
  const next = () => (state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32) / 2 ** 32;
  return {
    isTrue: (probability: number) => next() < probability,
    integerBelow: (max: number) => Math.floor(next() * max),
  };
}

/** Simulates a worker that is killed in the middle of a command: before or after its append. */
class Killed extends Error {}

/** Repeats work until no simulated kill interrupts it. */
async function repeatWhileKilled(
  work: () => Promise<void>,
  onKill: () => void = () => {},
): Promise<void> {
  for (;;)
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      onKill();
    }
}

/** Views with these documents, read in pages of two. */
function createViews(
  documentsOf: (
    name: string,
    organizationId: string,
    filter: Readonly<Record<string, unknown>>,
  ) => readonly object[],
) {
  async function* readPages({ name }: View, organizationId: string, { filter = {} }: ViewQuery) {
    const documents = documentsOf(name, organizationId, filter);
    for (let offset = 0; offset < documents.length; offset += 2)
      yield { documents: documents.slice(offset, offset + 2) };
  }
  return { readPages: readPages as unknown as Views['readPages'] };
}

type AlertsOptions = {
  readonly log?: Pick<EventLog, 'readLastPosition'>;
  readonly views: Pick<Views, 'readPages'>;
  readonly send: SendCommand;
  readonly clock: Clock;
  readonly health?: ReactorsHealth;
  readonly isReached?: (organizationId: string) => boolean;
  readonly onTrouble?: (error: unknown, organizationId?: string) => void;
};
const createFollowUpAlerts = ({
  log = { readLastPosition: async () => '' },
  views,
  send,
  clock,
  health = new ReactorsHealth(),
  isReached = () => true,
  onTrouble = () => {},
}: AlertsOptions) =>
  new FollowUpAlerts(
    log as EventLog,
    { waitForEach: async () => isReached } as unknown as ReadSide,
    views as Views,
    { send } as unknown as InternalCommands,
    clock,
    health,
    {
      warn: ({ err, organizationId }: { err: unknown; organizationId?: string }) =>
        onTrouble(err, organizationId),
    } as unknown as Logger,
  );

test(
  'with three time zones, killed workers, reassigned leads and a clock set back, each due alert is raised once',
  async () => {
    const random = seededRandom(21);
    const log = new EventLogInMemory();
    const clock = new ClockInMemory();
    let now = BEGIN;
    clock.now = () => new Date(now).toISOString();
    const members = Array.from({ length: 4 }, (_, number) =>
      uuid(`member ${number}`, organization.id),
    );
    const knownOrganization = {
      ...organization,
      members: new Map(members.map((id) => [id, 'sales' as const])),
      locations: new Set<string>(),
    };
    const organizations = {
      get: async (id: string) => ({
        ...knownOrganization,
        id,
        timeZone: zones.find((zone) => zone.id === id)?.timeZone ?? knownOrganization.timeZone,
      }),
    };
    const { handle } = writeSideForSpecs({
      log,
      clock,
      events: [alertsAggregate.events],
      organization: knownOrganization,
      organizations: () => organizations,
    });
    let openFollowUps: OpenFollowUp[] = [];
    let kills = 0;

    const send: SendCommand = async (request) => {
      const sendAlert = () =>
        handle(alertsAggregate, alertsCommands.RaiseAlert, {
          ...request,
          command: request.command as never,
          internal: true,
        });
      if (random.isTrue(KILL_PROBABILITY)) {
        kills++;
        const isKilledAfterAppend = random.isTrue(0.5);
        if (isKilledAfterAppend) await sendAlert();
        throw new Killed();
      }
      await sendAlert();
    };
    const views = createViews((name, organizationId, { dueOn }) => {
      if (name === 'organization-zones') return zones;
      const { from, to } = dueOn as { readonly from: string; readonly to: string };
      return openFollowUps.filter(
        (each) => each.organizationId === organizationId && each.dueOn >= from && each.dueOn <= to,
      );
    });
    const startWorker = () =>
      createFollowUpAlerts({
        log,
        views,
        send,
        clock,
        // A kill ends all work of the worker, at any moment.
        onTrouble: (error) => {
          throw error;
        },
      });

    const leadOf = (stream: string) => {
      const followUps = openFollowUps
        .filter(({ leadId }) => stream.endsWith(leadId))
        .map((each) => ({ ...each, phase: 'open' }));
      return {
        phase: 'open',
        status: 'New',
        assignedTo: followUps[0]!.assignedTo,
        followUps,
      } as unknown as Lead;
    };
    const history = {
      load: async (id: string) => ({
        asOf: () => ({ details: zones.find((zone) => zone.id === id)! }),
      }),
    } as never;
    const reactor = new DueAlertsOfChanges(
      { load: async (_: unknown, stream: string) => ({ state: leadOf(stream) }) } as never,
      history,
      clock,
    );
    const todayOf = (organizationId: string) =>
      dayIn(zones.find(({ id }) => id === organizationId)!.timeZone, clock.now());
    /** Runs the reactor until it succeeds. Commands sent before a kill are sent again. */
    async function react({ organizationId, leadId }: OpenFollowUp, event: Message): Promise<void> {
      const [first] = recorded([`lead-${organizationId}_${leadId}`, event]);
      const daysBefore = random.isTrue(OFFLINE_PROBABILITY) ? 1 + random.integerBelow(3) : 0;
      const capturedOn = dayAfter(todayOf(organizationId), -daysBefore);
      const recordedEvent = { ...first!, metadata: { ...first!.metadata, on: capturedOn } };
      await repeatWhileKilled(async () => {
        const { commands = [] } = await reactor.react(recordedEvent as never);
        const causation = { causationId: organizationId, correlationId: organizationId };
        for (const { to, ...command } of commands)
          await send({
            ...command,
            ...causation,
            id: uuid(`${event.type} ${to} ${now}`, leadId),
          });
      });
    }

    /**
     * Alerts that must be raised, and alerts that may be. Overdue alerts are due each morning; a
     * restarted worker may raise them at other times.
     */
    const [expected, allowed] = [new Set<string>(), new Set<string>()];
    const checkedDays = new Map<string, string>();
    const keyOf = (kind: string, { followUpId, assignedTo }: OpenFollowUp) =>
      `${kind} ${followUpId} ${assignedTo}`;
    /** Adds the alerts that the rule demands or permits at this moment. */
    function expectAlertsNow(followUps: readonly OpenFollowUp[], { isRound = false } = {}): void {
      for (const { id: organizationId, timeZone } of zones) {
        const [today = '', time = ''] = wallClockIn(timeZone, clock.now()).split(' ');
        if (time < '08:00') continue;
        const isMorning = isRound && checkedDays.get(organizationId) !== today;
        if (isRound) checkedDays.set(organizationId, today);
        for (const each of followUps.filter((one) => one.organizationId === organizationId)) {
          const isOverdue = each.dueOn < today && each.dueOn >= dayAfter(today, -7);
          const kinds = [
            ...(each.dueOn === today ? ['follow-up-due'] : []),
            ...(isOverdue ? ['follow-up-overdue'] : []),
          ];
          for (const key of kinds.map((kind) => keyOf(kind, each))) {
            allowed.add(key);
            if (!isOverdue || isMorning) expected.add(key);
          }
        }
      }
    }

    let worker = startWorker();
    let followUpNumber = 0;
    let setBackMs = 0;
    for (let time = BEGIN; time < END; time += STEP_MS) {
      // The clock goes back at 08:30 in Kolkata and in New York. Follow-ups planned in the repeated
      // hour are due that morning.
      const isSetBack = SET_BACK_TIMES.includes(time);
      if (isSetBack) setBackMs += 60 * 60_000;
      now = time - setBackMs;
      for (const { id: organizationId, timeZone } of zones) {
        if (!random.isTrue(FOLLOW_UPS_PER_STEP)) continue;
        const dueOn = dayAfter(
          wallClockIn(timeZone, clock.now()).slice(0, 10),
          random.integerBelow(4),
        );
        const [leadId, followUpId] = [
          uuid(`lead ${followUpNumber}`, organizationId),
          uuid(`follow-up ${followUpNumber++}`, organizationId),
        ];
        const planned = {
          organizationId,
          leadId,
          followUpId,
          dueOn,
          assignedTo: members[random.integerBelow(members.length)]!,
        };
        openFollowUps.push(planned);
        expectAlertsNow([planned]);
        await react(planned, { type: 'FollowUpScheduled', data: { followUpId, dueOn } });
      }
      openFollowUps = openFollowUps.filter(() => !random.isTrue(COMPLETION_PROBABILITY));
      for (const [index, each] of openFollowUps.entries()) {
        if (!random.isTrue(REASSIGNMENT_PROBABILITY)) continue;
        const passedOn = { ...each, assignedTo: members[random.integerBelow(members.length)]! };
        openFollowUps[index] = passedOn;
        expectAlertsNow([passedOn]);
        await react(passedOn, {
          type: 'LeadReassigned',
          data: { from: each.assignedTo, to: passedOn.assignedTo },
        });
      }
      expectAlertsNow(openFollowUps, { isRound: true });
      await repeatWhileKilled(
        () => worker.raiseDue(),
        () => (worker = startWorker()),
      );
    }

    const raised = log.events
      .filter(({ type }) => type === 'AlertRaised')
      .map(({ stream, data }) => {
        const { about } = data as {
          readonly about: { readonly kind: string; readonly followUpId: string };
        };
        return `${about.kind} ${about.followUpId} ${members.find((id) => stream.includes(id))}`;
      });
    expect(kills).toBeGreaterThanOrEqual(DAY_COUNT / 8);
    expect(expected.size).toBeGreaterThan(DAY_COUNT * 2);
    const distinct = new Set(raised);
    expect(raised.length).toBe(distinct.size);
    expect([...expected].filter((key) => !distinct.has(key))).toEqual([]);
    expect(raised.filter((key) => !allowed.has(key))).toEqual([]);
  },
  IS_LONG ? 600_000 : 120_000,
);

test('a follow-up planned in the hour that a clock repeats alerts at the second eight o’clock', async () => {
  const [zone] = zones as [Zone];
  let now = '2027-03-01T02:35:00.000Z';
  const sent: string[] = [];
  let openFollowUps: OpenFollowUp[] = [];
  const worker = createFollowUpAlerts({
    views: createViews((name) => (name === 'follow-ups' ? openFollowUps : [zone])),
    send: async ({ command }) =>
      sent.push((command.data as { readonly about: OpenFollowUp }).about.followUpId),
    clock: Object.assign(new ClockInMemory(), { now: () => now }),
  });
  await worker.raiseDue();
  now = '2027-03-01T01:45:00.000Z';
  const followUpId = uuid('planned', zone.id);
  openFollowUps = [
    {
      organizationId: zone.id,
      leadId: zone.id,
      followUpId,
      dueOn: '2027-03-01',
      assignedTo: zone.id,
    },
  ];
  await worker.raiseDue();
  expect(sent).toEqual([]);
  now = '2027-03-01T02:30:00.000Z';
  await worker.raiseDue();
  expect(sent).toEqual([followUpId]);
});

test('views that are being built cause no failure: the next round reads them', async () => {
  const answers = [
    new ViewNotReady('This list is not ready yet'),
    new Unavailable('The database cannot be reached'),
  ];
  const troubles: unknown[] = [];
  const ending = new AbortController();
  const worker = createFollowUpAlerts({
    views: createViews(() => {
      throw answers.shift()!;
    }),
    send: async () => {},
    clock: Object.assign(new ClockInMemory(), { pause: async () => {} }),
    onTrouble: (error) => {
      troubles.push(error);
      ending.abort();
    },
  });
  await worker.run(ending.signal);
  expect(troubles).toEqual([new Unavailable('The database cannot be reached')]);
});

test('a failure in one organization or follow-up does not affect others, and is retried', async () => {
  const [, , third] = zones as [Zone, Zone, Zone];
  const [unknownZone, broken] = [
    { id: uuid('unknown zone', third.id), timeZone: 'Mars/Olympus' },
    { id: uuid('broken', third.id), timeZone: 'Asia/Kolkata' },
  ];
  const working = { id: uuid('well', third.id), timeZone: 'Asia/Kolkata' };
  const dueIn = ({ id: organizationId }: Zone, name: string): OpenFollowUp => ({
    organizationId,
    leadId: organizationId,
    assignedTo: organizationId,
    dueOn: '2027-03-01',
    followUpId: uuid(name, organizationId),
  });
  const [unreadable, next, other] = [
    dueIn(broken, 'unreadable'),
    dueIn(broken, 'next'),
    dueIn(working, 'other'),
  ];
  const sent: string[] = [];
  const causes = new Set<string | undefined>();
  const troubles: unknown[] = [];
  const health = new ReactorsHealth();
  let isMended = false;
  const worker = createFollowUpAlerts({
    views: createViews((name, organizationId) => {
      if (name === 'follow-ups')
        return [unreadable, next, other].filter((each) => each.organizationId === organizationId);
      return [{ ...unknownZone, ...(isMended && { timeZone: 'Asia/Kolkata' }) }, broken, working];
    }),
    send: async ({ command, correlationId }) => {
      const { followUpId } = (command.data as { readonly about: OpenFollowUp }).about;
      if (followUpId === unreadable.followUpId && !isMended)
        throw new UnreadableLog('A part of the record cannot be read');
      sent.push(followUpId);
      causes.add(correlationId);
    },
    clock: Object.assign(new ClockInMemory(), { now: () => '2027-03-01T03:00:00.000Z' }),
    health,
    onTrouble: (error, organizationId) =>
      troubles.push([organizationId, (error as Error).constructor.name]),
  });
  await worker.raiseDue();
  expect(sent).toEqual([next.followUpId, other.followUpId]);
  expect(troubles).toEqual([
    [unknownZone.id, 'RangeError'],
    [broken.id, 'UnreadableLog'],
  ]);
  expect(health.snapshot().standing).toMatchObject({
    'follow-up-alerts': { because: 'UnreadableLog' },
  });
  isMended = true;
  sent.length = 0;
  causes.clear();
  await worker.raiseDue();
  expect(sent).toEqual([unreadable.followUpId, next.followUpId]);
  // Alerts with the same correlation id become one push.
  expect(causes.size).toBe(1);
  expect(health.snapshot().standing).toEqual({});
});

test('an organization whose views are late delays no other, and comes in a later round', async () => {
  const [late, prompt] = ['late', 'prompt'].map((name) => ({
    id: uuid(name, organization.id),
    timeZone: 'Asia/Kolkata',
  })) as [Zone, Zone];
  let isLate = true;
  const sent: string[] = [];
  const worker = createFollowUpAlerts({
    views: createViews((name, organizationId) =>
      name === 'follow-ups'
        ? [
            {
              organizationId,
              leadId: organizationId,
              assignedTo: organizationId,
              dueOn: '2027-03-01',
              followUpId: uuid('due', organizationId),
            },
          ]
        : [late, prompt],
    ),
    send: async ({ organizationId }) => sent.push(organizationId!),
    clock: Object.assign(new ClockInMemory(), { now: () => '2027-03-01T03:00:00.000Z' }),
    isReached: (id) => !isLate || id !== late.id,
  });
  await expect(worker.raiseDue()).rejects.toThrow(Unavailable);
  expect(sent).toEqual([prompt.id]);
  isLate = false;
  await worker.raiseDue();
  expect(sent).toEqual([prompt.id, late.id]);
});
