import { rmSync } from 'node:fs';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { type Position, largestBatch } from '../event-log/event-log.js';
import { recordedIn } from '../event-log/recorded-in-text.js';
import type { KeyStore } from '../key-store/key-store.js';
import type { Reading } from '../projection-running/batch.js';
import { live } from '../projection-running/checkpoints.js';
import { Filling } from '../projection-running/filling.js';
import { Folding } from '../projection-running/folding.js';
import { parkedStreams } from '../projection-running/parked-streams.js';
import type { Projection } from '../projection-running/projection.js';
import { type Other, between } from './asking.js';
import type { AskedOfLogAndKeys, GivenToThread } from './given-to-thread.js';
import { StoreOnThread } from './store-on-thread.js';

type Asked = Other<AskedOfLogAndKeys & { progress(folded: number): void }>;
/** What filling reads of the log and of the keys. */
export type LogAsked = Reading['log'];
export type KeysAsked = Pick<KeyStore, 'get' | 'destroy'>;

type Options = {
  readonly projections: readonly Projection[];
  readonly reading: (parts: { readonly log: LogAsked; readonly keys: KeysAsked }) => Pick<Reading, 'open' | 'erase'>;
};

export type AskedOfThread = ReturnType<typeof answers>;

/** To be called by the module that a `FillingOnThread` was given: fills a file of its own with these projections. */
export function fillOnThisThread(options: Options): void {
  const given = workerData as GivenToThread;
  const port = parentPort as MessagePort;
  const asked: Asked = between(port, { fill: () => filling.fill(), finish: (position?: Position) => filling.finish(position) });
  const filling = answers(options, given, asked);
}

function answers({ projections, reading }: Options, { path, generations, epoch, log: identity, room }: GivenToThread, asked: Asked) {
  const log: LogAsked = {
    identity: async () => identity,
    read: (stream, from = 0) => asked.read(stream, from) as never,
    readAll: async (after, max) => recordedIn(await asked.textOfAll(after, max)),
  };
  const keys: KeysAsked = { get: (ids) => asked.get(ids), destroy: (ids, eventId) => asked.destroy(ids, eventId) };
  let begun: { readonly store: StoreOnThread; readonly filling: Filling } | undefined;

  async function begin() {
    for (const end of ['', '-wal', '-journal']) rmSync(`${path}${end}`, { force: true });
    const store = new StoreOnThread(path, room);
    await store.ensure([parkedStreams]);
    const foldings = projections.map((projection) => new Folding(projection, generations[projection.name], 'filling'));
    const { signal } = new AbortController(); // It ends with its thread.
    const options = { epoch, beside: false, room: room.folded, signal, progress: (folded: number) => void asked.progress(folded) };
    return { store, filling: await Filling.begin({ log, store, ...reading({ log, keys }) }, foldings, options) };
  }

  return {
    /** Everything there is, then its indexes, then what came meanwhile; all of it is on the disk. */
    async fill(): Promise<void> {
      const { store, filling } = (begun = await begin());
      while ((await filling.window()) > 0);
      await filling.settle();
      await store.flush();
      while ((await filling.window()) > largestBatch);
    },
    async finish(position?: Position) {
      const { store, filling } = begun!;
      while ((await filling.window(position)) > 0);
      const { checkpoint, line, foldings } = filling;
      if (position !== undefined && checkpoint.position !== position)
        throw new Error(`Views were filled until ${checkpoint.position} and not until ${position}`);
      const collections = Object.fromEntries(foldings.map(({ projection, collection }) => [projection.name, collection]));
      const nothing = { documents: [], sums: [], changes: [] };
      await store.commit({ line: live, expected: undefined, checkpoint, ...nothing, joins: { line, live: collections } });
      await store.flush();
      await store.close();
      return checkpoint;
    },
  };
}
