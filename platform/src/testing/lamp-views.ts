/**
 * Example projections of lamps for all specs of the read side, with a log, a store and hosts for
 * each test.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import {
  type EventLog,
  type Metadata,
  type RecordedEvent,
  damagedEvent,
  requireReadable,
} from '../event-log/event-log.js';
import type { Commit, ReadStore } from '../read-side/read-store/read-store.js';
import { EventLogInMemory } from './in-memory/event-log-in-memory.js';
import { ProjectingProcess } from './processes/projecting-process.js';
import { createReadStores } from './read-stores.js';
import type { PerEvent, PerStream, Projection } from '../read-side/projections/projection.js';
import type { ProjectionHostOptions } from '../read-side/projections/projection-host.js';

export type Lamp =
  | { type: 'Made'; data: { name: string } }
  | { type: 'Switched'; data: { on: boolean } }
  | { type: 'Given'; data: { to: string } }
  | { type: 'Broken' | 'PersonalDataErased'; data: object };
export const events = { Made: {}, Switched: {}, Given: {}, Broken: {}, PersonalDataErased: {} };
const indexes = [{ equal: ['organizationId'], sort: ['name'] }];

export type LampDocument = { organizationId: string; name: string; on: boolean; owner: string };
export const lamps: PerStream<Lamp, LampDocument> = {
  name: 'lamps',
  version: 1,
  events,
  firstEvent: 'Made',
  indexes,
  audience: ({ owner }) => owner,
  fold(lamp, event) {
    if (event.type === 'Made')
      return {
        organizationId: event.metadata.organizationId,
        name: event.data.name,
        on: false,
        owner: event.metadata.actorId,
      };
    if (!lamp) return undefined;
    if (event.type === 'Switched') return { ...lamp, on: event.data.on };
    if (event.type === 'Given') return { ...lamp, owner: event.data.to };
    return event.type === 'Broken' ? undefined : lamp;
  },
  counts: ({ on, owner }) => [
    { key: 'everyone', amounts: { [on ? 'on' : 'off']: 1 } },
    { key: owner, amounts: { [on ? 'on' : 'off']: 1 } },
  ],
};
export const lampsVersion2: typeof lamps = { ...lamps, version: 2 };
/** Projection whose documents differ from its records, which have a separate collection. */
export const bulbs: PerStream<
  Lamp,
  { organizationId: string; switched: number },
  { organizationId: string; name: string }
> = {
  name: 'bulbs',
  version: 1,
  events,
  firstEvent: 'Made',
  indexes,
  fold: (lamp, { type, metadata: { organizationId } }) =>
    type === 'Broken'
      ? undefined
      : { organizationId, switched: (lamp?.switched ?? 0) + (type === 'Switched' ? 1 : 0) },
  documents: ({ organizationId, switched }) =>
    Object.fromEntries(
      Array.from({ length: switched % 4 }, (_, bulb) => [
        bulb,
        { organizationId, name: `bulb ${bulb}` },
      ]),
    ),
};
/** Projection with sums and no documents, so that its records are folded again from the log. */
export const switches: PerStream<Lamp, { on: boolean }, never> = {
  name: 'switches',
  version: 1,
  events,
  firstEvent: 'Made',
  indexes: [],
  fold(lamp, event) {
    if (event.type === 'Made') return { on: false };
    if (event.type === 'Broken') return undefined;
    return lamp && event.type === 'Switched' ? { on: event.data.on } : lamp;
  },
  documents: () => ({}),
  counts: ({ on }) => [{ key: 'everyone', amounts: { [on ? 'on' : 'off']: 1 } }],
};
export const diary: PerEvent<
  Lamp,
  { organizationId: string; name: string; data: object; erased: boolean }
> = {
  name: 'diary',
  version: 1,
  events,
  indexes,
  room: () => 'lamp:1',
  entry: ({ type, data, erased = false, position, metadata: { organizationId } }) => ({
    organizationId,
    name: `${position} ${type}`,
    data,
    erased,
  }),
};
/** Element of a growing list. `Switched` off removes one from its middle. */
export type Picture = { readonly organizationId: string; readonly name: string };
export const album: PerStream<
  Lamp,
  { organizationId: string; pictures: readonly (Picture | undefined)[] },
  Picture
> = {
  name: 'album',
  version: 1,
  events,
  indexes,
  firstEvent: 'Made',
  growingLists: ['pictures'],
  appendingEvents: ['Made'],
  fold(before, { type, data, revision, metadata: { organizationId } }) {
    const { pictures } = before ?? { pictures: [] };
    if (type === 'Broken') return undefined;
    if (type === 'Switched' && !data.on)
      return { organizationId, pictures: pictures.filter((_, index) => index !== 1) };
    if (type === 'Given')
      return {
        organizationId,
        pictures: pictures.map((picture) => ({
          organizationId,
          name: `${picture?.name} for ${data.to}`,
        })),
      };
    return {
      organizationId,
      pictures: [...pictures, { organizationId, name: `picture ${revision}` }],
    };
  },
  documents: ({ pictures }) =>
    Object.fromEntries(
      pictures.flatMap((picture, index) => (picture ? [[index, picture] as const] : [])),
    ),
};
export const lampProjections: readonly Projection[] = [lamps, bulbs, diary];

export let stores: ReturnType<typeof createReadStores>;
const hosts: ProjectingProcess[] = [];
export let store: ReadStore;
export let log: EventLogInMemory;
export let recorded: RecordedEvent[];

/** Starts with an empty log and a new store. */
export function openEmpty(): void {
  store = stores.open();
  useAnotherLog([]);
}

/** Replaces the log, as a restore does; the views stay. */
export function useAnotherLog(events: RecordedEvent[]): void {
  recorded = events;
  log = new EventLogInMemory(recorded);
}

/** Gives each test of the calling file a log and a store of its own. */
export function useLampViews(): void {
  beforeAll(() => {
    stores = createReadStores();
  });
  beforeEach(() => openEmpty());
  afterEach(async () => {
    await Promise.all(hosts.splice(0).map((host) => host.stop()));
    await store.close();
  });
  afterAll(() => stores.remove());
}

export function openHost(options: Partial<ProjectionHostOptions> = {}): ProjectingProcess {
  const host = new ProjectingProcess({
    log,
    store,
    projections: lampProjections,
    typesOf: (stream) => (stream.startsWith('lamp-') ? Object.keys(events) : []),
    ...options,
  });
  hosts.push(host);
  return host;
}

export async function append(stream: string, ...lamp: Lamp[]) {
  const [, organizationId] = /^\w+-([^_]+)_/.exec(stream) ?? [];
  const at = '2026-11-21T09:30:00.000Z';
  const metadata = () =>
    ({ eventId: randomUUID(), organizationId, actorId: 'asha', at }) as unknown as Metadata;
  const expected = (await log.read(stream)).length - 1;
  return log.append(
    stream,
    expected,
    lamp.map((event) => ({ ...event, metadata: metadata() })),
  );
}
export const made = (name = 'Desk'): Lamp => ({ type: 'Made', data: { name } });
export const switched = (on = true): Lamp => ({ type: 'Switched', data: { on } });
export const given = (to: string): Lamp => ({ type: 'Given', data: { to } });
export const broken: Lamp = { type: 'Broken', data: {} };
export const erased: Lamp = { type: 'PersonalDataErased', data: {} };

/** Documents and sums of the views, independent of collection names. */
export async function readViews({ views }: ProjectingProcess, projections = lampProjections) {
  const shown = projections.map(async (view) => {
    const { documents } = await views.find(view, 'org', { sort: ['name'], limit: 10_000 });
    const sums =
      'counts' in view ? await views.getSums(view, 'org', ['everyone', 'asha', 'ravi']) : [];
    return [view.name, documents.map((document) => JSON.stringify(document)).sort(), [...sums]];
  });
  return Promise.all(shown);
}

export async function rebuildViews(projections = lampProjections) {
  const fresh = stores.open();
  const host = new ProjectingProcess({ log, store: fresh, projections });
  await host.start();
  const shown = await readViews(host, projections);
  await host.stop();
  await fresh.close();
  return shown;
}

/** The log, but `readAll` returns at most `max` events. */
export const createLogWithBatches = (max: number): EventLogInMemory =>
  new Proxy(log, {
    get(target, name) {
      if (name === 'readAll') return (after: string) => target.readAll(after, max);
      return (Reflect.get(target, name) as () => unknown).bind(target);
    },
  });

/** A log (default: that of the lamps) in which some events cannot be read. */
export function damagedLog(
  isDamaged: (event: RecordedEvent) => boolean,
  whole: EventLog = log,
): EventLog {
  const damage = (event: RecordedEvent): RecordedEvent =>
    isDamaged(event) ? damagedEvent(event, 'is no JSON') : event;
  return new Proxy(whole, {
    get(target, name) {
      if (name === 'readAll')
        return async (after: string, max: number) => (await target.readAll(after, max)).map(damage);
      if (name === 'read')
        return async (...parameters: Parameters<EventLog['read']>) =>
          requireReadable((await target.read(...parameters)).map(damage));
      if (name === 'subscribe')
        return async function* (...parameters: Parameters<EventLog['subscribe']>) {
          for await (const batch of target.subscribe(...parameters)) yield batch.map(damage);
        };
      return (Reflect.get(target, name) as () => unknown).bind(target);
    },
  });
}

/** The store, with callbacks before and after each commit. */
export const storeWithHooks = (
  before: (commit: Commit) => void,
  after: (commit: Commit) => void = () => {},
): ReadStore =>
  new Proxy(store, {
    get(target, name) {
      if (name !== 'commit') return (Reflect.get(target, name) as () => unknown).bind(target);
      return async (commit: Commit) => {
        before(commit);
        await target.commit(commit);
        after(commit);
      };
    },
  });
