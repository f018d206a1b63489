import { type Position, beforeAll } from '#platform/event-log/event-log.js';
import { type CommittedChange, type Sources, withDocuments } from '#platform/live/committed-changes.js';
import { type ChangeNotification, type Reader, deliveriesOf, hasListeners, socketRooms } from './deliveries.js';

/** A reader that has missed more than this starts over: reading anew is cheaper for both. */
export const mostChanges = 500;

export type Resumed = { readonly position: Position } & ({ readonly changes: readonly ChangeNotification[] } | { readonly startOver: true });

/** What a reader has missed, from the store alone, so that any process can answer. */
export class ChangeFeed {
  constructor(private readonly sources: Sources) {}

  async position(): Promise<Position> {
    return (await this.sources.store.checkpoint('live'))?.position ?? beforeAll;
  }

  async since(reader: Reader, after: Position | undefined): Promise<Resumed> {
    // Read first: what is committed meanwhile is notified now and once more, and never left out.
    const position = await this.position();
    const entries = after === undefined ? undefined : await this.sources.store.changesAfter(reader.organizationId, after, mostChanges + 1);
    if (!entries || entries.length > mostChanges) return { position, startOver: true };
    const joined = new Set(socketRooms(reader));
    const listened = entries.filter((change) => hasListeners(change, (room) => joined.has(room)));
    return { position, changes: notificationsFor(joined, await withDocuments(listened, this.sources)) };
  }
}

/** What would have been sent to these rooms: of each document the last, in the order in which each was changed last. */
function notificationsFor(joined: ReadonlySet<string>, missed: readonly CommittedChange[]): readonly ChangeNotification[] {
  const last = new Map<string, ChangeNotification>();
  for (const { json, ...change } of missed) {
    const document = json === undefined ? undefined : (JSON.parse(json) as unknown);
    for (const { to, except, changes } of deliveriesOf([{ ...change, document }]).deliveries) {
      if (!joined.has(to) || (except !== undefined && joined.has(except))) continue;
      last.delete(`${change.view} ${change.id}`);
      last.set(`${change.view} ${change.id}`, changes[0]!);
    }
  }
  return [...last.values()];
}
