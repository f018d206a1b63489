import { type BillEvent, billEvents } from '#domain/bills/bill.events.js';
import type { BillStatus, BillType } from '#domain/bills/bill.values.js';
import type { BillItem, BillStep } from '#domain/bills/bill.views.js';
import { subjectOf } from '#platform/event-log/subject.js';
import type { SumContribution, PerStream } from '#platform/read-side/projections/projection.js';

type Step = Omit<BillStep, 'by'> & { readonly by: string };

/** A bill with its history, which is short. People are ids: views keep no member's name. */
export type BillDocument = Omit<BillItem, 'submittedBy' | 'decidedBy'> & {
  readonly organizationId: string;
  readonly submittedBy: string;
  readonly imageSha256?: string;
  readonly decidedBy?: string;
  readonly history: readonly Step[];
};
/** With the day on which its first decision was made. */
type BillRecord = BillDocument & { readonly firstDecidedOn?: string };

/** The latest day first, and of a day what was submitted last. */
export const billOrder = ['-spentOn', '-submittedAt'];

/**
 * Under which key bills of a member (or of everyone) and of a type (or of all) are counted, by
 * status.
 */
export const billCountKey = ({
  member,
  type,
}: {
  readonly member?: string | undefined;
  readonly type?: BillType | undefined;
}) => `${member ?? 'everyone'}/${type ?? 'all'}`;
/**
 * Under which key bills of a member (or of everyone) and of a day are counted, by status and type.
 */
export const billDayKey = (day: string, member = 'everyone') => `${member}/on/${day}`;
/** How many bills each member has submitted, by their ids. */
export const submittersKey = 'submitters';

/** Keys of a month's sums in paise: by type and status, and by member and status. */
export const monthOfTypesKey = (month: string) => `types/${month}`;
export const monthOfMembersKey = (month: string) => `members/${month}`;
/** Key of the bills that wait for a decision: their number and their paise. */
export const pendingKey = 'pending';
/**
 * Bills whose first decision was made in that month, and the seconds that all of them waited for
 * it.
 */
export const decidedKey = (month: string) => `decided/${month}`;
export const monthOf = (day: string) => day.slice(0, '2026-11'.length);

/** The list, each bill's page with its history, counts and totals. */
export const billList: PerStream<BillEvent, BillRecord, BillDocument> = {
  name: 'bill-list',
  version: 4,
  events: billEvents,
  firstEvent: 'BillSubmitted',
  indexes: [
    { equal: ['organizationId'], sort: billOrder },
    { equal: ['organizationId', 'submittedBy'], sort: billOrder },
  ],
  filters: ['status', 'type', 'imageSha256', 'amountPaise'],
  search: ['note', 'type'],
  audience: ({ submittedBy }) => submittedBy,
  fold(bill, event) {
    const { at, on, actorId: by, organizationId } = event.metadata;
    const { revision } = event;
    if (event.type === 'BillSubmitted') {
      const known = {
        billId: subjectOf(event.stream).id,
        organizationId,
        status: 'Pending',
        submittedAt: at,
        revision,
      } as const;
      return { ...event.data, ...known, history: [{ at, by, to: 'Pending' }] };
    }
    if (!bill) return undefined;
    const { reason: _, ...undecided } = bill;
    const decided = (to: BillStatus, more: { readonly reason?: string }): BillRecord => ({
      ...undecided,
      ...{
        status: to,
        decidedBy: by,
        decidedAt: at,
        firstDecidedOn: bill.firstDecidedOn ?? on,
        revision,
      },
      ...more,
      history: [...bill.history, { at, by, from: event.data.from, to, ...more }],
    });
    return event.type === 'BillApproved'
      ? decided('Approved', {})
      : decided('Rejected', { reason: event.data.reason });
  },
  documents: ({ firstDecidedOn: _, ...document }) => ({ '': document }),
  counts: (bill) => [...countsOf(bill), ...totalsOf(bill)],
};

const countsOf = ({
  submittedBy,
  status,
  type,
  spentOn,
}: BillRecord): readonly SumContribution[] => [
  { key: submittersKey, amounts: { [submittedBy]: 1 } },
  ...[undefined, submittedBy].flatMap((member) => [
    ...[undefined, type].map((which) => ({
      key: billCountKey({ member, type: which }),
      amounts: { [status]: 1 },
    })),
    { key: billDayKey(spentOn, member), amounts: { [`${status}/${type}`]: 1 } },
  ]),
];

function totalsOf({
  submittedBy,
  status,
  type,
  spentOn,
  amountPaise,
  history,
  firstDecidedOn,
}: BillRecord): readonly SumContribution[] {
  const month = monthOf(spentOn);
  const [submitted, first] = history;
  return [
    { key: monthOfTypesKey(month), amounts: { [`${type}/${status}`]: amountPaise } },
    { key: monthOfMembersKey(month), amounts: { [`${submittedBy}/${status}`]: amountPaise } },
    ...(status === 'Pending'
      ? [{ key: pendingKey, amounts: { bills: 1, paise: amountPaise } }]
      : []),
    ...(submitted && first && firstDecidedOn
      ? [
          {
            key: decidedKey(monthOf(firstDecidedOn)),
            amounts: { bills: 1, seconds: secondsBetween(submitted, first) },
          },
        ]
      : []),
  ];
}

const secondsBetween = (one: Step, other: Step): number =>
  Math.max(0, Math.round((Date.parse(other.at) - Date.parse(one.at)) / 1_000));
