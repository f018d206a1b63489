import { expect, test } from '@jest/globals';
import { organizationCommands } from './organization.commands.js';

const takes = (timeZone: string): boolean =>
  organizationCommands.ChangeOrganizationDetails.data.safeParse({ timeZone }).success;

test.each([
  'Asia/Kolkata',
  'Asia/Calcutta',
  'Asia/Kathmandu',
  'Asia/Katmandu',
  'Europe/Kyiv',
  'Europe/Kiev',
  'UTC',
])('takes the zone %s, whatever name this runtime lists it by', (zone) =>
  expect(takes(zone)).toBe(true),
);
test.each(['Asia/Nowhere', '', 'Kolkata'])('takes no zone %p', (zone) =>
  expect(takes(zone)).toBe(false),
);
