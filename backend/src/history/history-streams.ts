import {
  type EventLog,
  type RecordedEvent,
  withPlaceholders,
} from '#platform/event-log/event-log.js';
import { OpenedStreams } from '#platform/read-side/past/stream-views.js';
import { isErasure } from '#platform/sealing/platform-events.js';
import type { EventReader } from '#platform/sealing/sealing.js';

/**
 * Decrypted streams of a history. A record is folded up to its first event that only a newer build
 * knows, and later ones are listed without their changes.
 */
export class HistoryStreams extends OpenedStreams {
  constructor(log: Pick<EventLog, 'read'>, reader: EventReader) {
    super(log, { types: reader.types, open: (events) => withPlaceholders(reader.open(events)) });
  }

  /** Events to fold: those before the first of a newer build, and erasures. */
  override async read(stream: string): Promise<readonly RecordedEvent[]> {
    const events = await this.readAll(stream);
    const firstNewer = events.findIndex(({ isNewer }) => isNewer);
    if (firstNewer < 0) return events;
    const erasures = events.slice(firstNewer).filter((event) => isErasure(event) && !event.isNewer);
    return [...events.slice(0, firstNewer), ...erasures];
  }

  /** All events. Each of a newer build is a placeholder. */
  readAll(stream: string): Promise<readonly RecordedEvent[]> {
    return super.read(stream);
  }
}
