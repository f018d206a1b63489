import { describe, expect, test } from '@jest/globals';
import { specify } from '../kernel/testing/specification.js';
import { asha, context } from '../leads/lead.examples.js';
import { alertsAggregate } from './alerts.aggregate.js';
import { seen } from './alerts.examples.js';

describe('the bell', () => {
  const given = specify(alertsAggregate, context);

  test('is opened', () => given().when({ type: 'MarkAlertsSeen', data: {} }).then(seen));
  test('is opened each time', () => given(seen).when({ type: 'MarkAlertsSeen', data: {} }).then(seen));
  test('is the sender’s, with a stream for each month', () =>
    expect(alertsAggregate.streamId({}, { accountId: asha.id, organizationId: 'an-organization', now: context.now })).toBe(`${asha.id}-2026-11`));
});
