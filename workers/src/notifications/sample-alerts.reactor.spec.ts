import { meera, organization } from '#domain/leads/lead.examples.js';
import { recorded } from '#platform/testing/recorded.js';
import { expect, test } from '@jest/globals';
import { SampleAlerts } from './sample-alerts.reactor.js';

const [joined] = recorded([
  `organization-${organization.id}`,
  { type: 'MemberJoined', data: { memberId: meera.id, role: 'admin', via: 'founding' } },
]);
const MINUTE_AFTER_JOINING = '2026-11-21T09:31:00.000Z';
const MONTH_AFTER_JOINING = '2026-12-21T09:31:00.000Z';
/** Reaction to `joined` if the reactor reads it at that time. */
const reactAt = (now: string) =>
  new SampleAlerts({ now: () => now } as never).react(joined as never);

test('members who join or found an organization get samples without opening their alerts', () =>
  expect(reactAt(MINUTE_AFTER_JOINING)).toEqual({
    commands: [
      {
        command: {
          type: 'RequestSampleAlerts',
          data: { accountId: meera.id, organizationId: organization.id },
        },
        actorId: meera.id,
        to: `account-${meera.id}`,
      },
    ],
  }));
test('members who joined long ago, as in imported history, get no samples', () =>
  expect(reactAt(MONTH_AFTER_JOINING)).toEqual({}));
