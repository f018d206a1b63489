import type { Clock } from '../../common/clock.js';
import { BadConfig, type Config, placeOf } from '../../common/config/config.js';
import { EventLogOnEventStore } from '../../event-log/event-log-on-eventstore.js';
import { KeyStoreOnMongo } from '../../sealing/key-store/key-store-on-mongo.js';
import { connectMongo } from '../../storage/mongo/connect-mongo.js';
import { KeyValueStoreOnMongo } from '../../storage/key-value-store/key-value-store-on-mongo.js';
import { retryWhileUnavailable } from '../retry.js';

export type Moving = {
  /** With the folder and the servers between which it is moved. */
  readonly config: Pick<Config, 'dataDir' | 'servers'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly progress?: (events: number) => void;
  /** For servers that do not answer yet, and what is said meanwhile; not at all, if it is left out. */
  readonly waiting?: { readonly seconds: number; readonly say: (line: string) => void };
};
export type Moved = { readonly events: number; readonly secrets: number };

/** The servers of a move. Nothing is written to them before it is asked for. @throws BadConfig without their addresses */
export function onServers({ config: { servers }, clock, waiting }: Moving, closing: <Part extends { close(): unknown }>(part: Part) => Part) {
  const { eventStore, mongo, keys = mongo } = servers;
  if (eventStore === undefined || mongo === undefined || keys === undefined)
    throw new BadConfig('Which servers? EVENTSTORE_URL and MONGO_URL are missing (and KEYS_URL, where keys have a server of their own).');
  const { seconds, say } = waiting ?? { seconds: 0, say: () => {} };
  const reached = <Result>(url: string, open: () => Promise<Result>) => retryWhileUnavailable(open, { what: placeOf(url), seconds, say });
  return {
    /** Asks the log, and waits for it as long as it is away. */
    async log<Answer>(ask: (log: EventLogOnEventStore) => Promise<Answer>) {
      const log = closing(EventLogOnEventStore.open(eventStore));
      return { log, answer: await reached(eventStore, () => ask(log)) };
    },
    async stores() {
      const views = closing(await reached(mongo, () => connectMongo(mongo, { setting: 'MONGO_URL' })));
      const keysThere = keys === mongo ? views : closing(await reached(keys, () => connectMongo(keys, { setting: 'KEYS_URL' })));
      return { keys: await KeyStoreOnMongo.open(keysThere), secrets: await KeyValueStoreOnMongo.open(views, clock) };
    },
  };
}

/** What was opened is closed again, the last one first, however it ends. */
export async function closingAll<Result>(
  work: (closing: <Part extends { close(): unknown }>(part: Part) => Part) => Promise<Result>,
): Promise<Result> {
  const closes: (() => unknown)[] = [];
  try {
    return await work((part) => (closes.push(() => part.close()), part));
  } finally {
    for (const close of closes.reverse()) await close();
  }
}
