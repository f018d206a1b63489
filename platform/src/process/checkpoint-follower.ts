import { type EventLog, type Position, beforeAll } from '../event-log/event-log.js';
import type { CommitNews, Commits } from '../live/commits.js';
import type { Committed, Health, ReadSide } from '../projection-running/read-side.js';
import { Waiters } from '../projection-running/waiters.js';
import type { ReadStore } from '../read-store/read-store.js';
import { Views } from '../read-store/views.js';

const look = 500;

export class CheckpointFollower implements ReadSide {
  readonly views: Views;
  private readonly waiters = new Waiters();
  private reached: Position = beforeAll;
  private readonly listeners = new Set<(committed: Committed) => void>();
  private timer: NodeJS.Timeout | undefined;
  private unfollow = (): void => {};
  private telling: Promise<void> = Promise.resolve();

  constructor(private readonly parts: { readonly log: EventLog; readonly store: ReadStore; readonly commits: Commits }) {
    this.views = new Views(parts.store);
  }

  async start(): Promise<void> {
    this.unfollow = this.parts.commits.follow((news) => {
      this.telling = this.telling.then(() => this.tell(news)).catch(() => undefined);
    });
    this.timer = setInterval(() => void this.refresh().catch(() => undefined), look);
    await this.refresh();
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.unfollow();
    this.waiters.giveUp();
    await this.telling;
  }

  position(): Position {
    return this.reached;
  }

  waitFor(position: Position, milliseconds: number): Promise<boolean> {
    return this.reached >= position ? Promise.resolve(true) : this.waiters.until(position, milliseconds);
  }

  onCommitted(listener: (committed: Committed) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  async health(): Promise<Health> {
    const [next] = await this.parts.log.readAll(this.reached, 1);
    const lagSeconds = next ? Math.max(0, (Date.now() - Date.parse(next.metadata.at)) / 1_000) : 0;
    return { position: this.reached, role: 'standing by', lagSeconds, parked: [], trouble: undefined };
  }

  private async refresh(): Promise<void> {
    await this.views.refresh();
    this.reach((await this.parts.store.checkpoint('live'))?.position ?? beforeAll);
  }

  private reach(position: Position): void {
    if (position > this.reached) this.reached = position;
    this.waiters.reach(this.reached);
  }

  private async tell({ position, changes }: CommitNews): Promise<void> {
    const live = await this.parts.store.live();
    const told = await Promise.all(
      changes.map(async (change) => {
        const key = change.id === change.organizationId ? change.id : `${change.organizationId}_${change.id}`;
        const collection = live[change.view];
        return { ...change, json: collection === undefined ? undefined : (await this.parts.store.get(collection, [key])).get(key) };
      }),
    );
    this.reach(position);
    for (const listener of this.listeners) listener({ position, changes: told });
  }
}
