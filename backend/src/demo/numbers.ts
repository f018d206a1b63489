import type { Random } from './random.js';

/** Numbers of the demo's people and of their customers. */
export type DemoNumbers = {
  ofPerson(seed: number, place: number): string;
  ofCustomer(random: Random): string;
  /** Contact number of the organization. */
  ofOffice(admin: string): string;
};

/**
 * Numbers as people in India have them. `npm run demo` signs in with them through the dev inbox, so
 * no message is sent to any.
 */
export const likelyNumbers: DemoNumbers = {
  ofPerson: (seed, place) => `+9198${String(seed % 1_000).padStart(3, '0')}${54_320 + place}`,
  ofCustomer: (random) => `+91${random.between(7, 9)}${random.digits(9, 10)}`,
  ofOffice: (admin) => admin,
};

const areaCodes = [
  '202',
  '206',
  '212',
  '213',
  '214',
  '303',
  '305',
  '312',
  '404',
  '415',
  '503',
  '512',
  '602',
  '617',
  '702',
  '713',
  '808',
  '917',
];

/**
 * Numbers that nobody has, for the sandbox, which strangers see. No number in India begins with 0,
 * so no code can be asked for with those of people; customers have numbers that are reserved for
 * fiction (555-0100 to 555-0199), which forms accept.
 */
export const nobodysNumbers: DemoNumbers = {
  ofPerson: (seed, place) => `+910${String(seed % 10_000).padStart(4, '0')}${54_320 + place}`,
  ofCustomer: (random) => `+1${random.of(areaCodes)}55501${random.digits(2, 10)}`,
  ofOffice: () => '+12025550100',
};
