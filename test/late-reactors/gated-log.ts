import type { Message } from '#domain/kernel/texts/message.js';
import {
  type Append,
  EventLog,
  type EventSelection,
  type Position,
  type StreamSelection,
} from '#platform/event-log/event-log.js';

/** Log that delivers one event at a time, when the test asks for it. */
export class GatedLog extends EventLog {
  private reachedPosition: Position = '';
  private openGate: (() => void) | undefined;
  private reportFinished: (() => void) | undefined;

  constructor(private readonly log: EventLog) {
    super();
  }

  readIdentity() {
    return this.log.readIdentity();
  }

  appendAll(appends: readonly Append[]) {
    return this.log.appendAll(appends);
  }

  read<Event extends Message>(stream: string, from?: number) {
    return this.log.read<Event>(stream, from);
  }

  readAll(after: Position, max: number) {
    return this.log.readAll(after, max);
  }

  readBack(selection: StreamSelection, before: Position | undefined, max: number) {
    return this.log.readBack(selection, before, max);
  }

  readSelected(selection: EventSelection, after: Position, max: number) {
    return this.log.readSelected(selection, after, max);
  }

  async *subscribe(after: Position, signal: AbortSignal) {
    this.reachedPosition = after;
    signal.addEventListener('abort', () => this.openGate?.());
    while (!signal.aborted) {
      await new Promise<void>((resolve) => {
        this.openGate = resolve;
        this.reportFinished?.();
      });
      const [event] = signal.aborted ? [] : await this.readAll(this.reachedPosition, 1);
      if (!event) continue;
      this.reachedPosition = event.position;
      yield [event];
    }
  }

  readLastPosition() {
    return this.log.readLastPosition();
  }

  close() {
    return this.log.close();
  }

  async hasNext(): Promise<boolean> {
    return (await this.readAll(this.reachedPosition, 1)).length > 0;
  }

  /** Resolves when the subscriber asks for the event after the next one. */
  async handleNext(): Promise<void> {
    const finishing = new Promise<void>((resolve) => (this.reportFinished = resolve));
    this.openGate!();
    await finishing;
  }

  /** Resolves when the subscriber waits for its first event. */
  async untilSubscribed(): Promise<void> {
    if (!this.openGate) await new Promise<void>((resolve) => (this.reportFinished = resolve));
  }
}
