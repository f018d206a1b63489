import type { AccountCommand } from '#domain/accounts/account.commands.js';
import { compare } from '#domain/kernel/order.js';
import type { Role } from '#domain/kernel/policy.js';
import type { OrganizationCommand } from '#domain/organizations/organization.commands.js';
import { Random } from './random.js';
import { lifeOfBill } from './life-of-bill.js';
import { lifeOfCatalogue } from './life-of-catalogue.js';
import { lifeOfLead } from './life-of-lead.js';
import { type DemoNumbers, realisticNumbers } from './numbers.js';
import { createQuotations } from './life-of-quotation.js';
import type { DemoAnswer, DemoPerson, DemoViews, Step } from './steps.js';
import { HOUR_MS, DAY_MS, VisitAgenda, workingMoment } from './working-days.js';

export type SharmaSolar = {
  readonly organizationId: string;
  readonly people: readonly DemoPerson[];
  /** Sequential steps before all others. */
  readonly founding: readonly Step[];
  /** Steps in order of time. */
  readonly work: readonly Step[];
  readonly views: readonly DemoViews[];
  readonly answers: readonly DemoAnswer[];
};
/** Another seed gives other people and numbers. Equal seeds and ends give equal steps. */
export type DemoOptions = {
  readonly leads: number;
  readonly days?: number;
  readonly seed: number;
  readonly endsAt: string;
  readonly numbers?: DemoNumbers;
};

const repNames = [
  'Asha Kulkarni',
  'Ravi Jadhav',
  'Sneha Patil',
  'Imran Shaikh',
  'Pooja Deshmukh',
  'Vikram Rane',
  'Kiran Gaikwad',
  'Neha Iyer',
] as const;
/** Maximum number of photos, because rendering them takes longest. */
const MAX_PHOTOS = 300;
const MAX_PHOTO_PERCENT = 35;
/** Average number of photos per lead without the maximum. */
const PHOTOS_PER_LEAD = 4.2;

/** Leads per submitted bill. */
const LEADS_PER_BILL = 6;
const MIN_BILLS = 12;
const MAX_BILLS = 400;
const MAX_UNDECIDED_BILLS = 4;

/** Leads per share of a catalogue item. */
const LEADS_PER_SHARE = 4;
const MIN_SHARES = 40;
const MAX_SHARES = 300;
const MAX_QUOTATIONS = 18;
/** Number of the invited person, by which the phone number is made; no member has it. */
const INVITED_PERSON = 99;

/** "Sharma Solar": an admin, eight reps, and their steps of the last days. */
export function sharmaSolar({
  leads,
  days = 90,
  seed,
  endsAt,
  numbers = realisticNumbers,
}: DemoOptions): SharmaSolar {
  const random = new Random(seed);
  const end = Date.parse(endsAt);
  const start = end - days * DAY_MS;
  const person = (name: string, role: Role, index: number): DemoPerson => ({
    id: random.idAt(start),
    name,
    role,
    phone: numbers.personNumber(seed, index),
  });
  const admin = person('Meera Sharma', 'admin', 0);
  const reps = repNames.map((name, index) => person(name, 'sales', index + 1));
  const organizationId = random.idAt(start);
  // Some reps sell more than others.
  const weightedReps = reps.flatMap((rep, index) =>
    Array.from({ length: reps.length + 3 - index }, () => rep),
  );

  const usedNumbers = new Set<string>();
  const agenda = new VisitAgenda();
  const leadLives = Array.from({ length: leads }, () => {
    const at = workingMoment(random, start, end);
    return lifeOfLead(random, {
      at,
      end,
      admin,
      rep: random.pick(weightedReps),
      reps,
      agenda,
      phone: pickUnused(usedNumbers, () => numbers.customerNumber(random)),
      photoPercent: Math.min(MAX_PHOTO_PERCENT, (MAX_PHOTOS / leads / PHOTOS_PER_LEAD) * 100),
    });
  });
  const bills = Array.from(
    { length: Math.min(MAX_BILLS, Math.max(MIN_BILLS, Math.round(leads / LEADS_PER_BILL))) },
    () =>
      lifeOfBill(random, {
        at: workingMoment(random, start, end),
        end,
        admin,
        rep: random.pick(reps),
      }),
  );
  // Keeps some bills undecided at any time.
  const undecidedBills = Array.from({ length: MAX_UNDECIDED_BILLS }, () =>
    lifeOfBill(random, {
      at: workingMoment(random, end - 48 * HOUR_MS, end - HOUR_MS),
      end,
      admin,
      rep: random.pick(reps),
      decision: 'none',
    }),
  );
  // Auditors can replay how this decision was changed, in small demos too.
  const replayedRandom = new Random(seed + 2);
  const changedBill = lifeOfBill(replayedRandom, {
    at: workingMoment(replayedRandom, end - 16 * DAY_MS, end - 12 * DAY_MS),
    end,
    admin,
    rep: reps[0]!,
    decision: 'changed',
  });
  const shares = Math.min(MAX_SHARES, Math.max(MIN_SHARES, Math.round(leads / LEADS_PER_SHARE)));
  const {
    filling,
    work: sharing,
    views,
  } = lifeOfCatalogue(random, { start, end, admin, reps, shares, numbers });
  const quotations = createQuotations(new Random(seed + 1), leadLives, {
    end,
    max: MAX_QUOTATIONS,
  });
  const stores = ['Baner', 'Wakad'].map((name) => ({
    locationId: random.idAt(start),
    name: `${name} store`,
    city: 'Pune',
    address: `${name} Road`,
  }));
  return {
    organizationId,
    people: [admin, ...reps],
    founding: [
      ...createFoundingSteps(admin, reps, {
        organizationId,
        contactPhone: numbers.officeNumber(admin.phone),
        stores,
        start: start - HOUR_MS,
      }),
      ...filling,
    ],
    work: [
      ...leadLives.flat(),
      ...quotations.steps,
      ...bills.flat(),
      ...undecidedBills.flat(),
      ...changedBill,
      ...sharing,
      createInvitation(),
    ].sort((one, other) => compare(one.at, other.at)),
    views,
    answers: quotations.answers,
  };

  /** Invites someone two days ago, so that the invitation is pending. */
  function createInvitation(): Step {
    const at = end - 48 * HOUR_MS;
    const data = {
      invitationId: random.idAt(at),
      name: 'Deepa Nair',
      phone: numbers.personNumber(seed, INVITED_PERSON),
      role: 'finance',
      locationId: stores[0]!.locationId,
    } as const;
    return {
      at: new Date(at).toISOString(),
      by: admin.id,
      record: organizationId,
      command: { type: 'InviteMember', data },
    };
  }
}

/** A made-up seller: its GSTIN has the right form and check digit. */
const quotationSettings = {
  legalName: 'Sharma Solar Private Limited',
  address: '12 Baner Road, Pune 411045',
  state: '27',
  gstRegistration: 'regular',
  gstin: '27AAPFU0939F1ZV',
  terms: 'Half of the price in advance, the rest on delivery.',
} as const;

type FoundingOptions = {
  readonly organizationId: string;
  readonly contactPhone: string;
  readonly stores: readonly Extract<OrganizationCommand, { type: 'AddLocation' }>['data'][];
  readonly start: number;
};

function createFoundingSteps(
  admin: DemoPerson,
  reps: readonly DemoPerson[],
  { organizationId, contactPhone, stores, start }: FoundingOptions,
): Step[] {
  const at = new Date(start).toISOString();
  const step = (
    by: DemoPerson,
    command: AccountCommand | OrganizationCommand,
    { internal }: { readonly internal?: true } = {},
  ): Step => ({
    at,
    by: by.id,
    record: organizationId,
    command,
    ...(internal && { internal }),
  });
  const accountSteps = (person: DemoPerson): Step[] => {
    const { id: accountId, name, phone } = person;
    return [
      step(person, { type: 'OpenAccount', data: { accountId, name, phone } }, { internal: true }),
      step(person, { type: 'VerifyPhone', data: { accountId, phone } }, { internal: true }),
    ];
  };
  return [
    ...accountSteps(admin),
    step(admin, { type: 'FoundOrganization', data: { organizationId, name: 'Sharma Solar' } }),
    step(admin, {
      type: 'ChangeOrganizationDetails',
      data: { industry: 'Construction', contactPhone },
    }),
    step(admin, { type: 'ChangeQuotationSettings', data: quotationSettings }),
    ...stores.map((data) => step(admin, { type: 'AddLocation', data })),
    ...reps.flatMap((rep): Step[] => [
      ...accountSteps(rep),
      { at, by: rep.id, record: organizationId, joins: true },
    ]),
  ];
}

function pickUnused(used: Set<string>, make: () => string): string {
  for (;;) {
    const number = make();
    if (used.has(number)) continue;
    used.add(number);
    return number;
  }
}
