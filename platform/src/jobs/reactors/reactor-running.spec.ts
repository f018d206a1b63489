import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Refusal } from '#domain/kernel/refusal.js';
import { z } from 'zod';
import {
  type Metadata,
  type Position,
  type RecordedEvent,
  UnreadableLog,
} from '../../event-log/event-log.js';
import { KeysMissing } from '../../sealing/key-store/key-store.js';
import { ViewNotReady } from '../../read-side/read-store/views.js';
import { eventCatalogue } from '../../sealing/event-catalogue.js';
import { createSealing as sealingWith } from '../../sealing/sealing.js';
import { ClockInMemory } from '../../testing/in-memory/clock-in-memory.js';
import { EventLogInMemory } from '../../testing/in-memory/event-log-in-memory.js';
import { damagedLog } from '../../testing/lamp-views.js';
import { KeyStoreInMemory } from '../../testing/in-memory/key-store-in-memory.js';
import { Unavailable } from '../../common/unavailable.js';
import { ReactorsHealth, MAX_PARKED } from './reactors-health.js';
import { type ReactorOptions, runReactor } from './reactor-running.js';
import type { Reaction, Reactor, SentCommand } from './reactor.js';

const organizationId = 'org';
const rings = {
  Rang: z.object({ door: z.string() }),
  Slept: z.object({}),
  HouseErased: z.object({}),
};

/** Answers each `Rang` by opening the door and writing a card. */
const doorman: Reactor = {
  name: 'doorman',
  events: { Rang: {} },
  react: ({ data, metadata }) => ({
    jobs: [{ name: 'write-card', data: { door: doorIn(data) } }],
    commands: [
      {
        command: { type: 'Open', data },
        actorId: metadata.actorId,
        organizationId,
        to: `door-org_${doorIn(data)}`,
      },
    ],
  }),
};
const doorIn = (data: object) => (data as { door: string }).door;

let log: EventLogInMemory;
let secrets: Map<string, { value: unknown; version: number }>;
let sent: SentCommand[];
let queue: string;
let waitingJobs: number;
let cards: (readonly [id: string, door: unknown])[];
let troubles: { state: string; message: string }[];
let health: ReactorsHealth;
let stops: (() => Promise<void>)[];

beforeEach(() => {
  log = new EventLogInMemory();
  secrets = new Map();
  health = new ReactorsHealth();
  [sent, cards, troubles, stops] = [[], [], [], []];
  queue = 'the first queue';
  waitingJobs = 0;
});
afterEach(() => Promise.all(stops.map((stop) => stop())));

const partsWith = (more: Partial<ReactorOptions> = {}): ReactorOptions => ({
  names: ['doorman', 'porter'],
  log,
  sealing: sealingWith({ catalogue: eventCatalogue([rings]), keys: new KeyStoreInMemory() }),
  secrets: {
    get: async (kind, id) => structuredClone(secrets.get(`${kind}/${id}`)) as never,
    put: async (kind, id, value, { expected }) => {
      if ((secrets.get(`${kind}/${id}`)?.version ?? 0) !== expected) return undefined;
      secrets.set(`${kind}/${id}`, { value, version: expected + 1 });
      return expected + 1;
    },
  },
  jobs: {
    readIdentity: async () => queue,
    readDepth: async () => ({ waiting: 0, delayed: waitingJobs, active: 0, failed: 0 }),
    add: async (_, id, data) => void cards.push([id, data['door']]),
  },
  send: async (command) => sent.push(command),
  clock: new ClockInMemory(),
  typesOf: (stream) => (stream.startsWith('house-') ? Object.keys(rings) : []),
  health,
  onTrouble: ({ state }, error) => troubles.push({ state, message: (error as Error).message }),
  ...more,
});

function run(parts: ReactorOptions, reactor = doorman) {
  const stopping = new AbortController();
  const running = runReactor(reactor, parts, stopping.signal);
  const stop = async () => {
    stopping.abort();
    await running;
  };
  stops.push(stop);
  return stop;
}
async function append(type: keyof typeof rings, door = '1', stream = `house-org_${door}`) {
  const eventId = randomUUID();
  const metadata = {
    eventId,
    correlationId: `because of ${eventId}`,
    organizationId,
    actorId: 'asha',
    schemaVersion: 1,
  } as Metadata;
  await log.append(stream, (await log.read(stream)).length - 1, [
    { type, data: type === 'Rang' ? { door } : {}, metadata },
  ]);
  return eventId;
}
async function until(condition: () => boolean | Promise<boolean>) {
  while (!(await condition())) await new Promise(setImmediate);
}
const untilBegun = () => until(async () => (await log.read('reactor-doorman')).length === 1);
const doors = () => sent.map(({ command }) => doorIn(command.data));
const storedPosition = () =>
  (secrets.get('reactor/doorman')?.value as { position: string } | undefined)?.position;

test('an event causes its job and its command, each with its own id', async () => {
  run(partsWith());
  await untilBegun();
  const eventId = await append('Rang');
  await until(() => storedPosition() !== undefined);
  expect(sent).toMatchObject([
    {
      command: { type: 'Open', data: { door: '1' } },
      actorId: 'asha',
      organizationId,
      causationId: eventId,
      correlationId: `because of ${eventId}`,
    },
  ]);
  expect(cards).toEqual([[expect.any(String), '1']]);
  expect(sent[0]).not.toHaveProperty('to');
});

test('commands of one event are sent concurrently, and the checkpoint waits for all', async () => {
  const allDoors = Array.from({ length: 20 }, (_, index) => String(index));
  const openAll: Reactor = {
    ...doorman,
    react: ({ metadata }) => ({
      commands: allDoors.map((door) => ({
        command: { type: 'Open', data: { door } },
        actorId: metadata.actorId,
        to: `door-org_${door}`,
      })),
    }),
  };
  let isUnavailable = true;
  let running = 0;
  let mostRunning = 0;
  const send = async (command: SentCommand) => {
    running++;
    mostRunning = Math.max(mostRunning, running);
    await new Promise(setImmediate);
    running--;
    if (isUnavailable && doorIn(command.command.data) === '7') throw new Unavailable('away');
    sent.push(command);
  };
  run(partsWith({ send }), openAll);
  await untilBegun();
  await append('Rang');
  await until(() => troubles.length > 0);
  expect(mostRunning).toBe(16);
  expect(storedPosition()).toBeUndefined();
  isUnavailable = false;
  await until(() => storedPosition() !== undefined);
  expect(new Set(doors())).toEqual(new Set(allDoors));
  expect(new Set(sent.map(({ id }) => id)).size).toBe(20);
});

describe('without a checkpoint', () => {
  const porter: Reactor = { ...doorman, name: 'porter' };

  test('reactors of the first installation handle the whole log, however late workers start, and after a lost checkpoint', async () => {
    await append('Rang', 'before');
    const stop = run(partsWith());
    await until(() => sent.length === 1);
    await stop();
    secrets.clear();
    run(partsWith());
    run(partsWith(), porter);
    await until(() => sent.length === 3);
    expect(doors()).toEqual(['before', 'before', 'before']);
    expect(await log.read('reactor-doorman')).toHaveLength(1);
  });

  test.each([
    ['in an installation that recorded its reactors', ['doorman']],
    ['in an installation of a build that recorded none', undefined],
  ])(
    'a reactor added by an upgrade handles events after its first start, %s',
    async (_, installed) => {
      if (installed) {
        await run(partsWith({ names: installed }))();
      } else {
        const metadata = {
          eventId: randomUUID(),
          organizationId: '',
          actorId: '',
          schemaVersion: 1,
        } as Metadata;
        await log.append('reactor-doorman', -1, [{ type: 'ReactorBegan', data: {}, metadata }]);
      }
      await append('Rang', 'before');
      const stop = run(partsWith(), porter);
      await until(async () => (await log.read('reactor-porter')).length === 1);
      await stop();
      run(partsWith(), porter);
      await append('Rang', 'after');
      await until(() => sent.length > 0);
      expect(doors()).toEqual(['after']);
    },
  );

  test('a reactor that reads the whole log starts at its beginning, even if added by an upgrade', async () => {
    await run(partsWith({ names: ['doorman'] }))();
    await append('Rang', 'before');
    run(partsWith(), { ...porter, readsWholeLog: true });
    await until(() => sent.length > 0);
    expect(doors()).toEqual(['before']);
  });
});

test('a stopped reactor continues at its checkpoint', async () => {
  const stop = run(partsWith());
  await untilBegun();
  await append('Rang', '1');
  await until(() => storedPosition() !== undefined);
  await stop();
  await append('Rang', '2');
  run(partsWith());
  await until(() => sent.length === 2);
  expect(doors()).toEqual(['1', '2']);
});

test('a stopped reactor does not reread events without effects', async () => {
  const seen: string[] = [];
  const subscribe: EventLogInMemory['subscribe'] = (...parameters) =>
    recordSeen(log.subscribe(...parameters));
  async function* recordSeen(batches: ReturnType<EventLogInMemory['subscribe']>) {
    for await (const batch of batches) {
      yield batch;
      seen.push(...batch.map(({ type }) => type));
    }
  }
  const parts = partsWith({
    log: Object.assign(Object.create(log) as EventLogInMemory, { subscribe }),
  });
  const stop = run(parts);
  await untilBegun();
  await append('Slept');
  await until(() => seen.includes('Slept'));
  await stop();
  expect(storedPosition()).toBe(await log.readLastPosition());

  seen.length = 0;
  run(parts);
  await append('Rang');
  await until(() => seen.includes('Rang'));
  expect(seen).toEqual(['Rang']);
});

test('a reactor stopped before its checkpoint repeats its effects under the same ids', async () => {
  const cutOff = { get: partsWith().secrets.get, put: () => new Promise<never>(() => {}) };
  void runReactor(doorman, partsWith({ secrets: cutOff }), new AbortController().signal);
  await untilBegun();
  await append('Rang');
  await until(() => sent.length === 1);
  run(partsWith());
  await until(() => storedPosition() !== undefined);
  expect(sent).toHaveLength(2);
  expect(sent[1]).toEqual(sent[0]);
  expect(cards[1]).toEqual(cards[0]);
});

test('a reactor with a lost or foreign checkpoint starts at its beginning', async () => {
  const stop = run(partsWith());
  await untilBegun();
  await append('Rang', '1');
  await until(() => storedPosition() !== undefined);
  await stop();
  secrets.set('reactor/doorman', { value: { log: 'another', position: '9' }, version: 7 });
  run(partsWith());
  await until(() => sent.length === 2);
  expect(sent[1]).toEqual(sent[0]);
});

test('two simultaneous reactors send the same, without disturbing each other', async () => {
  run(partsWith());
  run(partsWith());
  await untilBegun();
  for (const door of ['1', '2', '3']) await append('Rang', door);
  await until(() => sent.length === 6);
  expect(new Set(sent.map(({ id }) => id)).size).toBe(3);
  expect(await log.read('reactor-doorman')).toHaveLength(1);
});

test('an unreachable part is retried until it answers', async () => {
  run(partsWith({ send: sendAfterFailures(8, () => new Unavailable('out of reach')) }));
  await untilBegun();
  await append('Rang');
  await until(() => storedPosition() !== undefined);
  expect(sent).toHaveLength(1);
  expect(troubles).toEqual(
    Array.from({ length: 4 }, () => ({ state: 'retrying', message: 'out of reach' })),
  ); // the failures 1, 2, 4 and 8
});

test('a refusal by a rule completes the effect and holds nothing up', async () => {
  const send = async () => {
    throw new Refusal('lead-not-found');
  };
  run(partsWith({ send }));
  await untilBegun();
  await append('Rang');
  await until(() => storedPosition() !== undefined);
  expect(troubles).toEqual([]);
});

/** Sends commands after the given number of failures. */
function sendAfterFailures(failures: number, createError: () => Error): ReactorOptions['send'] {
  let tries = 0;
  return async (command) => {
    tries++;
    if (tries <= failures) throw createError();
    sent.push(command);
  };
}

test.each([
  ['views that are not there yet', 200, () => new ViewNotReady('lead-list is not there yet')],
  ['a part that is out of reach', 200, () => new Unavailable('out of reach')],
  ['a log that cannot be read', 60, () => new UnreadableLog('it cannot be read now')],
  ['keys that are missing', 60, () => new KeysMissing('the key of org_1 is missing')],
])('%s: each effect happens once, however slow, in its record’s order', async (_, ...failures) => {
  run(partsWith({ send: sendAfterFailures(...failures) }));
  await untilBegun();
  for (const door of ['1', '2', '3']) await append('Rang', door, 'house-org_same');
  await until(() => sent.length === 3);
  await until(async () => storedPosition() === (await log.readLastPosition()));
  expect(doors()).toEqual(['1', '2', '3']);
  expect(new Set(sent.map(({ id }) => id)).size).toBe(3);
});

test('during a minute without a subscription each effect happens once, and the start of the stall is reported', async () => {
  const clock = new ClockInMemory();
  const began = Date.parse(clock.now());
  const isBroken = () => Date.parse(clock.now()) < began + 60_000;
  let stall: unknown;
  const unreadable = Object.assign(Object.create(log) as EventLogInMemory, {
    async *subscribe(...parameters: Parameters<EventLogInMemory['subscribe']>) {
      if (isBroken()) throw new UnreadableLog('it cannot be read now');
      yield* log.subscribe(...parameters);
    },
    async readAll(after: Position, max: number) {
      stall = health.snapshot().standing['doorman'];
      if (isBroken()) throw new UnreadableLog('it cannot be read now');
      return log.readAll(after, max);
    },
  });
  run(partsWith({ log: unreadable, clock }));
  await untilBegun();
  await append('Rang', '1');
  await until(() => storedPosition() !== undefined);
  expect(doors()).toEqual(['1']);
  expect(stall).toEqual({ since: new Date(began).toISOString(), because: 'UnreadableLog' });
  expect(health.snapshot().standing).toEqual({});
});

describe('an event whose handling fails', () => {
  let isBroken: boolean;
  const clumsy: Reactor = {
    ...doorman,
    react(event) {
      if (doorIn(event.data) === 'broken' && isBroken) throw new TypeError('no such door');
      return doorman.react(event);
    },
  };
  const isFirstOfSame = ({ stream, revision }: RecordedEvent) =>
    stream === 'house-org_same' && revision === 0;
  const parkedNow = () => health.snapshot().parked['doorman']?.events ?? 0;
  beforeEach(() => {
    isBroken = true;
  });

  test('is parked with an alert and a metric, and others continue', async () => {
    run(partsWith(), clumsy);
    await untilBegun();
    await append('Rang', 'broken');
    await append('Rang', '2');
    await until(() => sent.length === 1);
    expect(doors()).toEqual(['2']);
    expect(parkedNow()).toBe(1);
    expect(health.standing.size).toBe(0);
    expect(troubles.filter(({ state }) => state === 'parked').length).toBeGreaterThan(0);
  });

  test('is retried until it succeeds, before later events of its record, each once', async () => {
    run(partsWith(), clumsy);
    await untilBegun();
    await append('Rang', 'broken', 'house-org_same');
    await append('Rang', 'next', 'house-org_same');
    await append('Rang', 'elsewhere');
    await until(() => parkedNow() === 2);
    await until(() => sent.length === 1);
    isBroken = false;
    await until(() => sent.length === 3);
    expect(doors()).toEqual(['elsewhere', 'broken', 'next']);
    await until(() => parkedNow() === 0);
    await append('Rang', 'last', 'house-org_same');
    await until(() => sent.length === 4);
    expect(new Set(sent.map(({ id }) => id)).size).toBe(4);
  });

  test('waits in place when no more can be parked behind its record, and all succeed in order', async () => {
    run(partsWith(), clumsy);
    await untilBegun();
    for (let rung = 0; rung < MAX_PARKED; rung++) await append('Rang', 'broken', 'house-org_same');
    await until(() => parkedNow() === MAX_PARKED);
    expect(health.standing.size).toBe(0);
    const last = await append('Rang', 'broken', 'house-org_same');
    await until(() => health.standing.size > 0 || parkedNow() > MAX_PARKED);
    expect(health.snapshot().standing['doorman']).toMatchObject({
      eventId: last,
      because: 'TooManyParked',
    });
    expect(parkedNow()).toBe(MAX_PARKED);
    isBroken = false;
    await until(() => sent.length > MAX_PARKED && parkedNow() === 0);
    const causes = sent.map(({ causationId }) => causationId);
    expect(causes).toEqual(
      (await log.read('house-org_same')).map(({ metadata }) => metadata.eventId),
    );
    expect(health.standing.size).toBe(0);
  });

  test('because it is damaged is handled once it is mended, before later events of its record', async () => {
    const isDamaged = ({ stream, revision }: RecordedEvent) =>
      isBroken && stream.startsWith('house-') && revision === 0;
    run(partsWith({ log: damagedLog(isDamaged, log) }));
    await untilBegun();
    await append('Rang', 'damaged', 'house-org_same');
    await append('Rang', 'next', 'house-org_same');
    await append('Slept', 'never');
    await append('Slept', 'elsewhere');
    await append('Rang', 'elsewhere');
    await until(() => parkedNow() === 5);
    expect(sent).toEqual([]);
    isBroken = false;
    await until(() => parkedNow() === 0);
    expect(doors()).toEqual(['damaged', 'next', 'elsewhere']);
  });

  test.each([
    [
      'needs a damaged record is parked at once',
      {},
      {
        ...doorman,
        async react(event) {
          if (doorIn(event.data) === 'broken')
            await damagedLog(() => isBroken, log).read(event.stream);
          return doorman.react(event);
        },
      } satisfies Reactor,
    ],
    [
      'needs a newer build is parked at once',
      {
        markNewer: (events) =>
          events.map((event) =>
            isBroken && event.type === 'Slept'
              ? { ...event, damage: 'needs a newer build' }
              : event,
          ),
      } satisfies Partial<ReactorOptions['sealing']>,
      { ...doorman, events: { Rang: {}, Slept: {} } } satisfies Reactor,
    ],
  ])('because it %s, so that others do not wait', async (_, changed, reactor) => {
    const clock = new ClockInMemory();
    let endPauses = () => {};
    const pausesEnd = new Promise<void>((resolve) => (endPauses = resolve));
    stops.unshift(async () => endPauses());
    const pause = (milliseconds: number) => pausesEnd.then(() => clock.pause(milliseconds));
    const parts = partsWith({ clock: { now: clock.now, pause } });
    run({ ...parts, sealing: Object.assign(parts.sealing, changed) }, reactor);
    await untilBegun();
    const isNewer = 'markNewer' in changed;
    await append(isNewer ? 'Slept' : 'Rang', 'broken');
    await append('Rang', '2');
    await until(() => sent.length === 1);
    expect([doors(), parkedNow(), health.failingCount]).toEqual([['2'], 1, 0]);
    isBroken = false;
    endPauses();
    await until(() => parkedNow() === 0);
    expect(doors()).toEqual(['2', isNewer ? undefined : 'broken']);
  });

  test('because it is damaged does not use up the limit of other events', async () => {
    run(partsWith({ log: damagedLog(({ stream }) => stream.endsWith('_damaged'), log) }), clumsy);
    await untilBegun();
    for (let rung = 0; rung <= MAX_PARKED / 2; rung++) await append('Rang', 'damaged');
    await append('Rang', 'broken');
    await append('Rang', '2');
    await until(() => sent.length === 1);
    expect(parkedNow()).toBe(MAX_PARKED / 2 + 1);
    expect(health.failingCount).toBe(1);
    expect(health.standing.size).toBe(0);
    expect(troubles.filter(({ state }) => state === 'skipped')).toHaveLength(1);
  });

  test('because it needs a newer build is never skipped', async () => {
    const { Slept: _, ...former } = rings;
    const catalogue = eventCatalogue([former]);
    run(partsWith({ sealing: sealingWith({ catalogue, keys: new KeyStoreInMemory() }) }));
    await untilBegun();
    const newerCount = MAX_PARKED / 2 + 2;
    for (let slept = 0; slept < newerCount; slept++) await append('Slept', 'newer');
    await append('Rang', '2');
    await until(() => sent.length === 1);
    expect(parkedNow()).toBe(newerCount);
    expect(troubles.filter(({ state }) => state === 'skipped')).toEqual([]);
  });

  test.each([
    ['are handled', doorman, ['last', 'elsewhere']],
    [
      'are skipped if their reactor has to read it',
      {
        ...doorman,
        react: async (event) => {
          await damagedLog(isFirstOfSame, log).read(event.stream);
          return doorman.react(event);
        },
      } satisfies Reactor,
      ['elsewhere'],
    ],
  ])(
    'because it is damaged holds nothing up: later events of its record %s at the limit',
    async (_, reactor, expected) => {
      run(partsWith({ log: damagedLog(isFirstOfSame, log) }), reactor);
      await untilBegun();
      for (let rung = 0; rung < MAX_PARKED / 2; rung++)
        await append('Rang', 'waiting', 'house-org_same');
      await append('Rang', 'last', 'house-org_same');
      await append('Rang', 'elsewhere');
      await until(() => doors().includes('elsewhere'));
      expect(doors()).toEqual(expected);
      expect(parkedNow()).toBe(MAX_PARKED / 2);
      expect(health.standing.size).toBe(0);
    },
  );

  test('because it is damaged is parked even beside many that fail for another reason', async () => {
    const isDamaged = ({ stream }: RecordedEvent) => isBroken && stream.endsWith('_damaged');
    run(partsWith({ log: damagedLog(isDamaged, log) }), clumsy);
    await untilBegun();
    for (let rung = 0; rung < MAX_PARKED / 2; rung++)
      await append('Rang', 'broken', 'house-org_same');
    await append('Rang', 'damaged');
    await append('Rang', 'elsewhere');
    await until(() => sent.length === 1);
    expect(parkedNow()).toBe(MAX_PARKED / 2 + 1);
    isBroken = false;
    await until(() => doors().includes('damaged'));
  });

  test('because it is damaged lets the erasure of its record pass', async () => {
    const janitor = { ...doorman, events: { Rang: {}, HouseErased: {} } } satisfies Reactor;
    run(partsWith({ log: damagedLog(isFirstOfSame, log) }), {
      ...janitor,
      react: (event) =>
        doorman.react(event.type === 'Rang' ? event : { ...event, data: { door: 'erased' } }),
    });
    await untilBegun();
    await append('Rang', 'damaged', 'house-org_same');
    await append('Rang', 'next', 'house-org_same');
    await append('HouseErased', '', 'house-org_same');
    await until(() => sent.length === 1);
    expect(doors()).toEqual(['erased']);
    expect(parkedNow()).toBe(2);
  });

  test('because it is damaged is handled once it is mended, although a later one stays damaged', async () => {
    const isDamaged = ({ stream, revision }: RecordedEvent) =>
      stream === 'house-org_same' && (revision === 1 || (isBroken && revision === 0));
    run(partsWith({ log: damagedLog(isDamaged, log) }));
    await untilBegun();
    for (const door of ['mended', 'never', 'next']) await append('Rang', door, 'house-org_same');
    await until(() => parkedNow() === 3);
    isBroken = false;
    await until(() => parkedNow() === 2);
    expect(doors()).toEqual(['mended']);
  });

  test('because it is damaged is parked only if its record may have events that are read', async () => {
    run(partsWith({ log: damagedLog(({ stream }) => stream.startsWith('gate-'), log) }));
    await untilBegun();
    await append('Rang', 'gate', 'gate-org_1');
    await append('Rang', '2');
    await until(() => sent.length === 1);
    expect(parkedNow()).toBe(0);
  });

  test('survives a stop and a lost checkpoint', async () => {
    const stop = run(partsWith(), clumsy);
    await untilBegun();
    await append('Rang', 'broken');
    await until(() => storedPosition() !== undefined);
    await stop();
    isBroken = false;
    const stopAgain = run(partsWith(), clumsy);
    await until(() => sent.length === 1);
    expect(doors()).toEqual(['broken']);
    await stopAgain();
    secrets.clear();
    run(partsWith(), clumsy);
    await until(() => sent.length === 2);
    expect(sent[1]).toEqual(sent[0]);
  });
});

describe('after the log was restored from a backup', () => {
  /** Log that refuses a position without an event, as newer EventStoreDB servers do. */
  const createStrictLog = () =>
    Object.assign(Object.create(log) as EventLogInMemory, {
      subscribe(after: Position, signal: AbortSignal) {
        if (after !== '' && !log.events.some(({ position }) => position === after))
          throw new Error('Invalid position');
        return log.subscribe(after, signal);
      },
    });
  /**
   * Restores the log to its first `count` events, under the same identity. Later events get higher
   * positions than the lost ones had.
   */
  const restoreTo = (count: number) => {
    const lost = log.events.splice(count);
    const width = lost[0]!.position.length;
    const push = log.events.push.bind(log.events);
    log.events.push = (event: RecordedEvent) =>
      push({ ...event, position: String(Number(event.position) * 10 + 7).padStart(width, '0') });
  };

  test('a reactor starts again if its checkpoint has another event or none, and completes missed effects', async () => {
    const stop = run(partsWith({ log: createStrictLog() }));
    await untilBegun();
    await append('Rang', 'kept');
    for (const door of ['lost', 'lost too']) await append('Rang', door);
    await until(() => sent.length === 3);
    await until(async () => storedPosition() === (await log.readLastPosition()));
    await stop();
    restoreTo(3);
    for (const door of ['new', 'newer']) await append('Rang', door);
    expect((await log.readLastPosition()) > storedPosition()!).toBe(true);
    run(partsWith({ log: createStrictLog() }));
    await until(() => sent.length === 6);
    expect(doors().slice(3)).toEqual(['kept', 'new', 'newer']);
    expect(sent[3]).toEqual(sent[0]);
  });
});

describe('when the queue lost its waiting jobs', () => {
  const pollingOften = () => partsWith({ pollMilliseconds: 1 });

  test('jobs that are not done are sent again, under the same ids, and then nothing more', async () => {
    waitingJobs = 3;
    const stop = run(partsWith());
    await untilBegun();
    for (const door of ['1', '2', '3']) await append('Rang', door);
    await until(() => cards.length === 3);
    await stop();
    queue = 'another queue';
    run(partsWith());
    await until(() => cards.length === 6);
    expect(cards.slice(3)).toEqual(cards.slice(0, 3));
    await append('Rang', '4');
    await until(() => cards.length === 7);
    expect(sent.slice(3, 6)).toEqual(sent.slice(0, 3));
  });

  test('the loss is noticed without new events, and with new jobs', async () => {
    waitingJobs = 1;
    run(pollingOften());
    await untilBegun();
    await append('Rang', '1');
    await until(() => cards.length === 1);
    queue = 'another queue';
    await until(() => cards.length === 2);
    queue = 'yet another queue';
    await append('Rang', '2');
    await until(() => cards.length >= 4);
    expect(new Set(cards.map(([, door]) => door))).toEqual(new Set(['1', '2']));
  });

  test('jobs from before the queue was seen empty are done, and not sent again', async () => {
    const clock = new ClockInMemory();
    const stop = run(partsWith({ clock }));
    await untilBegun();
    await append('Rang', 'done');
    await until(() => cards.length === 1);
    await clock.pause(60_000);
    await append('Rang', 'done too');
    await until(() => cards.length === 2);
    waitingJobs = 1;
    await clock.pause(60_000);
    await append('Rang', 'waiting');
    await until(() => cards.length === 3);
    await stop();
    queue = 'another queue';
    run(partsWith({ clock }));
    await until(() => cards.length === 4);
    await append('Rang', 'now');
    await until(() => cards.at(-1)![1] === 'now');
    expect(cards.slice(3).map(([, door]) => door)).toEqual(['waiting', 'now']);
  });

  test('a job that waited for days is sent again', async () => {
    const clock = new ClockInMemory();
    waitingJobs = 1;
    const stop = run(partsWith({ clock }));
    await untilBegun();
    await append('Rang', 'waiting for its key');
    await until(() => cards.length === 1);
    for (const day of [1, 2, 3, 4]) {
      await clock.pause(24 * 60 * 60_000);
      await append('Rang', `day ${day}`);
      await until(() => cards.length === 1 + day);
    }
    await stop();
    queue = 'another queue';
    run(partsWith({ clock }));
    await until(() => cards.length === 10);
    expect(cards[5]).toEqual(cards[0]);
  });

  test('a job of an event that was parked is sent again although later jobs are done', async () => {
    let isBroken = true;
    const reactor: Reactor = {
      ...doorman,
      react(event) {
        if (isBroken && doorIn(event.data) === 'broken') throw new Error('not now');
        return doorman.react(event);
      },
    };
    const clock = new ClockInMemory();
    const stop = run(partsWith({ clock }), reactor);
    await untilBegun();
    await append('Rang', 'broken');
    await until(() => troubles.some(({ state }) => state === 'parked'));
    await append('Rang', 'done');
    await until(() => cards.length === 1);
    waitingJobs = 1;
    isBroken = false;
    await until(() => cards.length === 2);
    await until(() => health.snapshot().parked['doorman'] === undefined);
    await stop();
    queue = 'another queue';
    run(partsWith({ clock }), reactor);
    await until(() => cards.length === 4);
    expect(cards.slice(2).map(([, door]) => door)).toContain('broken');
  });

  test('jobs of a lost queue are sent again, even if the queue that replaced it was empty', async () => {
    const clock = new ClockInMemory();
    waitingJobs = 1;
    const stop = run(partsWith({ clock }));
    await untilBegun();
    await append('Rang', 'lost');
    await until(() => cards.length === 1);
    queue = 'another queue';
    waitingJobs = 0;
    await clock.pause(60_000);
    await append('Rang', 'in the new queue');
    await until(() => cards.length === 2);
    await stop();
    run(partsWith({ clock }));
    await until(() => cards.length === 4);
    expect(cards[2]).toEqual(cards[0]);
  });

  test('an unreachable queue does not count as lost, and effects without jobs continue', async () => {
    const silent: Reactor = {
      ...doorman,
      react: (event) => ({ ...(doorman.react(event) as Reaction), jobs: [] }),
    };
    const jobs = {
      readIdentity: () => Promise.reject(new Unavailable('away')),
      readDepth: () => Promise.reject(new Unavailable('away')),
      add: () => Promise.reject(new Unavailable('away')),
    };
    secrets.set('reactor/doorman', {
      value: {
        log: await log.readIdentity(),
        position: await log.readLastPosition(),
        queue: 'the first queue',
      },
      version: 1,
    });
    run(partsWith({ jobs, pollMilliseconds: 1 }), silent);
    await untilBegun();
    await append('Rang');
    await until(() => sent.length === 1);
    expect(troubles).toEqual([]);
  });
});
