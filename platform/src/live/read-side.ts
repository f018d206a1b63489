import type { OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import type { Position } from '../event-log/event-log.js';
import type { Health } from '../read-side/projections/projection-host.js';
import { combineHealth } from '../read-side/projections/projection-hosts.js';
import { Lanes } from '../read-side/read-store/lanes.js';
import { ViewsInLanes } from '../read-side/read-store/views-in-lanes.js';
import type { Views } from '../read-side/read-store/views.js';
import type { ReadLane } from './read-lane.js';

/** Views for endpoints and sockets: those of all lanes. */
export class ReadSide implements OnModuleInit, OnApplicationShutdown {
  readonly views: Views;
  readonly lanes: Lanes<ReadLane>;

  constructor(lanes: readonly ReadLane[]) {
    this.lanes = new Lanes(lanes);
    const views = lanes.map((lane) => lane.views);
    this.views = views.length === 1 ? views[0]! : new ViewsInLanes(new Lanes(views));
  }

  async onModuleInit(): Promise<void> {
    await Promise.all(this.lanes.all.map((lane) => lane.start()));
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.lanes.all.map((lane) => lane.stop()));
  }

  /**
   * Waits until views have reached a position: those of accounts and of one organization, or all
   * views if no organization is given.
   */
  async waitFor(
    position: Position,
    milliseconds: number,
    organizationId?: string,
  ): Promise<boolean> {
    const lanes = organizationId === undefined ? this.lanes.all : this.findLanes(organizationId);
    const reached = lanes.map((lane) => lane.waitFor(position, milliseconds));
    return (await Promise.all(reached)).every(Boolean);
  }

  /**
   * Waits until all views have reached a position. The returned function tells whether the views of
   * an organization have reached it, so that a late lane delays only its own organizations.
   */
  async waitForEach(
    position: Position,
    milliseconds: number,
  ): Promise<(organizationId: string) => boolean> {
    await this.waitFor(position, milliseconds);
    return (organizationId) =>
      this.findLanes(organizationId).every((lane) => lane.position >= position);
  }

  /** Lanes with an organization's records, and with its members' accounts. */
  findLanes(organizationId: string): readonly ReadLane[] {
    return [...new Set([this.lanes.findLane(organizationId), this.lanes.first])];
  }

  /**
   * Whether one of these streams is parked in a live view, so that its documents may be outdated.
   */
  isParked(streams: readonly string[]): boolean {
    return streams.some((stream) => this.lanes.findLaneOfStream(stream).isParked([stream]));
  }

  async checkHealth(): Promise<Health> {
    return combineHealth(await Promise.all(this.lanes.all.map((lane) => lane.checkHealth())));
  }
}
