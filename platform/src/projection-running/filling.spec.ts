import { expect, test } from '@jest/globals';
import type { Commit } from '../read-store/read-store.js';
import { type RecordedEvent, largestBatch } from '../event-log/event-log.js';
import { EventLogInMemory } from '../testing/event-log-in-memory.js';
import { diary, lampsOf } from '../testing/lamps.js';
import { Filling } from './filling.js';
import { Folding } from './folding.js';
import type { Room } from './room.js';

const lamps = 900;
const words = 'A lamp with a long name '.repeat(10);

/** Each lamp is made, and switched twice much later: records come back when others have been in motion. */
function longLog(): EventLogInMemory {
  const recorded = (index: number): RecordedEvent => {
    const [lamp, revision] = [index % lamps, Math.floor(index / lamps)];
    const event = revision === 0 ? { type: 'Made', data: { name: `${words}${lamp}` } } : { type: 'Switched', data: { on: revision === 1 } };
    const metadata = { eventId: String(index), organizationId: 'org', at: '2026-11-21T09:30:00.000Z' } as RecordedEvent['metadata'];
    return { ...event, metadata, stream: `lamp-org_${lamp}`, revision, position: String(index).padStart(20, '0') };
  };
  return new EventLogInMemory(Array.from({ length: 3 * lamps }, (_, index) => recorded(index)));
}

/** Fills from nothing; answers what each window came to, what was kept after each, and what is there in the end. */
async function filled(room?: Room) {
  const there = new Map<string, string>();
  const windows: Commit[] = [];
  const store = {
    ensure: async () => {},
    drop: async () => {},
    collections: async () => [],
    largestFilling: async () => Infinity,
    checkpoint: async () => undefined,
    get: async (collection: string, ids: readonly string[]) =>
      new Map(ids.flatMap((id) => (there.has(`${collection} ${id}`) ? [[id, there.get(`${collection} ${id}`)!] as const] : []))),
    commit: async (commit: Commit) => {
      windows.push(commit);
      for (const { collection, id, json } of commit.documents)
        if (json === undefined) there.delete(`${collection} ${id}`);
        else there.set(`${collection} ${id}`, json);
    },
  };
  const reading = { log: longLog(), store, open: async (events: readonly RecordedEvent[]) => events, erase: async () => {} };
  const foldings = [new Folding(lampsOf(1), 1, 'filling'), new Folding(diary, 1, 'filling')];
  const options = { epoch: 1, beside: false, room, signal: new AbortController().signal, progress: () => {} };
  const filling = await Filling.begin(reading, foldings, options);
  const kept: number[] = [];
  while ((await filling.window()) > 0) kept.push(foldings.reduce((sum, { held }) => sum + held.atHand, 0));
  return { windows: windows.map(({ documents }) => documents.reduce((sum, { json = '' }) => sum + json.length, 0)), kept, there };
}

test('a window that has no more room is written, and what it comes to is the same', async () => {
  const enough = await filled();
  const little = await filled({ window: 1, kept: Infinity });
  expect(enough.windows).toHaveLength(1);
  expect(little.windows).toHaveLength(Math.ceil((3 * lamps) / largestBatch));
  expect(little.there).toEqual(enough.there);
});

test('a window holds no more than its room and one batch of the log', async () => {
  const batch = Math.max(...(await filled({ window: 1, kept: Infinity })).windows);
  const window = 900_000;
  const { windows } = await filled({ window, kept: Infinity });
  expect(windows.length).toBeGreaterThan(1);
  expect(windows.length).toBeLessThan(Math.ceil((3 * lamps) / largestBatch));
  for (const characters of windows) expect(characters).toBeLessThanOrEqual(window + batch);
});

test('records that are kept from one window to the next take no more than their room, and what is read again folds the same', async () => {
  const enough = await filled({ window: 1, kept: Infinity });
  const little = await filled({ window: 1, kept: 20_000 });
  expect(Math.max(...enough.kept)).toBeGreaterThan(100_000);
  expect(Math.max(...little.kept)).toBeLessThanOrEqual(20_000);
  expect(Math.min(...little.kept)).toBeGreaterThan(0);
  expect(little.there).toEqual(enough.there);
});
