/** @jest-environment ./test/browser-environment.mjs */
import { afterEach, expect, test } from '@jest/globals';
import { cleanup, render } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { leadExamples } from '#domain/leads/lead.examples.js';
import type { TimelineEntry } from '#domain/leads/lead.views.js';
import { dayText } from '../../ui/display/format.js';
import { eventSentence } from '../../kit/history/event-sentences.js';
import { entrySentence, namesActor } from './entry-sentence.js';

const today = '2026-11-28';
const withoutActor = (Object.values(leadExamples) as unknown as TimelineEntry[]).filter(
  // Steps of a quotation are left out: they also show a link and an amount.
  (entry) => !namesActor(entry) && entry.type !== 'QuotationStepped',
);

afterEach(cleanup);

test.each(withoutActor)('the timeline says $type as the history does', (entry) => {
  const sentence = entrySentence(entry, 'Asha', 'me', (on) => dayText(on, today));
  const { container } = render(<MemoryRouter>{sentence}</MemoryRouter>);
  expect(container.textContent).toBe(eventSentence(entry, today));
});

test('the timeline calls an entry of a newer build unknown', () =>
  expect(entrySentence({ type: 'LeadPaused' } as never, 'Asha', 'me', String)).toBe(
    'This version of Fieldtrace does not know this entry. Nothing is lost.',
  ));
