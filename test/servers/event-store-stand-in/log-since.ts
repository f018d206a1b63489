import type { Message } from '#domain/kernel/texts/message.js';
import {
  type Append,
  type EventLog,
  type EventSelection,
  type NewEvent,
  type Position,
  type RecordedEvent,
  type StreamSelection,
  BEFORE_ALL,
} from '#platform/event-log/event-log.js';
import { createSelectionTest } from '#platform/event-log/subject.js';

/**
 * Log on a shared server that looks empty at first: it prefixes the names of streams, and
 * hides all events before `start`. Other answers are unchanged, so that the contract suite can run
 * on a server that is never empty.
 */
export class LogSince implements EventLog {
  constructor(
    readonly log: EventLog,
    readonly prefix: string,
    readonly start: Position,
  ) {}

  readIdentity() {
    return this.log.readIdentity();
  }

  append(stream: string, expected: number, events: readonly NewEvent[]) {
    return this.log.append(this.prefix + stream, expected, events);
  }

  appendAll(appends: readonly Append[]) {
    return this.log.appendAll(
      appends.map((append) => ({ ...append, stream: this.prefix + append.stream })),
    );
  }

  async read<Event extends Message>(stream: string, from?: number) {
    const events = await this.log.read<Event>(this.prefix + stream, from);
    return events.map((event) => ({ ...event, stream }));
  }

  hasReached(stream: string, revision: number) {
    return this.log.hasReached(this.prefix + stream, revision);
  }

  async readAll(after: Position, max: number) {
    return this.withoutPrefix(await this.log.readAll(after || this.start, max));
  }

  async readBack(selection: StreamSelection, before: Position | undefined, max: number) {
    // For the server, prefixed streams belong to no organization, so they are filtered here.
    const isWanted = createSelectionTest(selection);
    const events = (await this.readAll(BEFORE_ALL, 10_000))
      .filter(
        ({ stream, position }) => (before === undefined || position < before) && isWanted(stream),
      )
      .toReversed()
      .slice(0, max);
    return { events, next: events.length < max ? undefined : events.at(-1)!.position };
  }

  async readSelected(selection: EventSelection, after: Position, max: number) {
    const isWanted = createSelectionTest(selection);
    const all = await this.readAll(after, max);
    return {
      events: all.filter(
        ({ stream, type }) => isWanted(stream) && !selection.skippedTypes.has(type),
      ),
      reached: all.at(-1)?.position,
    };
  }

  async *subscribe(after: Position, signal: AbortSignal) {
    for await (const batch of this.log.subscribe(after || this.start, signal))
      yield this.withoutPrefix(batch);
  }

  async readLastPosition() {
    const head = await this.log.readLastPosition();
    return head === this.start ? BEFORE_ALL : head;
  }

  findOutage() {
    return this.log.findOutage();
  }

  close() {
    return this.log.close();
  }

  /**
   * Events of other users are kept under their full names, so that a suite notices when its log is
   * not its own.
   */
  private readonly withoutPrefix = (events: readonly RecordedEvent[]) =>
    events.map((event) => ({
      ...event,
      stream: event.stream.startsWith(this.prefix)
        ? event.stream.slice(this.prefix.length)
        : event.stream,
    }));
}
