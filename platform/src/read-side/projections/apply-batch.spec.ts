import { expect, jest, test } from '@jest/globals';
import type { EventLog, RecordedEvent } from '../../event-log/event-log.js';
import type { ReadStore } from '../read-store/read-store.js';
import { Unavailable } from '../../common/unavailable.js';
import { type ProjectionPorts, applyBatch } from './apply-batch.js';
import { ProjectionProcessor } from './projection-processor.js';
import type { PerStream } from './projection.js';

type Lamp = { type: 'Made' | 'Switched'; data: object };
const lamps = (name: string): PerStream<Lamp, object> => ({
  ...{ name, version: 1, events: { Made: {}, Switched: {} }, begins: 'Made', indexes: [] },
  fold: (lamp) => lamp ?? {},
});

test('where one projection cannot load its records none projects, also not later', async () => {
  const [away, slow] = [new ProjectionProcessor(lamps('away')), new ProjectionProcessor(lamps('slow'))];
  const [loading, projected] = [jest.spyOn(slow, 'load'), jest.spyOn(slow, 'project')];
  const get = async (collection: string) => {
    if (collection.startsWith('away')) throw new Unavailable('away');
    await new Promise(setImmediate);
    return new Map<string, string>();
  };
  const ports: ProjectionPorts = {
    ...{ log: {} as EventLog, store: { get } as unknown as ReadStore },
    open: async (events) => events,
    erase: async () => {},
  };
  const metadata = { organizationId: 'org', at: '', eventId: '' };
  const event = { stream: 'lamp-org_1', revision: 1, position: '1', type: 'Switched', data: {}, metadata } as unknown as RecordedEvent;
  await expect(applyBatch(ports, [away, slow], [event])).rejects.toThrow(Unavailable);
  await loading.mock.results[0]!.value;
  await new Promise(setImmediate);
  expect(projected).not.toHaveBeenCalled();
});
