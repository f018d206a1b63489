import { roles } from '#domain/kernel/policy.js';
import { expect, test } from '@jest/globals';
import { readFileSync, readdirSync } from 'node:fs';

/**
 * Business words that the platform must not contain: roles, kinds of files, records. `organization`
 * is its word for a tenant.
 */
const businessWords = new Set<string>([
  ...roles,
  'photo',
  'photos',
  'bill',
  'bills',
  'receipt',
  'logo',
  'lead',
  'customer',
  'customers',
  'invoice',
  'invoices',
  'payment',
  'payments',
  'quotation',
  'quotations',
  'invitation',
  'invitations',
  'leaderboard',
  'kolkata',
]);
/** MongoDB's own database, whose name is no role of a member. */
const adminDatabase = "db('admin')";

const files = readdirSync('platform/src', { recursive: true, encoding: 'utf8' }).filter(
  (path) => /\.ts$/.test(path) && !/(\.(spec|contract)\.ts$|testing\/)/.test(path),
);

/** Words of names and sentences: `leadId` has two. */
const wordsOf = (line: string): readonly string[] =>
  line
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);

test.each(files)('platform/src/%s contains no business word', (path) => {
  const lines = readFileSync(`platform/src/${path}`, 'utf8').split('\n');
  const found = lines.filter((line) =>
    wordsOf(line.replace(adminDatabase, '')).some((word) => businessWords.has(word)),
  );
  expect(found).toEqual([]);
});
