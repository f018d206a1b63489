import type { CustomerCommand } from '#domain/customers/customer.commands.js';
import type { CustomerStage, ProjectStatus } from '#domain/customers/customer.values.js';
import { type PaymentMethod, paymentMethods } from '#domain/kernel/values/payment.values.js';
import type { Random } from './random.js';
import type { DemoPerson, Step } from './steps.js';
import { companies, projectNames } from './sample-texts.js';
import { DAY_MS, toWorkingHour, formatDay } from './working-days.js';

export type Sale = {
  /** Time of the conversion. */
  readonly at: number;
  /** End of the demo. */
  readonly end: number;
  /** A customer's id is the lead's. */
  readonly customerId: string;
  readonly valuePaise: number;
  /** Payment at the conversion. */
  readonly paidPaise: number;
  readonly rep: DemoPerson;
  readonly admin: DemoPerson;
};

const HUNDRED_RUPEES_PAISE = 10_000;
/** A smaller rest, below ₹50,000, is paid at once. */
const MIN_INSTALMENTS_PAISE = 5_000_000;

/** Share of an amount in percent, rounded to hundreds of rupees. */
export const roundShare = (paise: number, percent: number): number =>
  Math.round((paise * percent) / 100 / HUNDRED_RUPEES_PAISE) * HUNDRED_RUPEES_PAISE;
export const pickPaymentMethod = (random: Random): PaymentMethod => random.pick(paymentMethods);

/** Steps after a sale: project progress, invoices, and payments that are mostly in time. */
export function lifeOfCustomer(
  random: Random,
  { at, end, customerId, valuePaise, paidPaise, rep, admin }: Sale,
): Step[] {
  const steps: Step[] = [];
  let now = at;
  let totalPaidPaise = paidPaise;
  let progressPercent = 0;
  const projectId = random.idAt(at);
  const isPaying = random.percent(85);

  startProject();
  for (let rounds = random.integer(1, 6); rounds > 0 && progressPercent < 100; rounds--) {
    now = toWorkingHour(now + random.integer(4, 12) * DAY_MS, random);
    if (now >= end) break;
    makeProgress();
    if (isPaying && random.percent(70)) addPayment();
  }
  return steps.filter((step) => Date.parse(step.at) < end);

  function addStep(command: CustomerCommand, by = rep): void {
    steps.push({ at: new Date(now).toISOString(), by: by.id, record: customerId, command });
    now += random.integer(20, 240) * 1_000;
  }

  /** Starts the work. Until then, a customer who paid at once stays Paid. */
  function startProject(): void {
    if (paidPaise > 0) changeStage('Paid');
    now += random.integer(1, 4) * DAY_MS;
    const [startsOn, estimatedCompletionOn] = [
      formatDay(now + 5 * DAY_MS),
      formatDay(now + random.integer(25, 50) * DAY_MS),
    ];
    const project = { name: random.pick(projectNames), startsOn, estimatedCompletionOn };
    addStep({
      type: 'AddProject',
      data: {
        customerId,
        projectId,
        ...project,
        status: 'Planning',
        progressPercent: 0,
        assignedTo: rep.id,
      },
    });
    if (paidPaise === 0 || random.percent(75)) changeStage('In Progress');
    const company = random.percent(40) ? random.pick(companies) : {};
    addStep({ type: 'EditCustomer', data: { customerId, ...company, projectStartsOn: startsOn } });
    if (random.percent(75)) addInvoice(Math.max(HUNDRED_RUPEES_PAISE, valuePaise - totalPaidPaise));
  }

  function makeProgress(): void {
    progressPercent = Math.min(100, progressPercent + random.integer(15, 45));
    const status: ProjectStatus =
      progressPercent === 100 ? 'Completed' : random.percent(8) ? 'On Hold' : 'In Progress';
    addStep({ type: 'UpdateProject', data: { customerId, projectId, progressPercent, status } });
    if (status === 'Completed') changeStage('Completed');
    else if (random.percent(15)) changeStage('In Follow-up');
  }

  function changeStage(to: CustomerStage): void {
    addStep({ type: 'ChangeStage', data: { customerId, stage: to } });
  }

  function addInvoice(amountPaise: number): void {
    const number = `SS/${formatDay(now).slice(0, 4)}/${customerId.slice(-5).toUpperCase()}`;
    const days = { issuedOn: formatDay(now), dueOn: formatDay(now + 15 * DAY_MS) };
    addStep(
      {
        type: 'AddInvoice',
        data: {
          customerId,
          invoiceId: random.idAt(now),
          number,
          ...days,
          amountPaise,
          status: 'Sent',
        },
      },
      admin,
    );
  }

  function addPayment(): void {
    const leftPaise = valuePaise - totalPaidPaise;
    if (leftPaise <= 0) return;
    const amountPaise =
      progressPercent === 100 || leftPaise < MIN_INSTALMENTS_PAISE
        ? leftPaise
        : Math.max(HUNDRED_RUPEES_PAISE, roundShare(leftPaise, random.integer(30, 60)));
    totalPaidPaise += amountPaise;
    addStep({
      type: 'RecordPayment',
      data: {
        customerId,
        paymentId: random.idAt(now),
        amountPaise,
        paidOn: formatDay(now),
        method: pickPaymentMethod(random),
      },
    });
  }
}
