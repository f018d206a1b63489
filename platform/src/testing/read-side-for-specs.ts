import type { EventLog, RecordedEvent } from '../event-log/event-log.js';
import { Unavailable } from '../common/unavailable.js';
import { ChangePublisher } from '../live/change-publisher.js';
import { ReadLane } from '../live/read-lane.js';
import type { PerStream, Projection } from '../read-side/projections/projection.js';
import type { Change, Checkpoint, ReadStore } from '../read-side/read-store/read-store.js';

type Lead = { assignedTo: string };
export const leads = {
  name: 'leads',
  version: 1,
  events: {},
  indexes: [],
  fold: (lead) => lead,
  audience: ({ assignedTo }) => assignedTo,
} satisfies PerStream<never, Lead>;
const oldEvent = { metadata: { at: '2026-01-01T00:00:00.000Z' } } as RecordedEvent;
export const positionOf = (number: number) => String(number).padStart(4, '0');

/**
 * Read side with one view of leads. Its `commit` writes to the store like a projection host of
 * another process.
 */
export class ReadSideForSpecs {
  readonly commits = new ChangePublisher();
  readonly projections = [leads] as unknown as readonly Projection[];
  /** Store as the read side sees it; counts reads and can be unavailable. */
  readonly watched: ReadStore;
  readonly readLane: ReadLane;
  position = 0;
  reads = 0;
  isUnavailable = false;
  troubles = 0;
  /** Position of the log's end. */
  head = '0000';
  /** The log answers once this has resolved. */
  logAnswersAfter: Promise<void> | undefined;

  constructor(readonly store: ReadStore) {
    this.watched = this.watch();
    this.readLane = new ReadLane({
      store: this.watched,
      projections: this.projections,
      commits: this.commits,
      log: { readAll: (after) => this.readEventsAfter(after) } satisfies Pick<EventLog, 'readAll'>,
      onTrouble: () => void this.troubles++,
    });
  }

  async start(): Promise<void> {
    await this.store.ensure([{ name: 'leads@1.1', indexes: [] }]);
    const promotes = { track: 'rebuild', current: { leads: 'leads@1.1' } };
    const first = {
      track: 'current',
      expected: undefined,
      checkpoint: this.checkpoint(),
      documents: [],
      sums: [],
      changes: [],
      promotes,
    };
    await this.store.commit(first);
    await this.readLane.start();
  }

  async stop(): Promise<void> {
    await this.readLane.stop();
    await this.store.close();
  }

  checkpoint(): Checkpoint {
    return {
      log: 'log',
      position: positionOf(this.position),
      eventId: '',
      stream: '',
      revision: this.position,
      epoch: 0,
    };
  }

  makeCurrent(collection: string): Promise<void> {
    return this.store.setCurrentCollections({ leads: collection });
  }

  /** Commits a change like the projection host. */
  async commit(
    id: string,
    before: string | undefined,
    document: Lead | undefined,
    organizationId = 'org',
  ): Promise<Change> {
    const expected = await this.store.readCheckpoint('current');
    this.position++;
    const after = document?.assignedTo;
    const change = {
      organizationId,
      view: 'leads',
      id,
      revision: this.position,
      before,
      after,
      position: positionOf(this.position),
    };
    await this.store.commit({
      track: 'current',
      expected,
      checkpoint: this.checkpoint(),
      sums: [],
      changes: [change],
      documents: [
        {
          collection: 'leads@1.1',
          id: `${organizationId}_${id}`,
          json: document && JSON.stringify(document),
        },
      ],
    });
    return change;
  }

  publish({ position }: Pick<Change, 'position'>): void {
    this.commits.publish(position);
  }

  private async readEventsAfter(after: string): Promise<readonly RecordedEvent[]> {
    await this.logAnswersAfter;
    return after < this.head ? [oldEvent] : [];
  }

  private watch(): ReadStore {
    return new Proxy(this.store, {
      get: (target, name: keyof ReadStore) => {
        const method = (target[name] as (...parameters: unknown[]) => unknown).bind(target);
        return (...parameters: unknown[]) => {
          if (this.isUnavailable) return Promise.reject(new Unavailable('away'));
          if (name === 'get') this.reads++;
          return method(...parameters);
        };
      },
    });
  }
}

/** Waits until the condition holds. */
export const waitUntil = async (condition: () => boolean | Promise<boolean>) => {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 2));
};
