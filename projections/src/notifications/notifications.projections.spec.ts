import { expect, test } from '@jest/globals';
import {
  alertRead,
  allAlertsRead,
  assignedAlert,
  dueAlert,
  seen,
} from '#domain/notifications/alerts.examples.js';
import type { AlertsEvent } from '#domain/notifications/alerts.commands.js';
import { toProjectedEvent } from '#platform/read-side/projections/projected-event.js';
import { ProjectionProcessor } from '#platform/read-side/projections/projection-processor.js';
import { project } from '#platform/testing/project.js';
import { recorded } from '#platform/testing/recorded.js';
import { alertsSeen } from './alerts-seen.projection.js';
import { alerts } from './alerts.projection.js';

const november = 'alerts-org_asha-2026-11';
const viewAfter = (...events: AlertsEvent[]) =>
  project(alerts, recorded(...events.map((event) => [november, event] as const)));
const listStates = (...events: AlertsEvent[]) =>
  [...viewAfter(...events).documents.values()].map(({ about, state }) => [about.kind, state]);

test('an alert belongs to its member, is unread, and names its cause', () => {
  const { alertId, happenedAt: at, ...data } = assignedAlert.data;
  expect([...viewAfter(assignedAlert).documents]).toEqual([
    [
      `org_asha-2026-11_${alertId}`,
      {
        ...data,
        alertId,
        organizationId: 'org',
        memberId: 'asha',
        by: 'a-member',
        at,
        position: '0'.repeat(20),
        state: 'unread',
      },
    ],
  ]);
});

test('an alert is pushed only to its member', () =>
  expect(viewAfter(assignedAlert).changes).toMatchObject([{ after: 'asha', room: 'member:asha' }]));

test('alerts are marked read singly or all at once; opening the bell marks none', () => {
  expect(listStates(assignedAlert, dueAlert, seen, alertRead)).toEqual([
    ['lead-assigned', 'read'],
    ['follow-up-due', 'unread'],
  ]);
  expect(listStates(assignedAlert, dueAlert, allAlertsRead)).toEqual([
    ['lead-assigned', 'read'],
    ['follow-up-due', 'read'],
  ]);
});

test('an alert in a month with 1,000 others loads and writes less than eight times the bytes of the first', async () => {
  const processor = new ProjectionProcessor(alerts);
  const stored = new Map<string, string>();
  let loaded = 0;
  const source = {
    readPast: async () => [],
    get: async (_: string, ids: readonly string[]) => {
      const storedDocuments = ids.flatMap((id) =>
        stored.has(id) ? [[id, stored.get(id)!] as const] : [],
      );
      loaded += storedDocuments.reduce((sum, [, json]) => sum + json.length, 0);
      return new Map(storedDocuments);
    },
  };
  const raised = Array.from({ length: 1_001 }, (_, number) => {
    const hexNumber = number.toString(16).padStart(12, '0');
    const alertId = `${assignedAlert.data.alertId.slice(0, -12)}${hexNumber}`;
    return [november, { ...assignedAlert, data: { ...assignedAlert.data, alertId } }] as const;
  });
  const bytes: number[] = [];
  for (const event of recorded(...raised)) {
    const { documents } = await processor.project([toProjectedEvent(event)], source, []);
    for (const { id, json = '' } of documents) stored.set(id, json);
    bytes.push(loaded + documents.reduce((sum, { json = '' }) => sum + json.length, 0));
    loaded = 0;
  }
  expect(bytes.at(-1)).toBeLessThan(8 * bytes[0]!);
});

test('an alert in a part that cannot be folded parks only its own stream', async () => {
  const processor = new ProjectionProcessor(alerts);
  const damaged = { ...assignedAlert, data: { ...assignedAlert.data, alertId: 7 } } as never;
  const events = recorded([november, damaged], ['alerts-org_ravi-2026-11', dueAlert]);
  const emptySource = { readPast: async () => [], get: async () => new Map<string, string>() };
  const { parked, documents } = await processor.project(
    events.map((event) => toProjectedEvent(event)),
    emptySource,
    [],
  );
  expect(parked.map(({ stream }) => stream)).toEqual([november]);
  expect(documents.map(({ id }) => id)).toContain(`org_ravi-2026-11_${dueAlert.data.alertId}`);
});

test('unread alerts are counted by month', () => {
  const { sums } = project(
    alerts,
    recorded(
      [november, assignedAlert],
      [november, dueAlert],
      [november, alertRead],
      ['alerts-org_asha-2026-12', { ...dueAlert, data: { ...dueAlert.data, on: '2026-12-01' } }],
    ),
  );
  expect(Object.fromEntries([...sums].filter(([, sum]) => sum !== 0))).toEqual({
    'org_asha_2026-11': 1,
    'org_asha_2026-12': 1,
  });
});

test('each month has the position at which the bell was last opened, whatever alerts follow', () => {
  const { documents } = project(
    alertsSeen,
    recorded(
      ['alerts-org_a-member-2026-11', seen],
      ['alerts-org_a-member-2026-11', seen],
      ['alerts-org_a-member-2026-12', seen],
      ['alerts-org_a-member-2026-12', dueAlert],
    ),
  );
  expect([...documents]).toEqual([
    [
      'org_a-member-2026-11',
      { organizationId: 'org', memberId: 'a-member', position: '1'.padStart(20, '0') },
    ],
    [
      'org_a-member-2026-12',
      { organizationId: 'org', memberId: 'a-member', position: '2'.padStart(20, '0') },
    ],
  ]);
});
