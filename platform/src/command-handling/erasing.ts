import type { EventLog } from '../event-log/event-log.js';
import type { KeyStore } from '../key-store/key-store.js';
import { type EventReader, keysOf } from '../sealing/sealing.js';
import type { FoldedStreams } from './folded.js';

type Ports = { readonly log: EventLog; readonly keys: Pick<KeyStore, 'destroy'>; readonly reader: EventReader; readonly folded: FoldedStreams };

/** Makes what streams say of a person unreadable for ever. */
export function erasing({ log, keys, reader, folded }: Ports) {
  return {
    /**
     * Destroys the keys of the streams on account of that PersonalDataErased. Doing it twice changes nothing, so that after a
     * crash between event and keys whoever sees the event again may finish it.
     */
    async eraseStreams(streams: readonly string[], eventId: string): Promise<void> {
      const ids = await keyIds(streams);
      if (ids.length > 0) await keys.destroy(ids, eventId);
      drop(streams, ids);
    },
    /** Drops what this process remembers of streams that another one has erased. */
    async forgetStreams(streams: readonly string[]): Promise<void> {
      drop(streams, await keyIds(streams));
    },
  };

  async function keyIds(streams: readonly string[]): Promise<string[]> {
    const histories = await Promise.all(streams.map((stream) => log.read(stream)));
    return [...keysOf(histories.flat())];
  }

  function drop(streams: readonly string[], ids: readonly string[]): void {
    reader.forget(ids);
    folded.forget(streams);
  }
}
export type Erasing = ReturnType<typeof erasing>;
