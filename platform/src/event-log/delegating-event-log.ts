import type { Message } from '#domain/kernel/message.js';
import { type Append, type AppendResult, EventLog, type Position, type RecordedEvent } from './event-log.js';

/** Passes every call on to another log, for decorators that change only a part of it. */
export class DelegatingEventLog extends EventLog {
  constructor(protected readonly log: EventLog) {
    super();
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
