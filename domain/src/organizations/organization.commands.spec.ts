import { expect, test } from '@jest/globals';
import { organizationCommands } from './organization.commands.js';

const accepts = (timeZone: string): boolean =>
  organizationCommands.ChangeOrganizationDetails.data.safeParse({ timeZone }).success;

test.each([
  'Asia/Kolkata',
  'Asia/Calcutta',
  'Asia/Kathmandu',
  'Asia/Katmandu',
  'Europe/Kyiv',
  'Europe/Kiev',
  'UTC',
])('accepts the zone %s, whichever alias the runtime lists', (zone) =>
  expect(accepts(zone)).toBe(true),
);
test.each(['Asia/Nowhere', '', 'Kolkata'])('refuses the zone %p', (zone) =>
  expect(accepts(zone)).toBe(false),
);
