import type { Random } from './random.js';

/** Phone numbers of the demo's people and customers. */
export type DemoNumbers = {
  personNumber(seed: number, index: number): string;
  customerNumber(random: Random): string;
  /** Contact number of the organization. */
  officeNumber(adminNumber: string): string;
};

/**
 * Realistic numbers. `npm run demo` signs in through the dev inbox, so no message is sent to them.
 */
export const realisticNumbers: DemoNumbers = {
  personNumber: (seed, index) => `+9198${String(seed % 1_000).padStart(3, '0')}${54_320 + index}`,
  customerNumber: (random) => `+91${random.integer(7, 9)}${random.decimalDigits(9)}`,
  officeNumber: (adminNumber) => adminNumber,
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
 * Unassigned numbers for the public sandbox. Numbers of people begin with 0, which exists nowhere
 * in India, so no code can be requested. Customers' numbers are reserved for fiction (555-0100 to
 * 555-0199), which forms accept.
 */
export const unassignedNumbers: DemoNumbers = {
  personNumber: (seed, index) => `+910${String(seed % 10_000).padStart(4, '0')}${54_320 + index}`,
  customerNumber: (random) => `+1${random.pick(areaCodes)}55501${random.decimalDigits(2)}`,
  officeNumber: () => '+12025550100',
};
