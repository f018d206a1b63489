/** @jest-environment ./test/browser-environment.mjs */
import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from '@jest/globals';
import { msg, plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { cleanup, render } from '@testing-library/react';
import { leadCommands } from '#domain/leads/lead.commands.js';
import { leadStatuses } from '#domain/leads/lead.values.js';
import { refusals } from '#domain/kernel/refusal.js';
import { dayHeading, money } from '../ui/display/format.js';
import { i18n, translated } from './i18n.js';

const catalogue = Object.keys(
  JSON.parse(readFileSync('frontend/src/words/en-IN.json', 'utf8')) as object,
);

afterEach(() => {
  cleanup();
  i18n.activate('en-IN');
});

/** Activates a language that translates every message by the same words. */
function loadWords(words: string): void {
  i18n.load('hi-IN', Object.fromEntries(catalogue.map((id) => [id, [words]])));
  i18n.activate('hi-IN');
}

test('the source language shows words as written', () => {
  const count = 1_200;
  expect(t`Site Visits`).toBe('Site Visits');
  expect(plural(count, { one: '# visit', other: '# visits' })).toBe('1,200 visits');
  expect(translated('At most 2,000 characters')).toBe('At most 2,000 characters');
});

test('another language may reorder values and elements', () => {
  const name = 'Asha';
  i18n.load('hi-IN', {
    [msg`Site photos of ${name}`.id]: '{name} के साइट फ़ोटो',
    [msg`Open ${name} or <0>close</0>`.id]: '<0>बंद</0> {name}',
  });
  i18n.activate('hi-IN');
  expect(t`Site photos of ${name}`).toBe('Asha के साइट फ़ोटो');
  const { container } = render(
    <Trans>
      Open {name} or <b>close</b>
    </Trans>,
  );
  expect(container.innerHTML).toBe('<b>बंद</b> Asha');
});

test('Hindi has its own word order, and Western digits', async () => {
  const [name, n] = ['आशा', 1_234_567];
  i18n.load(
    'hi-IN',
    JSON.parse(readFileSync('frontend/src/words/hi-IN.json', 'utf8')) as Record<string, string>,
  );
  i18n.activate('hi-IN');
  expect(t`Delete ${name}?`).toBe('आशा हटाना है?');
  expect(plural(n, { one: '# lead', other: '# leads' })).toBe('12,34,567 लीड');
  expect(money(123_456_750)).toBe('₹12,34,567.50');
  expect(dayHeading('2026-11-16', '2026-11-23')).toBe('सोम, 16 नव॰');
  expect(translated('At most 120 characters')).toBe('ज़्यादा से ज़्यादा 120 अक्षर');
  expect(translated('Quoted')).toBe('कोटेशन दिया');
});

test('the catalogue contains every refusal, value and form error, with any number', () => {
  loadWords('हाँ');
  const issues =
    leadCommands.CreateLead.data.safeParse({ firstName: 'a'.repeat(121), phone: '98220' }).error
      ?.issues ?? [];
  const formTexts = issues
    .filter(({ path }) => ['firstName', 'lastName', 'phone'].includes(String(path[0])))
    .map(({ message }) => message);
  expect(formTexts).toEqual([
    'At most 120 characters',
    'Last name is required',
    'Enter a 10-digit number; this one has 5',
  ]);
  const all = [
    ...Object.values(refusals).map(({ message }) => message),
    ...leadStatuses,
    ...formTexts,
  ];
  expect(all.filter((english) => translated(english) !== 'हाँ')).toEqual([]);
});
