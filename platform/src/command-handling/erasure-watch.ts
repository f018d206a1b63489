import type { RecordedEvent } from '../event-log/event-log.js';
import { erasure } from '../sealing/platform-events.js';
import type { Erasing } from './erasing.js';

/** Whichever process recorded an erasure, this one forgets the keys too, as soon as it sees the event. */
export const finishErasures =
  ({ eraseStreams }: Pick<Erasing, 'eraseStreams'>) =>
  async (events: readonly RecordedEvent[]): Promise<void> => {
    for (const { type, stream, metadata } of events) if (type === erasure) await eraseStreams([stream], metadata.eventId);
  };
