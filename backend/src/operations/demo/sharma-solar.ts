import type { AccountCommand } from '#domain/accounts/account.commands.js';
import { compare } from '#domain/kernel/order.js';
import type { Role } from '#domain/kernel/policy.js';
import type { OrganizationCommand } from '#domain/organizations/organization.commands.js';
import { Chance } from './chance.js';
import { lifeOfLead } from './life-of-lead.js';
import type { DemoPerson, Step } from './steps.js';
import { anHour, workingMoment } from './working-days.js';

export type SharmaSolar = {
  readonly organizationId: string;
  readonly people: readonly DemoPerson[];
  /** Before anyone can work: one after the other. */
  readonly founding: readonly Step[];
  /** In the order in which it happened. */
  readonly work: readonly Step[];
};
/** Another seed makes other people with other numbers; the same seed and end the same steps. */
export type Wanted = { readonly leads: number; readonly days?: number; readonly seed: number; readonly endsAt: string };

const names = ['Asha Kulkarni', 'Ravi Jadhav', 'Sneha Patil', 'Imran Shaikh', 'Pooja Deshmukh', 'Vikram Rane', 'Kiran Gaikwad', 'Neha Iyer'] as const;
/** How many pictures there are at most: they take longest, and a long list needs no more of them. */
const mostPhotos = 500;

/** "Sharma Solar": an admin, eight reps, and what they did over the last days. */
export function sharmaSolar({ leads, days = 90, seed, endsAt }: Wanted): SharmaSolar {
  const chance = new Chance(seed);
  const end = Date.parse(endsAt);
  const begin = end - days * 24 * anHour;
  const phone = (place: number) => `+9198${String(seed % 1_000).padStart(3, '0')}${String(54_320 + place)}`;
  const person = (name: string, role: Role, place: number): DemoPerson => ({ id: chance.idAt(begin), name, role, phone: phone(place) });
  const admin = person('Meera Sharma', 'admin', 0);
  const reps = names.map((name, index) => person(name, 'sales', index + 1));
  const organizationId = chance.idAt(begin);
  // Some sell more than others.
  const busy = reps.flatMap((rep, place) => Array.from({ length: reps.length + 3 - place }, () => rep));

  const numbers = new Set<string>();
  const work = Array.from({ length: leads }, () => {
    const at = workingMoment(chance, begin, end);
    return lifeOfLead(chance, {
      at,
      end,
      admin,
      rep: chance.of(busy),
      reps,
      phone: unused(numbers, chance),
      photoPercent: Math.min(35, (mostPhotos / leads) * 60),
    });
  });
  return {
    organizationId,
    people: [admin, ...reps],
    founding: founding(admin, reps, organizationId, begin - anHour),
    work: work.flat().sort((one, other) => compare(one.at, other.at)),
  };
}

function founding(admin: DemoPerson, reps: readonly DemoPerson[], organizationId: string, begin: number): Step[] {
  const at = new Date(begin).toISOString();
  const step = (by: DemoPerson, command: AccountCommand | OrganizationCommand, internal?: true): Step => ({
    at,
    by: by.id,
    record: organizationId,
    command,
    ...(internal && { internal }),
  });
  const opened = (one: DemoPerson): Step[] => [
    step(one, { type: 'OpenAccount', data: { accountId: one.id, name: one.name, phone: one.phone } }, true),
    step(one, { type: 'VerifyPhone', data: { accountId: one.id, phone: one.phone } }, true),
  ];
  return [
    ...opened(admin),
    step(admin, { type: 'FoundOrganization', data: { organizationId, name: 'Sharma Solar' } }),
    step(admin, { type: 'ChangeOrganizationDetails', data: { industry: 'Construction', contactPhone: admin.phone } }),
    ...reps.flatMap((rep): Step[] => [...opened(rep), { at, by: rep.id, record: organizationId, joins: true }]),
  ];
}

function unused(numbers: Set<string>, chance: Chance): string {
  for (;;) {
    const number = `+91${chance.between(7, 9)}${chance.digits(9, 10)}`;
    if (numbers.has(number)) continue;
    numbers.add(number);
    return number;
  }
}
