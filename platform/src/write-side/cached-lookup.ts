import type { AccountContext, Decider } from '#domain/kernel/decider.js';
import type { Message } from '#domain/kernel/message.js';
import type { Folded, FoldedStreams } from './folded.js';

/** Looks something up by its id, as its own stream says it is now. */
export type CachedLookup<Entry> = { of(id: string): Promise<Entry | undefined> };

/**
 * Of records that belong to no organization: accounts, and organizations themselves. Each look reads on from where the
 * last one ended, so that what has changed counts at once, and costs no more than what has changed.
 * @param mapper what is to be known of a record; undefined where there is none
 */
export function cachedLookup<State, Command extends Message, Event extends Message, Knows extends AccountContext, Entry>(
  folded: FoldedStreams,
  decider: Decider<State, Command, Event, Knows>,
  mapper: (id: string, state: State, folded: Folded<State>) => Entry | undefined,
): CachedLookup<Entry> {
  const seen = new WeakMap<Folded<State>, { readonly entry: Entry | undefined }>();
  return {
    async of(id) {
      const record = await folded.of(decider, `${decider.category}-${id}`);
      const known = seen.get(record);
      if (known) return known.entry;
      const entry = mapper(id, record.state, record);
      seen.set(record, { entry });
      return entry;
    },
  };
}
