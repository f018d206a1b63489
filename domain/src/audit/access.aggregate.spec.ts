import { describe, expect, test } from '@jest/globals';
import { aggregates, commandDefinitions } from '../aggregates.js';
import { billId } from '../bills/bill.examples.js';
import { Refusal } from '../kernel/refusal.js';
import { specify } from '../kernel/testing/specification.js';
import { quantities } from '../kernel/values/quantities.js';
import { asha, context } from '../leads/lead.examples.js';
import { accessAggregate } from './access.aggregate.js';
import type { AccessCommand, AccessEvent } from './access.commands.js';
import { auditLinkId } from './access.examples.js';
import { auditKinds } from './audit.values.js';
import { toRefusalCommand } from './refused-decision.js';

const given = specify(accessAggregate, context);
const refusedDecision = {
  command: 'ApproveBill',
  kind: 'bill',
  recordId: billId,
  reason: 'own-bill',
} as const;
const recordRefusal: AccessCommand = { type: 'RecordRefusal', data: refusedDecision };
const decisionRefused: AccessEvent = { type: 'DecisionRefused', data: refusedDecision };

describe('the access log', () => {
  test('records an opened screen with its filters', () =>
    given()
      .when({ type: 'OpenAuditScreen', data: { screen: 'feed', filters: { kind: 'lead' } } })
      .then({ type: 'AccessRecorded', data: { screen: 'feed', filters: { kind: 'lead' } } }));
  test('records each export, also the second equal one', () => {
    const exported: AccessEvent = { type: 'AccessRecorded', data: { export: 'bills' } };
    given(exported)
      .when({ type: 'ExportAudit', data: { export: 'bills' } })
      .then(exported);
  });
  test('has a stream per member and month, and one per link', () => {
    const sender = { accountId: asha.id, organizationId: 'org', now: context.now };
    expect(accessAggregate.streamId({ screen: 'feed' }, sender)).toBe(`${asha.id}-2026-11`);
    expect(accessAggregate.streamId({ linkId: auditLinkId }, sender)).toBe(
      `${auditLinkId}-2026-11`,
    );
  });
});

describe('a refused decision', () => {
  test('is recorded with its reason', () => given().when(recordRefusal).then(decisionRefused));
  test('that is the last to fit into a month is marked, and no later one is recorded', () => {
    const earlier = Array.from({ length: quantities.refusalsOfMonth - 1 }, () => decisionRefused);
    const last: AccessEvent = { type: 'DecisionRefused', data: { ...refusedDecision, last: true } };
    given(...earlier)
      .when(recordRefusal)
      .then(last);
    given(...earlier, last)
      .when(recordRefusal)
      .thenNothing();
  });
  test('keeps nothing that a person typed', () =>
    expect(
      toRefusalCommand({
        command: { type: 'RejectBill', data: { billId, reason: 'Lunch with Rajesh' } },
        category: 'bill',
        recordId: billId,
        refusal: new Refusal('own-bill'),
      }).data,
    ).toEqual({ command: 'RejectBill', kind: 'bill', recordId: billId, reason: 'own-bill' }));
  test.each(['ApproveBill', 'RejectBill', 'ChangeMemberRole', 'ErasePersonalData', 'ConvertLead'])(
    '%s is a decision',
    (command) => expect(commandDefinitions[command]!.recordsRefusals).toBe(true),
  );
});

test('the feed knows every kind of record', () =>
  expect([...auditKinds].sort()).toEqual(aggregates.map(({ category }) => category).sort()));
