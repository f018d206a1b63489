import type { BillCommand } from '#domain/bills/bill.commands.js';
import { type BillType, billTypes } from '#domain/bills/bill.values.js';
import type { Random } from './random.js';
import type { DemoPerson, Step } from './steps.js';
import { billNotes, reasonsToReject } from './sample-texts.js';
import { DAY_MS, toWorkingHour, formatDay } from './working-days.js';

export type Expense = {
  /** Time of submission. */
  readonly at: number;
  /** End of the demo. */
  readonly end: number;
  readonly rep: DemoPerson;
  readonly admin: DemoPerson;
  /** By default it is decided, sometimes twice. */
  readonly decision?: 'none' | 'changed';
};

/** Number of different drawings. */
const SCENES = 8;
const PERCENT = {
  withPicture: 70,
  /** Pictures that are copies of one receipt. */
  copies: 2,
  withNote: 70,
  rejected: 20,
  approvedAfterRejection: 25,
};
/** Minimum and maximum in rupees. */
const amounts: Readonly<Record<BillType, readonly [number, number]>> = {
  Fuel: [200, 1_500],
  Food: [60, 800],
  Travel: [40, 2_500],
  Stay: [900, 4_000],
  Others: [50, 1_200],
};

/** Steps of a bill: submission, decision within days, sometimes a changed decision. */
export function lifeOfBill(random: Random, { at, end, rep, admin, decision }: Expense): Step[] {
  const billId = random.idAt(at);
  const steps: Step[] = [];
  let now = at;
  const type = random.pick(billTypes);
  const imageFileId = random.percent(PERCENT.withPicture) ? random.idAt(at) : undefined;
  if (imageFileId) {
    const roll = random.integer(0, 99);
    const isCopy = roll < PERCENT.copies;
    const scene = isCopy ? 0 : roll % SCENES;
    steps.push({
      at: formatNow(),
      by: rep.id,
      record: billId,
      file: { fileId: imageFileId, kind: 'bill', scene, isCopy },
    });
  }
  addStep(rep, {
    type: 'SubmitBill',
    data: {
      billId,
      type,
      amountPaise: random.integer(...amounts[type]) * 100,
      spentOn: formatDay(now - random.integer(0, 3) * DAY_MS),
      ...(imageFileId && { imageFileId }),
      ...(random.percent(PERCENT.withNote) && { note: random.pick(billNotes[type]) }),
    },
  });
  if (decision === 'none') return steps;
  const reject = () =>
    addStep(admin, { type: 'RejectBill', data: { billId, reason: random.pick(reasonsToReject) } });
  const approve = () => addStep(admin, { type: 'ApproveBill', data: { billId } });
  now = toWorkingHour(now + random.integer(1, 5) * DAY_MS, random);
  const isChanged = decision === 'changed';
  if (random.percent(PERCENT.rejected) || isChanged) {
    reject();
    now = toWorkingHour(now + DAY_MS, random);
    if (random.percent(PERCENT.approvedAfterRejection) || isChanged) approve();
  } else approve();
  return steps.filter((step) => Date.parse(step.at) < end);

  function formatNow(): string {
    return new Date(now).toISOString();
  }

  function addStep(by: DemoPerson, command: BillCommand): void {
    steps.push({ at: formatNow(), by: by.id, record: billId, command });
    now += random.integer(20, 240) * 1_000;
  }
}
