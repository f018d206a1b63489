import type { Unit } from '#domain/catalogue/catalogue.values.js';
import type { QuotationCommand, QuotationLine } from '#domain/quotations/quotation.commands.js';
import { type DemoProduct, demoProducts, taxes } from './catalogue-items.js';
import type { Random } from './random.js';
import type { DemoAnswer, DemoPerson, Step } from './steps.js';
import { reasonsToLose } from './sample-texts.js';
import { DAY_MS, HOUR_MS, formatDay, workingMoment } from './working-days.js';

/** Answered ones first, because a small demo has few leads that can be quoted. */
const quotationEnds = ['viewed', 'accepted', 'draft', 'sent', 'rejected', 'expired'] as const;
type QuotationEnd = (typeof quotationEnds)[number];
const VALID_DAYS = 15;
/** Days before the present on which a quotation with this end is saved. */
const ageInDays: Readonly<Record<QuotationEnd, number>> = {
  draft: 1,
  sent: 2,
  rejected: 6,
  expired: VALID_DAYS + 5,
  viewed: 3,
  accepted: 4,
};

type QuotedLead = {
  readonly leadId: string;
  readonly rep: Pick<DemoPerson, 'id'>;
  readonly endsAs: QuotationEnd;
  /** End of the demo. */
  readonly end: number;
};

type QuotationLife = { readonly steps: readonly Step[]; readonly answer?: DemoAnswer };

/** Steps of a quotation that is built in the product, and the customer's answer at the end. */
function lifeOfQuotation(random: Random, { leadId, rep, endsAs, end }: QuotedLead): QuotationLife {
  const day = end - ageInDays[endsAs] * DAY_MS;
  // Leaves an hour to send the quotation.
  const savedAt = workingMoment(random, day - DAY_MS, day + DAY_MS - 2 * HOUR_MS);
  const quotationId = random.idAt(savedAt);
  const createStep = (
    at: number,
    command: QuotationCommand,
    { internal }: { readonly internal?: true } = {},
  ): Step => ({
    at: new Date(at).toISOString(),
    by: rep.id,
    record: leadId,
    command,
    ...(internal && { internal }),
  });
  const steps = [
    createStep(savedAt, {
      type: 'SaveQuotation',
      data: {
        quotationId,
        leadId,
        pricesIncludeGst: true,
        notes: undefined,
        lines: createLines(random, savedAt),
        validUntilOn: formatDay(savedAt + VALID_DAYS * DAY_MS),
      },
    }),
  ];
  if (endsAs === 'draft') return { steps };
  const version = 1;
  steps.push(
    createStep(savedAt + HOUR_MS, { type: 'SendQuotation', data: { quotationId, version } }),
  );
  if (endsAs === 'rejected') {
    const reason = random.pick(reasonsToLose);
    steps.push(
      createStep(savedAt + 2 * DAY_MS, { type: 'RejectQuotation', data: { quotationId, reason } }),
    );
  }
  if (endsAs === 'expired')
    steps.push(
      createStep(
        savedAt + (VALID_DAYS + 1) * DAY_MS,
        { type: 'ExpireQuotation', data: { quotationId, version } },
        { internal: true },
      ),
    );
  if (endsAs !== 'viewed' && endsAs !== 'accepted') return { steps };
  return { steps, answer: { quotationId, by: rep.id, accepts: endsAs === 'accepted' } };
}

const isTaxed = ({ category }: DemoProduct): boolean => taxes[category] !== undefined;

/** Lines of different products. */
function createLines(random: Random, at: number): QuotationLine[] {
  const products = demoProducts.filter(isTaxed);
  return Array.from({ length: random.integer(2, 6) }, () => {
    const product = random.pick(products);
    products.splice(products.indexOf(product), 1);
    return createLine(random, product, at);
  });
}

type Range = readonly [min: number, max: number];
/** Usual quantities for one roof. The unit decides; for the other units the category does. */
const quantitiesByUnit: Readonly<Partial<Record<Unit, Range>>> = {
  'square feet': [150, 900],
  meter: [30, 200],
  box: [1, 3],
  packet: [1, 4],
  bundle: [1, 2],
};
const quantitiesByCategory: Readonly<Record<DemoProduct['category'], Range>> = {
  Panels: [6, 24],
  Inverters: [1, 2],
  Batteries: [1, 4],
  Structures: [3, 12],
  Cables: [1, 4],
  Protection: [1, 2],
  General: [1, 6],
};

function createLine(
  random: Random,
  { name, price, unit = 'piece', category }: DemoProduct,
  at: number,
): QuotationLine {
  const [min, max] = quantitiesByUnit[unit] ?? quantitiesByCategory[category];
  return {
    lineId: random.idAt(at),
    name,
    ...taxes[category],
    quantityThousandths: random.integer(min, max) * 1_000,
    unit,
    unitPricePaise: price * 100,
    discountBasisPoints: random.pick([0, 0, 250, 500]),
  };
}

/**
 * Leads with one of these commands get no quotation: they have ended, may belong to another rep, or
 * would be set back from Quoted.
 */
const excludingCommands: readonly string[] = [
  'ConvertLead',
  'MarkLeadLost',
  'ReassignLead',
  'ChangeLeadStatus',
];

/** Quotations of some leads that are old enough and still open, with each end in turn. */
export function createQuotations(
  random: Random,
  lives: readonly (readonly Step[])[],
  { end, max }: { readonly end: number; readonly max: number },
): { readonly steps: readonly Step[]; readonly answers: readonly DemoAnswer[] } {
  const openLeads = lives.flatMap((steps) => {
    const commands = steps.flatMap((step) => ('command' in step ? [step.command] : []));
    const [first] = commands;
    if (first?.type !== 'CreateLead' || first.data.assignedTo === undefined) return [];
    const isOld = steps[0] && Date.parse(steps[0].at) < end - (ageInDays.expired + 1) * DAY_MS;
    const isExcluded = commands.some(({ type }) => excludingCommands.includes(type));
    if (!isOld || isExcluded) return [];
    return [{ leadId: first.data.leadId, rep: { id: first.data.assignedTo } }];
  });
  const quoted = openLeads.slice(0, max).map((lead, index) =>
    lifeOfQuotation(random, {
      ...lead,
      endsAs: quotationEnds[index % quotationEnds.length]!,
      end,
    }),
  );
  return {
    steps: quoted.flatMap(({ steps }) => steps),
    answers: quoted.flatMap(({ answer }) => answer ?? []),
  };
}
