import { type BillEvent, billEvents } from '#domain/bills/bill.events.js';
import type { BillStatus, BillType } from '#domain/bills/bill.values.js';
import type { BillItem, BillStep } from '#domain/bills/bill.views.js';
import { parseStream } from '#platform/event-log/subject.js';
import type { SumContribution, PerStream } from '#platform/read-side/projections/projection.js';

type Step = Omit<BillStep, 'by'> & { readonly by: string };

/** Bill with its short history. People are ids: views store no member's name. */
export type BillDocument = Omit<BillItem, 'submittedBy' | 'decidedBy'> & {
  readonly organizationId: string;
  readonly submittedBy: string;
  readonly imageSha256?: string;
  readonly decidedBy?: string;
  readonly history: readonly Step[];
};
/** Bill with the day of its first decision. */
type BillRecord = BillDocument & { readonly firstDecidedOn?: string };

/** Latest day first; within a day, the latest submission first. */
export const BILL_ORDER = ['-spentOn', '-submittedAt'];

/** Sum key of bills per member (or everyone) and type (or all); amounts by status. */
export const billCountKey = ({
  member,
  type,
}: {
  readonly member?: string | undefined;
  readonly type?: BillType | undefined;
}) => `${member ?? 'everyone'}/${type ?? 'all'}`;
/** Sum key of bills per member (or everyone) and day; amounts by status and type. */
export const billDayKey = (day: string, member = 'everyone') => `${member}/on/${day}`;
/** Sum key of the paise of bills that another key counts. */
export const paiseKey = (countKey: string) => `paise/${countKey}`;
/** Sum key of the submitters: number of bills by member id. */
export const SUBMITTERS_KEY = 'submitters';

/** Sum keys of a month's paise: by type and status, and by member and status. */
export const monthByTypeKey = (month: string) => `types/${month}`;
export const monthByMemberKey = (month: string) => `members/${month}`;
/** Sum key of pending bills per member (or everyone): their number and paise. */
export const pendingKey = (member = 'everyone') => `${member}/pending`;
/** Sum key of bills first decided in a month: their number, and the seconds they all waited. */
export const decidedKey = (month: string) => `decided/${month}`;
export const toMonth = (day: string) => day.slice(0, 7);

/** List of bills, with history, counts and totals. */
export const billList: PerStream<BillEvent, BillRecord, BillDocument> = {
  name: 'bill-list',
  version: 6,
  events: billEvents,
  firstEvent: 'BillSubmitted',
  indexes: [
    { equal: ['organizationId'], sort: BILL_ORDER },
    { equal: ['organizationId', 'submittedBy'], sort: BILL_ORDER },
  ],
  filters: ['status', 'type', 'imageSha256', 'amountPaise'],
  search: ['note', 'type'],
  audience: ({ submittedBy }) => submittedBy,
  fold(bill, event) {
    const { at, on, actorId: by, organizationId } = event.metadata;
    const { revision } = event;
    if (event.type === 'BillSubmitted') {
      const submitted = {
        billId: parseStream(event.stream).id,
        organizationId,
        status: 'Pending',
        submittedAt: at,
        revision,
      } as const;
      return { ...event.data, ...submitted, history: [{ at, by, to: 'Pending' }] };
    }
    if (!bill) return undefined;
    if (event.type === 'BillErased') return withoutTexts(bill, revision);
    const { reason: _, ...undecided } = bill;
    const decide = (to: BillStatus, more: { readonly reason?: string }): BillRecord => ({
      ...undecided,
      status: to,
      decidedBy: by,
      decidedAt: at,
      firstDecidedOn: bill.firstDecidedOn ?? on,
      revision,
      ...more,
      history: [...bill.history, { at, by, from: event.data.from, to, ...more }],
    });
    return event.type === 'BillApproved'
      ? decide('Approved', {})
      : decide('Rejected', { reason: event.data.reason });
  },
  documents: ({ firstDecidedOn: _, ...document }) => ({ '': document }),
  counts: (bill) => [...countBills(bill), ...sumTotals(bill)],
};

/** Bill with its figures and decisions alone. */
function withoutTexts(
  { note: _, reason: __, imageFileId: ___, imageSha256: ____, ...bill }: BillRecord,
  revision: number,
): BillRecord {
  const history = bill.history.map(({ reason: _____, ...step }) => step);
  return { ...bill, history, isErased: true, revision };
}

/** Number and paise of a bill, under each key. */
const countBills = ({
  submittedBy,
  status,
  type,
  spentOn,
  amountPaise,
}: BillRecord): readonly SumContribution[] => [
  { key: SUBMITTERS_KEY, amounts: { [submittedBy]: 1 } },
  ...[undefined, submittedBy]
    .flatMap((member) => [
      ...[undefined, type].map((typeOrAll) => ({
        key: billCountKey({ member, type: typeOrAll }),
        name: status,
      })),
      { key: billDayKey(spentOn, member), name: `${status}/${type}` },
    ])
    .flatMap(({ key, name }) => [
      { key, amounts: { [name]: 1 } },
      { key: paiseKey(key), amounts: { [name]: amountPaise } },
    ]),
];

function sumTotals({
  submittedBy,
  status,
  type,
  spentOn,
  amountPaise,
  history,
  firstDecidedOn,
}: BillRecord): readonly SumContribution[] {
  const month = toMonth(spentOn);
  const [submitted, firstDecision] = history;
  return [
    { key: monthByTypeKey(month), amounts: { [`${type}/${status}`]: amountPaise } },
    { key: monthByMemberKey(month), amounts: { [`${submittedBy}/${status}`]: amountPaise } },
    ...(status === 'Pending'
      ? [undefined, submittedBy].map((member) => ({
          key: pendingKey(member),
          amounts: { bills: 1, paise: amountPaise },
        }))
      : []),
    ...(submitted && firstDecision && firstDecidedOn
      ? [
          {
            key: decidedKey(toMonth(firstDecidedOn)),
            amounts: { bills: 1, seconds: secondsBetween(submitted, firstDecision) },
          },
        ]
      : []),
  ];
}

const secondsBetween = (earlier: Step, later: Step): number =>
  Math.max(0, Math.round((Date.parse(later.at) - Date.parse(earlier.at)) / 1_000));
