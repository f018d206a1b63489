import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { z } from 'zod';
import { accountDecider } from './accounts/account.decider.js';
import { accountExamples } from './accounts/account.examples.js';
import { commandDefinitions, ofEachDecider, vocabulary } from './deciders.js';
import { customerDecider } from './customers/customer.decider.js';
import { customerExamples } from './customers/customer.examples.js';
import type { Held } from './kernel/decider.js';
import type { Message } from './kernel/message.js';
import { leadDecider } from './leads/lead.decider.js';
import { leadExamples } from './leads/lead.examples.js';
import { alertsExamples } from './notifications/alerts.examples.js';
import { organizationDecider } from './organizations/organization.decider.js';
import { organizationExamples, raviJoins } from './organizations/organization.examples.js';

const examples: Readonly<Record<string, Readonly<Record<string, Message>>>> = {
  account: accountExamples,
  organization: organizationExamples,
  lead: leadExamples,
  customer: customerExamples,
  alerts: alertsExamples,
};
const events = vocabulary.flatMap(({ category, events: declared }) => Object.entries(declared).map(([type, schema]) => ({ category, type, schema })));

describe('every event', () => {
  test.each(events)('$type has an example that is as its schema says', ({ category, type, schema }) => {
    const example = examples[category]![type]!;
    expect(example.type).toBe(type);
    expect(schema.parse(example.data)).toEqual(example.data);
  });
  test('has a name of its own', () => expect(new Set(events.map(({ type }) => type)).size).toBe(events.length));
  test.each(events)('$type does not repeat the id that its stream’s name has', ({ category, schema }) =>
    expect(Object.keys(schema.shape)).not.toContain(`${category}Id`),
  );
});

describe('every command', () => {
  test('has a name of its own', () =>
    expect(Object.keys(commandDefinitions)).toHaveLength(vocabulary.flatMap(({ commands }) => Object.keys(commands)).length));
  test('is registered with its decider', () =>
    expect(ofEachDecider((definitions, { category }) => [category, Object.keys(definitions)])).toEqual(
      vocabulary.map(({ category, commands }) => [category, Object.keys(commands)]),
    ));
  test.each(
    Object.entries(commandDefinitions).flatMap(([name, { refersTo, data }]) => Object.keys(refersTo ?? {}).map((field) => ({ name, field, data }))),
  )('$name refers with its field $field to something else', ({ field, data }) => expect(Object.keys(data.shape)).toContain(field));
});

describe('every text and list of a command has an end:', () => {
  type Shape = {
    readonly type?: string;
    readonly enum?: unknown;
    readonly format?: string;
    readonly maxLength?: number;
    readonly maxItems?: number;
    readonly pattern?: string;
    readonly anyOf?: readonly Shape[];
    readonly items?: Shape;
    readonly properties?: Readonly<Record<string, Shape>>;
  };
  /** Ids, days and instants are as long as their format. @param isRefused whether the field’s schema refuses a long text for another reason, such as a pattern */
  const ends = (shape: Shape, isRefused: boolean): boolean => {
    const { type, enum: choices, format, maxLength, maxItems, anyOf = [], items, properties = {} } = shape;
    const isText = type === 'string' && choices === undefined && format === undefined && maxLength === undefined;
    const within = [...Object.values(properties), ...(items ? [items] : [])];
    return (
      (!isText || isRefused) &&
      (type !== 'array' || maxItems !== undefined) &&
      anyOf.every((part) => ends(part, isRefused)) &&
      within.every((part) => ends(part, false))
    );
  };
  const fields = Object.entries(commandDefinitions).flatMap(([name, { data }]) => {
    const { properties = {} } = z.toJSONSchema(data, { io: 'input', unrepresentable: 'any' }) as Shape;
    return Object.entries(properties).map(([field, shape]) => ({ name, field, shape, schema: data.shape[field] as z.ZodType }));
  });
  const long = ['x', '9', 'A', '\u{1F600}'].map((letter) => letter.repeat(4_001));

  test.each(fields)('$field of $name', ({ shape, schema }) => {
    const isRefused = long.every((text) => !schema.safeParse(text).success);
    expect([shape, ends(shape, isRefused)]).toEqual([shape, true]);
  });
});

/** Whatever was recorded, in whatever order: the fold copes, and never holds one value twice. */
function cope<State, Event extends Message>(
  rules: { initialState: State; evolve: (state: State, event: Event) => State; holds: (state: State) => readonly Held[] },
  recorded: readonly Event[],
) {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...recorded), { maxLength: 30 }), (history) => {
      const held = rules.holds(history.reduce(rules.evolve, rules.initialState)).map(({ kind, value }) => `${kind} ${value}`);
      expect(new Set(held).size).toBe(held.length);
      expect(held.every((one) => !one.endsWith(' '))).toBe(true);
    }),
    { numRuns: 500 },
  );
}

describe('a fold copes with whatever was recorded, and never holds one value twice:', () => {
  test('an account', () => cope(accountDecider, Object.values(accountExamples)));
  test('an organization', () => cope(organizationDecider, [...Object.values(organizationExamples), raviJoins]));
  test('a customer', () => cope(customerDecider, Object.values(customerExamples)));
  test('a lead', () => cope(leadDecider, Object.values(leadExamples)));
});
