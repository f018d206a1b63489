import type { EventLog, Position } from '../event-log/event-log.js';
import { textOfAll } from '../event-log/recorded-in-text.js';
import type { KeyStore } from '../key-store/key-store.js';
import type { WantedApart } from './filling-apart.js';
import type { RoomApart } from './room-apart.js';

/** What the thread asks of whoever has the log and the keys: their files have one user. */
export const askedOfLogAndKeys = ({ log, keys }: { readonly log: EventLog; readonly keys: Pick<KeyStore, 'get' | 'destroy'> }) => ({
  textOfAll: (after: Position, max: number) => textOfAll(log, after, max),
  read: (stream: string, from: number) => log.read(stream, from),
  get: (ids: readonly string[]) => keys.get(ids),
  destroy: (ids: readonly string[], eventId: string) => keys.destroy(ids, eventId),
});
export type AskedOfLogAndKeys = ReturnType<typeof askedOfLogAndKeys>;

export type GivenToThread = Pick<WantedApart, 'generations' | 'epoch'> & { readonly path: string; readonly log: string; readonly room: RoomApart };
