import type { Notary } from '#platform/notary/notary.js';
import type { Logger } from '#platform/process/logger.js';
import type { ReadStores } from '#platform/read-side/read-store/lanes.js';
import type { ViewsStatus } from '#platform/read-side/read-store/read-store.js';
import { ClockInMemory } from '#platform/testing/in-memory/clock-in-memory.js';
import type { Organizations } from '#platform/write-side/permission.js';
import { expect, test } from '@jest/globals';
import type { InternalCommands } from '../internal-commands.js';
import type { SentCommand } from '../reactor.js';
import { ProofAlerts } from './proof-alerts.js';

const [patil, rao] = [
  '0190a6c2-0000-7000-8000-00000000000a',
  '0190a6c2-0000-7000-8000-00000000000b',
];
const since = '2026-11-29T20:00:00.000Z';

function createAlerts(status: Awaited<ReturnType<Notary['readStatus']>>, views: ViewsStatus = {}) {
  const sent: SentCommand[] = [];
  const organization = {
    timeZone: 'Asia/Kolkata',
    members: new Map([
      ['meera', 'admin'],
      ['asha', 'sales'],
    ]),
  };
  const alerts = new ProofAlerts(
    { readStatus: async () => status } as Notary,
    { first: { readViewsStatus: async () => views } } as ReadStores,
    {
      get: async (id: string) => (id === patil ? organization : undefined),
    } as unknown as Organizations,
    {
      send: async (command: SentCommand) => void sent.push(command),
    } as unknown as InternalCommands,
    new ClockInMemory(),
    { warn: () => {} } as unknown as Logger,
  );
  return { alerts, sent };
}

test('admins of the organization concerned get one alert, on the day of their organization', async () => {
  const streams = [
    `lead-${patil}_l1`,
    `bill-${patil}_b1`,
    `lead-${rao}_l2`,
    'claim-x',
    'no stream',
  ];
  const { alerts, sent } = createAlerts({ stopped: { because: 'changed', since, streams } });
  await alerts.raiseAll();
  expect(sent).toMatchObject([
    {
      organizationId: patil,
      command: {
        type: 'RaiseAlert',
        data: { memberId: 'meera', about: { kind: 'proof-broken' }, on: '2026-11-30' },
      },
    },
  ]);
  await alerts.raiseAll();
  expect(sent[1]).toEqual(sent[0]);
});

test('nobody is alerted while the log fits its proof, or if no stream is named', async () => {
  for (const status of [{}, { stopped: { because: 'a tile is missing', since } }]) {
    const { alerts, sent } = createAlerts(status);
    await alerts.raiseAll();
    expect(sent).toEqual([]);
  }
});

test('admins are alerted to views that were changed by hand, although the log fits', async () => {
  const wrong = { because: 'changed', since, streams: [`lead-${patil}_l1`] };
  const { alerts, sent } = createAlerts({}, { wrong });
  await alerts.raiseAll();
  expect(sent).toMatchObject([{ organizationId: patil, command: { data: { memberId: 'meera' } } }]);
});
