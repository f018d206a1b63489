import { ChangePublisher } from '../../live/change-publisher.js';
import { ReadLane } from '../../live/read-lane.js';
import type { Position } from '../../event-log/event-log.js';
import {
  type Health,
  ProjectionHost,
  type ProjectionHostOptions,
} from '../../read-side/projections/projection-host.js';
import type { Progress } from '../../read-side/projections/rebuild.js';
import type { Views } from '../../read-side/read-store/views.js';

/** Projection host and read side, as a process of the product has them. */
export class ProjectingProcess {
  /** Positions of the published commits, in order. */
  readonly notifications: Position[] = [];
  readonly readLane: ReadLane;
  private readonly host: ProjectionHost;

  constructor(options: ProjectionHostOptions) {
    const commits = new ChangePublisher();
    const onCommitted = (position: Position) => {
      this.notifications.push(position);
      commits.publish(position);
    };
    this.host = new ProjectionHost({ ...options, onCommitted });
    this.readLane = new ReadLane({ ...options, commits });
    this.readLane.host = this.host;
  }

  get views(): Views {
    return this.readLane.views;
  }

  async start(progress?: Progress): Promise<void> {
    await this.readLane.start();
    await this.host.start(progress);
  }

  async stop(): Promise<void> {
    await this.host.stop();
    await this.readLane.stop();
  }

  waitFor(position: string, milliseconds: number): Promise<boolean> {
    return this.readLane.waitFor(position, milliseconds);
  }

  health(): Promise<Health> {
    return this.host.checkHealth();
  }
}
