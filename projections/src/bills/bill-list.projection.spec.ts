import {
  approved,
  billErased,
  billId,
  rejected,
  submitted,
  submittedInFull,
} from '#domain/bills/bill.examples.js';
import type { BillEvent } from '#domain/bills/bill.events.js';
import { type BillType, billStatuses, billTypes } from '#domain/bills/bill.values.js';
import { asha } from '#domain/leads/lead.examples.js';
import { project } from '#platform/testing/project.js';
import { recorded } from '#platform/testing/recorded.js';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  billCountKey,
  billDayKey,
  billList,
  decidedKey,
  toMonth,
  monthByMemberKey,
  monthByTypeKey,
  paiseKey,
  pendingKey,
  SUBMITTERS_KEY,
} from './bill-list.projection.js';

const bill = `bill-org_${billId}`;
const viewAfter = (...events: BillEvent[]) =>
  project(billList, recorded(...events.map((event) => [bill, event] as const)));
const shownAfter = (...events: BillEvent[]) => viewAfter(...events).documents.get(`org_${billId}`);
const rejectedLater: BillEvent = {
  type: 'BillRejected',
  data: { from: 'Approved', reason: 'Twice' },
};

test('a submitted bill is pending, with its details', () => {
  expect(shownAfter(submittedInFull)).toEqual({
    ...submittedInFull.data,
    billId,
    organizationId: 'org',
    status: 'Pending',
    submittedAt: '2026-11-21T09:30:00.000Z',
    revision: 0,
    history: [{ at: '2026-11-21T09:30:00.000Z', by: 'a-member', to: 'Pending' }],
  });
});

test('a decision shows its member and reason', () => {
  expect(shownAfter(submitted, approved)).toMatchObject({
    status: 'Approved',
    decidedBy: 'a-member',
    decidedAt: '2026-11-21T09:31:00.000Z',
    revision: 1,
  });
  expect(shownAfter(submitted, rejected)).toMatchObject({
    status: 'Rejected',
    reason: 'The picture cannot be read',
  });
});

test('an approval clears the reason, which stays in the history', () => {
  const shown = shownAfter(submitted, rejected, {
    type: 'BillApproved',
    data: { from: 'Rejected' },
  });
  expect(shown).not.toHaveProperty('reason');
  expect(shown?.history.slice(1)).toEqual([
    {
      at: '2026-11-21T09:31:00.000Z',
      by: 'a-member',
      from: 'Pending',
      to: 'Rejected',
      reason: 'The picture cannot be read',
    },
    { at: '2026-11-21T09:32:00.000Z', by: 'a-member', from: 'Rejected', to: 'Approved' },
  ]);
});

test('an erased bill has its figures and decisions, and no text or picture', () => {
  const erased = shownAfter(submittedInFull, rejected, billErased)!;
  expect(erased).toMatchObject({
    amountPaise: submittedInFull.data.amountPaise,
    status: 'Rejected',
    isErased: true,
    revision: 2,
    history: [{ to: 'Pending' }, { to: 'Rejected' }],
  });
  expect(JSON.stringify(erased)).not.toMatch(/note|reason|image/i);
});

test('a decision is pushed to the submitter', () =>
  expect(viewAfter(submitted, approved).changes.at(-1)).toMatchObject({
    before: asha.id,
    after: asha.id,
  }));

test('the time to a decision is that to the first one', () => {
  const { sums } = viewAfter(submitted, approved, rejectedLater);
  expect(sums.get(`org_${decidedKey('2026-11')}_bills`)).toBe(1);
  expect(sums.get(`org_${decidedKey('2026-11')}_seconds`)).toBe(60);
});

const stream = fc.constantFrom('bill-org_1', 'bill-org_2', 'bill-org_3', 'bill-other_1');
const randomEvent = fc.oneof(
  fc
    .record({
      submittedBy: fc.constantFrom('asha', 'ravi'),
      type: fc.constantFrom(...billTypes),
      spentOn: fc.constantFrom('2026-10-31', '2026-11-01'),
      amountPaise: fc.integer({ min: 1, max: 100 }),
    })
    .map((data): BillEvent => ({ type: 'BillSubmitted', data })),
  fc.constantFrom<BillEvent>(approved, rejected, rejectedLater),
);

test('for any history the sums equal counts over the list', () =>
  fc.assert(
    fc.property(fc.array(fc.tuple(stream, randomEvent)), (history) => {
      const log = recorded(...history);
      const { documents, sums } = project(billList, [...log, ...log]);
      const billsOf = (organizationId: string) =>
        [...documents.values()].filter((each) => each.organizationId === organizationId);
      for (const organizationId of ['org', 'other']) {
        const bills = billsOf(organizationId);
        const sum = (key: string, name: string) =>
          sums.get(`${organizationId}_${key}_${name}`) ?? 0;
        const sumPaise = (summed: typeof bills) =>
          summed.reduce((total, { amountPaise }) => total + amountPaise, 0);
        for (const member of [undefined, 'asha', 'ravi']) {
          const billsOfMember = bills.filter(
            ({ submittedBy }) => member === undefined || submittedBy === member,
          );
          const pending = billsOfMember.filter(({ status }) => status === 'Pending');
          expect(sum(pendingKey(member), 'paise')).toBe(sumPaise(pending));
          expect(sum(pendingKey(member), 'bills')).toBe(pending.length);
          if (member) expect(sum(SUBMITTERS_KEY, member)).toBe(billsOfMember.length);
          for (const status of billStatuses) {
            const withStatus = billsOfMember.filter((each) => each.status === status);
            expect(sum(billCountKey({ member }), status)).toBe(withStatus.length);
            expect(sum(paiseKey(billCountKey({ member })), status)).toBe(sumPaise(withStatus));
            for (const day of ['2026-10-31', '2026-11-01']) {
              const onDay = withStatus.filter(({ spentOn }) => spentOn === day);
              if (member)
                expect(sum(monthByMemberKey(toMonth(day)), `${member}/${status}`)).toBe(
                  sumPaise(onDay),
                );
              for (const type of billTypes) {
                const filterByType = (filtered: typeof bills, billType: BillType) =>
                  filtered.filter((each) => each.type === billType);
                const dayKey = billDayKey(day, member);
                const name = `${status}/${type}`;
                expect(sum(dayKey, name)).toBe(filterByType(onDay, type).length);
                expect(sum(paiseKey(dayKey), name)).toBe(sumPaise(filterByType(onDay, type)));
                if (!member)
                  expect(sum(monthByTypeKey(toMonth(day)), `${type}/${status}`)).toBe(
                    sumPaise(filterByType(onDay, type)),
                  );
              }
            }
          }
        }
      }
    }),
  ));
