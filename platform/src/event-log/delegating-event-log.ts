import type { Message } from '#domain/kernel/message.js';
import type { Append, AppendResult, EventLog, NewEvent, Position, RecordedEvent } from './event-log.js';

/** A log that asks another one, for those that change only a part of it. */
export class DelegatingEventLog implements EventLog {
  constructor(protected readonly log: EventLog) {}

  append(stream: string, expected: number, events: readonly NewEvent[]): Promise<AppendResult> {
    return this.appendAll([{ stream, expected, events }]);
  }

  appendAll(appends: readonly Append[]): Promise<AppendResult> {
    return this.log.appendAll(appends);
  }

  read<Event extends Message>(stream: string, from?: number): Promise<readonly RecordedEvent<Event>[]> {
    return this.log.read<Event>(stream, from);
  }

  readAll(after: Position, max: number) {
    return this.log.readAll(after, max);
  }

  subscribe(after: Position, signal: AbortSignal) {
    return this.log.subscribe(after, signal);
  }

  identity() {
    return this.log.identity();
  }

  head() {
    return this.log.head();
  }

  close() {
    return this.log.close();
  }
}
