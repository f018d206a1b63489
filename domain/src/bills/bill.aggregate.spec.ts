import { describe, expect, test } from '@jest/globals';
import { quantities } from '../kernel/values/quantities.js';
import { specify } from '../kernel/testing/specification.js';
import {
  asha,
  context,
  createDecisionContext,
  meera,
  organization,
  ravi,
} from '../leads/lead.examples.js';
import { billAggregate } from './bill.aggregate.js';
import { type BillCommand, billCommands } from './bill.commands.js';
import type { BillEvent } from './bill.events.js';
import {
  approved,
  billErased,
  billId,
  rejected,
  submitted,
  submittedInFull,
} from './bill.examples.js';

const given = specify(billAggregate, context);
const givenToAdmin = specify(billAggregate, createDecisionContext(meera));
const anotherAdmin = { id: '0190a6c2-0000-7000-8000-000000000004', role: 'admin' } as const;

const { submittedBy: _, ...details } = submitted.data;
const submit = (
  more: Partial<Extract<BillCommand, { type: 'SubmitBill' }>['data']> = {},
): BillCommand => ({
  type: 'SubmitBill',
  data: { billId, ...details, ...more },
});
const approve: BillCommand = { type: 'ApproveBill', data: { billId } };
const reject = (reason = rejected.data.reason): BillCommand => ({
  type: 'RejectBill',
  data: { billId, reason },
});

describe('a bill', () => {
  test('belongs to its sender', () => given().when(submit()).then(submitted));
  test('keeps an optional picture and note', () => {
    const { submittedBy: _, ...inFull } = submittedInFull.data;
    given().when(submit(inFull)).then(submittedInFull);
  });
  test('belongs to its submitter, whoever decides on it', () => {
    given(submitted).belongsTo(asha.id);
    given(submitted, approved).belongsTo(asha.id);
    given().belongsTo(undefined);
  });
  test('may be dated today, not tomorrow', () => {
    given()
      .when(submit({ spentOn: context.today }))
      .then({ type: 'BillSubmitted', data: { ...submitted.data, spentOn: context.today } });
    given()
      .when(submit({ spentOn: '2026-11-22' }))
      .thenRefused('bill-in-the-future', 'spentOn');
  });
  test.each([
    ['0026-11-27', 'year-of-two-digits'],
    ['1999-12-31', 'day-before-2000'],
  ] as const)('of %s is refused', (spentOn, code) =>
    given().when(submit({ spentOn })).thenRefused(code, 'spentOn'),
  );
  test('sent again changes nothing, even after a decision', () => {
    given(submitted).when(submit()).thenNothing();
    given(submitted, approved).when(submit()).thenNothing();
  });
  test('under the id of another bill is refused', () => {
    given(submitted)
      .when(submit({ amountPaise: 45_001 }))
      .thenRefused('bill-exists');
    specify(
      billAggregate,
      createDecisionContext(ravi),
    )(submitted)
      .when(submit())
      .thenRefused('bill-exists');
  });
  test('claims its picture’s hash; without a picture it has none', () => {
    given(submittedInFull).holds(submittedInFull.data.imageFileId!);
    given()
      .when(submit({ imageSha256: 'a'.repeat(64) }))
      .then(submitted);
  });
  test('that does not exist cannot be decided on', () => {
    givenToAdmin().when(approve).thenRefused('bill-not-found');
    givenToAdmin().when(reject()).thenRefused('bill-not-found');
  });
});

describe('a decision', () => {
  test('approves or rejects a pending bill', () => {
    givenToAdmin(submitted).when(approve).then(approved);
    givenToAdmin(submitted).when(reject()).then(rejected);
  });
  test('that is equal changes nothing', () => {
    givenToAdmin(submitted, approved).when(approve).thenNothing();
    givenToAdmin(submitted, rejected).when(reject()).thenNothing();
  });
  test('may be changed, and records the earlier one', () => {
    givenToAdmin(submitted, approved)
      .when(reject())
      .then({ type: 'BillRejected', data: { ...rejected.data, from: 'Approved' } });
    givenToAdmin(submitted, rejected)
      .when(approve)
      .then({ type: 'BillApproved', data: { from: 'Rejected' } });
  });
  test('with another reason is recorded', () =>
    givenToAdmin(submitted, rejected)
      .when(reject('No bill number'))
      .then({ type: 'BillRejected', data: { from: 'Rejected', reason: 'No bill number' } }));
  test('can be changed a limited number of times', () => {
    const manyDecisions = Array.from(
      { length: quantities.decisionsOfBill },
      (_, index): BillEvent => (index % 2 === 0 ? rejected : approved),
    );
    givenToAdmin(submitted, ...manyDecisions)
      .when(reject('Once more'))
      .thenRefused('too-many-decisions', 'billId');
  });
  test('on an admin’s own bill needs another admin, if there is one', () => {
    const ownBill: BillEvent = {
      type: 'BillSubmitted',
      data: { ...submitted.data, submittedBy: meera.id },
    };
    const twoAdmins = {
      ...organization,
      members: new Map([...organization.members, [anotherAdmin.id, anotherAdmin.role]]),
    };
    givenToAdmin(ownBill).when(approve).then(approved);
    const givenAnotherAdmin = specify(billAggregate, {
      ...createDecisionContext(meera),
      organization: twoAdmins,
    });
    givenAnotherAdmin(ownBill).when(approve).thenRefused('own-bill');
    givenAnotherAdmin(ownBill).when(reject()).thenRefused('own-bill');
    specify(billAggregate, { ...createDecisionContext(anotherAdmin), organization: twoAdmins })(
      ownBill,
    )
      .when(approve)
      .then(approved);
  });
  test('on an admin’s own bill waits a day after the last other admin was demoted or left', () => {
    const ownBill: BillEvent = {
      type: 'BillSubmitted',
      data: { ...submitted.data, submittedBy: meera.id },
    };
    const givenDemotion = (adminUntil: string, id: string = anotherAdmin.id) =>
      specify(billAggregate, {
        ...createDecisionContext(meera),
        organization: { ...organization, formerAdmins: new Map([[id, adminUntil]]) },
      })(ownBill);
    for (const decide of [approve, reject()])
      givenDemotion('2026-11-21T09:29:59.000Z').when(decide).thenRefused('own-bill-today');
    givenDemotion('2026-11-20T09:30:01.000Z').when(approve).thenRefused('own-bill-today');
    givenDemotion('2026-11-20T09:30:00.000Z').when(approve).then(approved);
    givenDemotion('2026-11-21T09:29:59.000Z', meera.id).when(approve).then(approved);
  });
});

describe('submitted data', () => {
  const findIssues = (data: object) =>
    billCommands.SubmitBill.data
      .safeParse({ billId, ...details, ...data })
      .error?.issues.map(({ message }) => message);
  test.each([0, -1, 0.5, 1e17, Number.NaN, '450'])(
    'an amount of %p paise is refused',
    (amountPaise) =>
      expect([...new Set(findIssues({ amountPaise }))]).toEqual(['Please enter a valid amount']),
  );
  test('need a date', () => expect(findIssues({ spentOn: '' })).toEqual(['Please select a date']));
  test('have one of the known types', () =>
    expect(findIssues({ type: 'Gifts' })).toEqual(['Choose the type of bill']));
  test('accept an empty note as none', () =>
    expect(
      billCommands.SubmitBill.data.parse({ billId, ...details, note: '  ' }),
    ).not.toHaveProperty('note', '  '));
  test.each(['', '   ', '\u200b'])('a reason of %p is refused', (reason) =>
    expect(
      billCommands.RejectBill.data.safeParse({ billId, reason }).error?.issues[0]?.message,
    ).toBe('Please provide a reason for rejecting this bill'),
  );
});

describe('an erasure of a bill', () => {
  const erase = { type: 'EraseBill', data: { billId, ...billErased.data } } as BillCommand;

  test('is recorded with its request', () =>
    givenToAdmin(submittedInFull, rejected).when(erase).then(billErased));
  test('is recorded once', () =>
    givenToAdmin(submittedInFull, approved, billErased).when(erase).thenNothing());
  test('waits for a decision', () =>
    givenToAdmin(submittedInFull).when(erase).thenRefused('bill-undecided'));
  test('is for another admin than the submitter', () => {
    const members = new Map([
      [meera.id, meera.role],
      [anotherAdmin.id, anotherAdmin.role],
    ] as const);
    const ownBill: BillEvent = { ...submitted, data: { ...submitted.data, submittedBy: meera.id } };
    specify(billAggregate, {
      ...createDecisionContext(meera),
      organization: { ...organization, members },
    })(ownBill, approved)
      .when(erase)
      .thenRefused('own-bill');
  });
  test('needs a bill, and refuses a request dated tomorrow', () => {
    givenToAdmin().when(erase).thenRefused('bill-not-found');
    givenToAdmin(submitted, approved)
      .when({ type: 'EraseBill', data: { billId, askedOn: '2026-11-22' } })
      .thenRefused('asked-in-the-future', 'askedOn');
  });
  test('refuses every later decision', () => {
    for (const command of [approve, reject()])
      givenToAdmin(submittedInFull, approved, billErased).when(command).thenRefused('bill-erased');
  });
});
