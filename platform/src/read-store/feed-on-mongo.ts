import type { ClientSession, Collection as Records, Db } from 'mongodb';
import type { Position } from '../event-log/event-log.js';
import type { FeedEntry } from './read-store.js';

/** A change can be asked for so long, or until so many others of its organization have come. */
const feedMilliseconds = 10 * 60_000;
const feedLength = 50_000;
/** What has become too old is forgotten this often, in organizations where something happens. */
const trimMilliseconds = 60_000;

/** From where on everything is told. A new era begins with each line that is joined: what was told before counts no more. */
export type Feed = { readonly era: number; readonly since: Position };
/** An organization's part of it. Marks are places that had been reached at a time, so that what is too old need not be searched. */
export type OrganizationFeed = Feed & {
  readonly length: number;
  readonly numbers: number;
  readonly marks: readonly { readonly at: Date; readonly position: Position }[];
};

/** In order of an organization's positions, and within one in order of their coming. */
type Place = { readonly era: number; readonly organization: string; readonly position: Position; readonly number: number };
type Told = { readonly _id: Place } & Omit<FeedEntry, 'organizationId' | 'position'>;

/** What has changed for whom, by organization. Older than it goes back, a reader starts over. */
export class FeedOnMongo {
  private readonly entries: Records<Told>;

  constructor(db: Db) {
    this.entries = db.collection<Told>('changes');
  }

  /** An organization's feed with these entries; those that it has no more room or time for are gone. */
  async grown(
    organization: string,
    before: OrganizationFeed,
    added: readonly FeedEntry[],
    now: Date,
    session: ClientSession,
  ): Promise<{ readonly feed: OrganizationFeed; readonly told: readonly Told[] }> {
    const { era, numbers } = before;
    const told = added.map(({ organizationId: _, position, ...change }, index) => ({
      _id: { era, organization, position, number: numbers + index },
      ...change,
    }));
    const marked = this.marked(before, added.at(-1)!.position, now);
    const old = marked.marks.findLast(({ at }) => at.getTime() < now.getTime() - feedMilliseconds)?.position;
    const excess = before.length + told.length - feedLength;
    const forgotten = [old, excess > 0 ? await this.positionOf(organization, before, told, excess - 1, session) : undefined].filter(
      (each) => each !== undefined,
    );
    const since = forgotten.reduce((one, other) => (one > other ? one : other), before.since);
    const feed = { ...marked, since, numbers: numbers + told.length, length: before.length + told.length };
    if (since === before.since) return { feed, told };

    const { deletedCount } = await this.entries.deleteMany(
      { _id: { $gt: first(era, organization), $lt: after(era, organization, since) } },
      { session },
    );
    const stay = told.filter(({ _id }) => _id.position > since);
    const marks = marked.marks.filter(({ position }) => position > since);
    return { feed: { ...feed, marks, length: before.length - deletedCount + stay.length }, told: stay };
  }

  async add(told: readonly Told[], session: ClientSession): Promise<void> {
    if (told.length > 0) await this.entries.insertMany(told, { session, ordered: false });
  }

  async after(era: number, organizationId: string, position: Position, limit: number): Promise<readonly FeedEntry[]> {
    const found = await this.entries
      .find({ _id: { $gt: after(era, organizationId, position), $lt: last(era, organizationId) } }, { sort: { _id: 1 }, limit, batchSize: limit + 1 })
      .toArray();
    return found.map(({ _id, view, id, revision, before, after, room }) => ({
      organizationId,
      view,
      id,
      revision,
      before: before ?? undefined,
      after: after ?? undefined,
      ...(room != null && { room }),
      position: _id.position,
    }));
  }

  /** Throws away what was told before this era. Nobody is told of it any more, so it need not be part of a transaction. */
  async forgetBefore(era: number): Promise<void> {
    await this.entries.deleteMany({ _id: { $lt: { era } as Place } });
  }

  private marked(before: OrganizationFeed, position: Position, now: Date): OrganizationFeed {
    const latest = before.marks.at(-1);
    if (latest && now.getTime() < latest.at.getTime() + trimMilliseconds) return before;
    return { ...before, marks: [...before.marks, { at: now, position }] };
  }

  private async positionOf(organization: string, { era, length }: OrganizationFeed, told: readonly Told[], index: number, session: ClientSession) {
    if (index >= length) return told[index - length]!._id.position;
    const [entry] = await this.entries
      .find({ _id: { $gt: first(era, organization), $lt: last(era, organization) } }, { session, sort: { _id: 1 }, skip: index, limit: 1 })
      .toArray();
    return entry?._id.position;
  }
}

/** Records compare field by field: one that ends earlier comes before all that begin like it. */
const first = (era: number, organization: string) => ({ era, organization }) as Place;
const last = (era: number, organization: string) => ({ era, organization: `${organization}\0` }) as Place;
const after = (era: number, organization: string, position: Position): Place => ({ era, organization, position, number: Infinity });
