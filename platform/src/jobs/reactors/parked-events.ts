import type { RecordedEvent } from '../../event-log/event-log.js';

/** An event whose effects failed by themselves, or that waits behind such a one of its stream. Ids only, never personal data. */
export type ParkedEvent = {
  readonly stream: string;
  readonly revision: number;
  readonly eventId: string;
  /** When it was parked, by the server's clock. */
  readonly since: string;
  /** The kind of error, without its words: those may quote data. */
  readonly because: string;
};

/** A checkpoint is one small record: with more than these the reactor stands still instead. */
export const mostParked = 1_000;
/** An event waits because the list is full. */
export class TooManyParked extends Error {}

/** Events that are tried again apart from the others. Within a stream their order is kept. */
export class ParkedEvents {
  constructor(private list: readonly ParkedEvent[] = []) {}

  get all(): readonly ParkedEvent[] {
    return this.list;
  }

  get isFull(): boolean {
    return this.list.length >= mostParked;
  }

  get streams(): readonly string[] {
    return [...new Set(this.list.map(({ stream }) => stream))];
  }

  /** Of one stream, in its order. */
  of(stream: string): readonly ParkedEvent[] {
    return this.list.filter((parked) => parked.stream === stream).sort((one, other) => one.revision - other.revision);
  }

  has(stream: string): boolean {
    return this.list.some((parked) => parked.stream === stream);
  }

  /** One that is parked already stays as it is. */
  add({ stream, revision, metadata: { eventId } }: RecordedEvent, since: string, because: string): void {
    if (this.list.some((parked) => parked.eventId === eventId)) return;
    this.list = [...this.list, { stream, revision, eventId, since, because }];
  }

  remove(eventId: string): void {
    this.list = this.list.filter((parked) => parked.eventId !== eventId);
  }
}
