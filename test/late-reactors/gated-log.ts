import type { Position, RecordedEvent } from '#platform/event-log/event-log.js';
import { EventLogInMemory } from '#platform/testing/in-memory/event-log-in-memory.js';

/** A log that hands its subscriber one event at a time, each when a test says so. */
export class GatedLog extends EventLogInMemory {
  private reached: Position = '';
  private open: (() => void) | undefined;
  private finished: (() => void) | undefined;

  constructor(events: RecordedEvent[]) {
    super(events);
  }

  override async *subscribe(after: Position, signal: AbortSignal) {
    this.reached = after;
    signal.addEventListener('abort', () => this.open?.());
    while (!signal.aborted) {
      await new Promise<void>((open) => {
        this.open = open;
        this.finished?.();
      });
      const [event] = signal.aborted ? [] : await this.readAll(this.reached, 1);
      if (!event) continue;
      this.reached = event.position;
      yield [event];
    }
  }

  hasNext(): boolean {
    return this.events.some(({ position }) => position > this.reached);
  }

  /** Resolves when the subscriber asks for the event after the next one. */
  async handleNext(): Promise<void> {
    const finished = new Promise<void>((resolve) => (this.finished = resolve));
    this.open!();
    await finished;
  }

  /** Resolves when the subscriber waits for its first event. */
  async isSubscribed(): Promise<void> {
    if (!this.open) await new Promise<void>((resolve) => (this.finished = resolve));
  }
}
