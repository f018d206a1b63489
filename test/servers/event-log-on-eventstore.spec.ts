import { EventLogOnEventStore } from '#platform/event-log/event-log-on-eventstore.js';
import { eventLogContract } from '#platform/event-log/event-log.contract.js';
import { folders } from '#platform/testing/folders.js';
import { afterAll, describe } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { EventStoreStandIn } from './event-store-stand-in/event-store-stand-in.js';
import { LogSince } from './event-store-stand-in/log-since.js';

const folder = folders();
const standIns = new Map<EventLogOnEventStore, EventStoreStandIn>();
afterAll(() => Promise.all([...new Set(standIns.values())].map((standIn) => standIn.stop())));

describe('against the stand-in', () => {
  const openOn = (standIn: EventStoreStandIn) => {
    const log = EventLogOnEventStore.open(standIn.url);
    standIns.set(log, standIn);
    return log;
  };
  eventLogContract(
    async () => openOn(await EventStoreStandIn.start(join(folder(), 'log.jsonl'))),
    async (log) => {
      const standIn = standIns.get(log as EventLogOnEventStore)!;
      await log.close();
      return openOn(standIn);
    },
  );
});

const url = process.env.EVENTSTORE_URL;
const describeOnRealServer = (): void => {
  eventLogContract(
    async () => {
      const log = EventLogOnEventStore.open(url!);
      return new LogSince(log, `contract-${randomUUID()}-`, await log.readLastPosition());
    },
    async (log) => {
      const { prefix, start } = log as LogSince;
      await log.close();
      return new LogSince(EventLogOnEventStore.open(url!), prefix, start);
    },
    { manyLogs: false },
  );
};
if (url) describe('against the server that EVENTSTORE_URL names', describeOnRealServer);
