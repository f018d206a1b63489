import { auditScreens } from '#domain/audit/audit.values.js';
import { billStatuses, billTypes } from '#domain/bills/bill.values.js';
import {
  customerStages,
  invoiceStatuses,
  paymentStatuses,
  projectStatuses,
} from '#domain/customers/customer.values.js';
import { paymentMethods } from '#domain/kernel/values/payment.values.js';
import { leadAggregate } from '#domain/leads/lead.aggregate.js';
import { activityTypes, leadStatuses, leadTypes } from '#domain/leads/lead.values.js';
import { industries } from '#domain/organizations/organization.values.js';
import { commandDefinitions, aggregates } from '#domain/aggregates.js';
import { alertKinds } from '#domain/notifications/alerts.values.js';
import { roles } from '#domain/kernel/policy.js';
import type { Message } from '#domain/kernel/texts/message.js';
import { quotationSteps } from '#domain/quotations/quotation.values.js';
import {
  PLATFORM_EVENTS,
  isErasure,
  isWholeErasure,
  removesRecord,
} from '#platform/sealing/platform-events.js';
import { describe, expect, test } from '@jest/globals';
import { readFileSync, readdirSync } from 'node:fs';
import ts from 'typescript';

/** Stored names last for ever, and the compiler finds no misspelling in untyped strings. */

const sourceFolders = [
  'domain/src',
  'platform/src',
  'backend/src',
  'projections/src',
  'workers/src',
  'frontend/src',
];

const events = [
  ...aggregates.flatMap((kind) => Object.keys(kind.events)),
  ...Object.keys(PLATFORM_EVENTS),
];
const commands = Object.keys(commandDefinitions);
/** Names of all views. A renamed view is rebuilt, which takes minutes for a long log. */
const views = [
  'lead-list',
  'lead-detail',
  'lead-timeline',
  'follow-ups',
  'visits',
  'leaderboard',
  'activity',
  'customer-list',
  'customer-detail',
  'customer-parts',
  'products',
  'packages',
  'offers',
  'categories',
  'shares',
  'public-products',
  'public-packages',
  'bill-list',
  'alerts',
  'team',
  'quotation-list',
  'quotation-detail',
  'quotation-history',
  'quotation-links',
  'quotation-settings',
  'history',
  'timers',
  'people',
  'numbers',
  'organization',
  'organization-zones',
  'role-requests',
  'invitations',
  'alerts-seen',
];
const values = [
  ...billTypes,
  ...billStatuses,
  ...customerStages,
  ...paymentStatuses,
  ...projectStatuses,
  ...invoiceStatuses,
  ...paymentMethods,
  ...leadStatuses,
  ...leadTypes,
  ...activityTypes,
  ...industries,
  ...roles,
  ...alertKinds,
  ...quotationSteps,
  ...auditScreens,
];

type Text = { readonly file: string; readonly text: string; readonly node: ts.StringLiteralLike };

const files = sourceFolders.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`)
    .filter((name) => /\.tsx?$/.test(name) && !/(\.(spec|contract)\.tsx?$|\/testing\/)/.test(name)),
);
const texts: readonly Text[] = files.flatMap((file) => {
  const found: Text[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) found.push({ file, text: node.text, node });
    node.forEachChild(visit);
  };
  visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true));
  return found;
});
const withFiles = (found: readonly Text[]) => found.map(({ text, file }) => `${text} in ${file}`);

/** Whether two names differ by one letter after the first: missing, added, changed, or swapped. */
function isSlipOf(one: string, other: string): boolean {
  if (one === other || one[0] !== other[0] || Math.abs(one.length - other.length) > 1) return false;
  const firstDifference = [...one].findIndex((letter, index) => letter !== other[index]);
  const slipAt = firstDifference === -1 ? one.length : firstDifference;
  const textAfter = (text: string, skipped: number) => text.slice(slipAt + skipped);
  return (
    textAfter(one, 1) === textAfter(other, 1) ||
    textAfter(one, 1) === textAfter(other, 0) ||
    textAfter(one, 0) === textAfter(other, 1) ||
    (textAfter(one, 2) === textAfter(other, 2) &&
      one[slipAt] === other[slipAt + 1] &&
      one[slipAt + 1] === other[slipAt])
  );
}

describe('stored names', () => {
  test('of statuses, types and roles have no near duplicates', () => {
    const longValues = values.filter((value) => value.length > 4);
    // The city Salem is one letter from the role `sales`.
    const known = new Set<string>([...values, 'Site visit', 'Site Visits', 'salem']);
    expect(
      withFiles(
        texts.filter(
          ({ text }) => !known.has(text) && longValues.some((value) => isSlipOf(text, value)),
        ),
      ),
    ).toEqual([]);
  });

  test('of views are those listed here', () => {
    const declared = texts.filter(
      ({ file, node: { parent } }) =>
        file.endsWith('.projection.ts') &&
        ts.isPropertyAssignment(parent) &&
        parent.name.getText() === 'name',
    );
    expect(declared.length).toBeGreaterThan(0);
    expect(withFiles(declared.filter(({ text }) => !views.includes(text)))).toEqual([]);
  });

  test.each(events)('the event %s is named in the past tense', (event) =>
    expect(event).toMatch(
      /(ed|Overridden|Began|Lost|Left|Seen|Sent|Set|Made|Read|SignedIn|SignedOut)$/,
    ),
  );
  test.each(commands)('the command %s is named as an imperative', (command) =>
    expect(command).toMatch(
      /^(Accept|Activate|Add|Approve|Ask|Assign|Cancel|Change|Close|Complete|Convert|Create|Deactivate|Decline|Delete|Discard|Edit|Erase|Expire|Export|Fold|Found|Invite|Join|Leave|Mark|Open|Override|Pass|Raise|Read|Reassign|Record|Reject|Remove|Rename|Request|Revoke|Rotate|Save|Schedule|Send|Set|Share|Submit|Update|Upload|Use|Verify)[A-Z]/,
    ),
  );
});

test('a name ends with Erased where its stream loses its key, and only there', () =>
  expect(events.filter((type) => isErasure({ type })).toSorted()).toEqual([
    'AccountErased',
    'BillErased',
    'CustomerErased',
    'InvitationErased',
    'PersonalDataErased',
    'QuotationErased',
    'ShareErased',
    'StreamErased',
  ]));

test('a name ends with Deleted or Erased where no lead is left, and only there', () => {
  const { examples, evolve, initialState } = leadAggregate;
  const lead = evolve(initialState, examples.LeadCreated);
  const removingEvents = Object.values(examples).filter(
    (event) => evolve(lead, event).phase !== 'open',
  );
  expect(removingEvents.map(({ type }) => type)).toEqual(
    Object.keys(examples).filter((type) => removesRecord({ type })),
  );
  expect(removingEvents.length).toBeGreaterThan(0);
});

test('an erasure names an id only where it erases a part of its stream', () =>
  expect(
    aggregates
      .flatMap(({ examples }) => Object.values<Message>(examples))
      .filter((event) => isErasure(event) && !isWholeErasure(event))
      .map(({ type }) => type),
  ).toEqual(['InvitationErased']));

describe('a misspelling', () => {
  test.each(['Contcated', 'Contaced', 'Conntacted', 'Contactef'])('such as %s is found', (slip) =>
    expect(isSlipOf(slip, 'Contacted')).toBe(true),
  );
  test.each(['Contacted', 'Contact', 'Converted'])('is not reported for %s', (word) =>
    expect(isSlipOf(word, 'Contacted')).toBe(false),
  );
});
