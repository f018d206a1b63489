import type { EventLog } from '#platform/event-log/event-log.js';
import { ClockInMemory } from '#platform/testing/in-memory/clock-in-memory.js';
import { OrganizationHistory } from '../organization-history.js';
import type { StreamHistory } from '../stream-history.js';

/** Caches nothing before `onModuleInit` is called. */
export const createOrganizationHistory = (
  streams: StreamHistory,
  log: EventLog,
): OrganizationHistory =>
  new OrganizationHistory(
    streams,
    log,
    new ClockInMemory() as never,
    { warn: () => undefined } as never,
  );
