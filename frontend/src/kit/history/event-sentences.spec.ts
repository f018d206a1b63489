import { afterEach, describe, expect, test } from '@jest/globals';
import { aggregates } from '#domain/aggregates.js';
import { findPersonalFields } from '#platform/sealing/personal-fields.js';
import { isErasure } from '#platform/sealing/platform-events.js';
import { i18n } from '../../words/i18n.js';
import hindi from '../../words/hi-IN.json' with { type: 'json' };
import { typeName } from '../texts/type-names.js';
import { eventSentence, eventTypes } from './event-sentences.js';

const examples = aggregates.flatMap(({ events, examples: exampleByType }) =>
  Object.entries(events).map(([type, schema]) => ({
    type,
    schema,
    data: (exampleByType as Readonly<Record<string, { readonly data: object }>>)[type]!.data,
  })),
);
const today = '2026-11-28';
const hindiLetters = /[\u0900-\u097f]/;

afterEach(() => i18n.loadAndActivate({ locale: 'en-IN', messages: {} }));

/** Data as an erasure leaves it: personal texts are empty, or missing if they were optional. */
function erasedData({ type, data, schema }: (typeof examples)[number]): object {
  const remaining = structuredClone(data) as Record<string, Record<string, unknown>>;
  for (const [path, value] of findPersonalFields(type, schema)) {
    const [name = '', inner] = path.split('.');
    const holder: Record<string, unknown> | undefined =
      inner === undefined ? remaining : remaining[name];
    if (holder) holder[inner ?? name] = value;
  }
  return JSON.parse(JSON.stringify(remaining)) as object;
}

test('every event of every aggregate has a sentence', () =>
  expect([...eventTypes].toSorted()).toEqual(examples.map(({ type }) => type).toSorted()));

describe.each(['en-IN', 'hi-IN'])('in %s', (locale) => {
  test.each(examples)('the event $type reads as a sentence', ({ type, data }) => {
    i18n.loadAndActivate({ locale, messages: locale === 'hi-IN' ? hindi : {} });
    const sentence = eventSentence({ type, data }, today);
    expect(sentence).not.toBe(type);
    expect(sentence).not.toMatch(/undefined|NaN|\[object|\{\w*\}/);
    expect(hindiLetters.test(sentence)).toBe(locale === 'hi-IN');
  });

  test('an event that only a newer version knows is not called damaged', () => {
    i18n.loadAndActivate({ locale, messages: locale === 'hi-IN' ? hindi : {} });
    expect(eventSentence({ type: 'LeadPaused', data: {}, newer: true }, today)).toBe(
      locale === 'hi-IN'
        ? 'Fieldtrace का यह वर्ज़न इस प्रविष्टि को नहीं पहचानता। कुछ नहीं खोया है।'
        : 'This version of Fieldtrace does not know this entry. Nothing is lost.',
    );
  });
});

test.each([
  ['reason', { command: 'ApproveBill', reason: 'of-a-newer-build' }],
  ['decision', { command: 'ApproveLater', reason: 'own-bill' }],
])('a refusal with a %s that only a newer version knows is told as unknown', (_, data) =>
  expect(eventSentence({ type: 'DecisionRefused', data }, today)).toBe(
    'This version of Fieldtrace does not know this entry. Nothing is lost.',
  ),
);

test.each(examples.filter((example) => !isErasure(example)))(
  'the event $type says nothing personal once it is erased',
  (example) => {
    const sentence = eventSentence({ type: example.type, data: erasedData(example) }, today);
    expect(sentence).not.toMatch(/undefined|NaN|: $|, $/);
  },
);

test('an event whose data is not at hand is named without values', () => {
  expect(typeName('QuotationAccepted')).toBe('Quotation accepted');
  expect(eventTypes.map(typeName)).not.toContain(undefined);
  expect(typeName('MoonReached')).toBeUndefined();
});

test('an event type of a newer build is called unknown', () =>
  expect(eventSentence({ type: 'MoonReached', data: {} }, today)).toBe(
    'This version of Fieldtrace does not know this entry. Nothing is lost.',
  ));

test('members are named, and whoever is unknown is a former member', () => {
  const data = { from: 'one', to: 'other' };
  expect(eventSentence({ type: 'LeadReassigned', data, people: { other: 'Ravi' } }, today)).toBe(
    'Lead assigned to Ravi',
  );
  expect(eventSentence({ type: 'LeadReassigned', data }, today)).toBe(
    'Lead assigned to a former member',
  );
});
