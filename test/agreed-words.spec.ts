import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';

/**
 * Agreed messages about bills, notifications and settings. Messages of failures and successes are
 * in `frontend/src/app/specified-words.spec.tsx`.
 */
const messages = [
  'No bills found',
  'Please enter a valid amount',
  'Please select a date',
  'JPG, PNG up to 10MB',
  'Failed to submit bill',
  'Please sign in to view notifications',
  'No notifications found',
  'New passwords do not match',
  'Name and WhatsApp number are required',
  'Please enter an invite code',
  'Please enter an organization name',
  'Organization not found',
  'Location name and city are required',
  'Only administrators can manage team members',
  'Only administrators can view billing information',
];
const catalogue = Object.values(
  JSON.parse(readFileSync('frontend/src/words/en-IN.json', 'utf8')) as Readonly<
    Record<string, string>
  >,
);

test.each(messages)('the text “%s” exists', (message) =>
  expect(catalogue.filter((words) => words.startsWith(message))).not.toEqual([]),
);
