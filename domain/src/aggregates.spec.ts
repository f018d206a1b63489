import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { z } from 'zod';
import { aggregates, commandDefinitions } from './aggregates.js';
import { commands } from './commands.js';
import type { AnyAggregate } from './kernel/aggregate.js';
import type { Message } from './kernel/texts/message.js';
import { raviJoins } from './organizations/organization.examples.js';

const examplesOf = (category: string): Readonly<Record<string, Message>> =>
  aggregates.find((each) => each.category === category)!.examples;
const events = aggregates.flatMap(({ category, events: declared }) =>
  Object.entries<z.ZodObject>(declared).map(([type, schema]) => ({ category, type, schema })),
);

describe('every event', () => {
  test.each(events)(
    '$type has an example that its schema accepts',
    ({ category, type, schema }) => {
      const example = examplesOf(category)[type]!;
      expect(example.type).toBe(type);
      expect(schema.parse(example.data)).toEqual(example.data);
    },
  );
  test('has a unique name', () =>
    expect(new Set(events.map(({ type }) => type)).size).toBe(events.length));
  test.each(events)('$type does not repeat the id in its stream’s name', ({ category, schema }) =>
    expect(Object.keys(schema.shape)).not.toContain(`${category}Id`),
  );
});

describe('every command', () => {
  test('has a unique name', () =>
    expect(Object.keys(commandDefinitions)).toHaveLength(
      aggregates.flatMap((each) => Object.keys(each.commands)).length,
    ));
  test('is known to the browser', () =>
    expect(Object.keys(commands).toSorted()).toEqual(Object.keys(commandDefinitions).toSorted()));
  test.each(
    Object.entries(commandDefinitions).flatMap(([name, { refersTo, data }]) =>
      Object.keys(refersTo ?? {}).map((field) => ({ name, field, data })),
    ),
  )('field $field of $name refers to another record', ({ field, data }) =>
    expect(Object.keys(data.shape)).toContain(field),
  );
});

describe('every text and list of a command has a maximum length:', () => {
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
  /**
   * Whether every text and list of a shape has a maximum; ids, days and instants are limited by
   * their format.
   * @param isRefused whether the schema refuses a long text for another reason, such as a pattern
   */
  const isLimited = (shape: Shape, isRefused: boolean): boolean => {
    const {
      type,
      enum: choices,
      format,
      maxLength,
      maxItems,
      anyOf = [],
      items,
      properties = {},
    } = shape;
    const isText =
      type === 'string' && choices === undefined && format === undefined && maxLength === undefined;
    const nestedShapes = [...Object.values(properties), ...(items ? [items] : [])];
    return (
      (!isText || isRefused) &&
      (type !== 'array' || maxItems !== undefined) &&
      anyOf.every((part) => isLimited(part, isRefused)) &&
      nestedShapes.every((part) => isLimited(part, false))
    );
  };
  const fields = Object.entries(commandDefinitions).flatMap(([name, { data }]) => {
    const { properties = {} } = z.toJSONSchema(data, {
      io: 'input',
      unrepresentable: 'any',
    }) as Shape;
    return Object.entries(properties).map(([field, shape]) => ({
      name,
      field,
      shape,
      schema: data.shape[field] as z.ZodType,
    }));
  });
  const LONGER_THAN_ANY_TEXT = 4_001;
  const longTexts = ['x', '9', 'A', '\u{1F600}'].map((letter) =>
    letter.repeat(LONGER_THAN_ANY_TEXT),
  );

  test.each(fields)('$field of $name', ({ shape, schema }) => {
    const isRefused = longTexts.every((text) => !schema.safeParse(text).success);
    expect([shape, isLimited(shape, isRefused)]).toEqual([shape, true]);
  });
});

describe('a fold accepts any events in any order, and never yields a unique value twice:', () => {
  test.each(aggregates.map((aggregate): [string, AnyAggregate] => [aggregate.category, aggregate]))(
    '%s',
    (category, aggregate) => {
      const recorded = [
        ...Object.values(examplesOf(category)),
        ...(category === 'organization' ? [raviJoins] : []),
      ];
      fc.assert(
        fc.property(fc.array(fc.constantFrom(...recorded), { maxLength: 30 }), (history) => {
          const state = history.reduce(
            (before: unknown, event) => aggregate.evolve(before, event),
            aggregate.initialState,
          );
          const uniqueValues = aggregate.uniqueValues(state, '2026-11-21T09:30:00.000Z');
          const claims = uniqueValues.map(({ kind, value }) => `${kind} ${value}`);
          expect(new Set(claims).size).toBe(claims.length);
          expect(uniqueValues.every(({ value }) => value !== '')).toBe(true);
        }),
        { numRuns: 500 },
      );
    },
  );
});
