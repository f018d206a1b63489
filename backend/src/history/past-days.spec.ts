import { readConfig } from '#platform/common/config/config.js';
import type { Metadata } from '#platform/event-log/event-log.js';
import { createLogger } from '#platform/process/logger.js';
import { createCheckpoint } from '#platform/read-side/projections/checkpoints.js';
import { ReadStores } from '#platform/read-side/read-store/lanes.js';
import type { ReadStore } from '#platform/read-side/read-store/read-store.js';
import type { Sealing } from '#platform/sealing/sealing.js';
import { folders } from '#platform/testing/folders.js';
import { ClockInMemory } from '#platform/testing/in-memory/clock-in-memory.js';
import { EventLogInMemory } from '#platform/testing/in-memory/event-log-in-memory.js';
import { expect, test } from '@jest/globals';
import { PastProjections } from './past-details.js';
import { PastDays } from './past-days.js';

const createFolder = folders();

test('an erasure whose process died before it destroyed the key is completed', async () => {
  const log = new EventLogInMemory();
  const append = (eventId: string, type: string, revision: number) =>
    log.append('lead-org_1', revision, [{ type, data: {}, metadata: { eventId } as Metadata }]);
  const { position, revision } = await append('1', 'LeadCreated', -1);
  const leadEvent = { position, revision, eventId: '1', stream: 'lead-org_1' };
  const checkpoint = { ...(await createCheckpoint(log, 1)), ...leadEvent };
  await append('2', 'PersonalDataErased', 0);

  const erased: string[] = [];
  let end = () => {};
  const complete = new Promise<void>((resolve) => (end = resolve));
  const days = new PastDays(
    log,
    new ReadStores([{ readCheckpoint: async () => checkpoint } as unknown as ReadStore]),
    {
      erase: async (streams, eventId) => {
        erased.push(...streams, eventId);
        end();
      },
      heldUntil: () => undefined,
    },
    {} as Sealing,
    new PastProjections([]),
    new ClockInMemory(),
    readConfig({ DATA_DIR: createFolder() }),
    createLogger('silent'),
  );
  await days.onModuleInit();
  await complete;
  expect(erased).toEqual(['lead-org_1', '2']);
  await days.onApplicationShutdown();
});
