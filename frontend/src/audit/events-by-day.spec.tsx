/** @jest-environment ./test/browser-environment.mjs */
import { afterEach, expect, test } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { MemoryRouter } from 'react-router-dom';
import type { AuditItem } from '#domain/audit/audit.views.js';
import { ExpandAll } from '../kit/history/more-events.js';
import { EventsByDay } from './events-by-day.js';
import { groupFeedEvents } from './feed-groups.js';

const screenMedia = globalThis.matchMedia;
afterEach(() => {
  cleanup();
  globalThis.matchMedia = screenMedia;
});

const event = (type: string, kind: AuditItem['kind'], more: Partial<AuditItem>): AuditItem => ({
  type,
  kind,
  eventId: type,
  recordId: kind,
  recordName: 'Ravi',
  revision: 1,
  at: '2026-11-28T04:00:05.000Z',
  capturedAt: '2026-11-28T04:00:05.000Z',
  commandId: type,
  hash: '',
  data: {},
  people: {},
  ...more,
});
const cause = { eventId: 'LeadConverted' };
const items = [
  event('PaymentRecorded', 'customer', { cause, data: { amountPaise: 500_000, method: 'UPI' } }),
  event('CustomerCreated', 'customer', { cause }),
  event('LeadConverted', 'lead', { by: { id: 'asha', name: 'Asha' } }),
];

function Feed(): ReactNode {
  const [isExpanded, setExpanded] = useState(false);
  return (
    <MemoryRouter>
      <ExpandAll isExpanded={isExpanded} onExpanded={setExpanded} />
      <EventsByDay items={items} isExpanded={isExpanded} />
    </MemoryRouter>
  );
}
const countTimes = () => document.querySelectorAll('tbody time').length;
const findMoreButton = () =>
  screen.getByRole('button', { name: /^2 more: Payment recorded, Customer created\b/ });

test('a collapsed group names what it hides; a button shows everything', async () => {
  const user = userEvent.setup();
  render(<Feed />);
  expect(findMoreButton().textContent).toBe('2 more');
  expect(countTimes()).toBe(1);
  await user.click(findMoreButton());
  expect(countTimes()).toBe(3);
  await user.click(screen.getByRole('button', { name: /^Fewer/ }));
  await user.click(screen.getByRole('button', { name: 'Unfold all' }));
  expect(countTimes()).toBe(3);
  await user.click(screen.getByRole('button', { name: 'Fold all' }));
  expect(countTimes()).toBe(1);
});

test('print shows every event', () => {
  globalThis.matchMedia = (query) =>
    Object.assign(screenMedia(query), { matches: query === 'print' });
  render(<Feed />);
  expect(countTimes()).toBe(3);
});

test('drafts and sendings of one quotation by one person in ten minutes are one entry', () => {
  const version = (type: string, eventId: string, minute: number, more: Partial<AuditItem> = {}) =>
    event(type, 'quotation', {
      eventId,
      commandId: eventId,
      recordId: 'q1',
      by: { id: 'asha', name: 'Asha' },
      at: `2026-11-28T04:${minute}:00.000Z`,
      ...more,
    });
  const groups = groupFeedEvents([
    version('QuotationSent', 'sent 2', 50),
    version('QuotationSent', 'other', 50, { recordId: 'q2' }),
    version('QuotationSent', 'of Ravi', 50, { by: { id: 'ravi', name: 'Ravi' } }),
    version('QuotationDrafted', 'draft 2', 41),
    version('QuotationSent', 'sent 1', 32),
    version('QuotationDrafted', 'draft 1', 21),
    event('QuotationAccepted', 'quotation', { recordId: 'q1' }),
  ]);
  expect(
    groups.map(({ shownEvent, otherEvents }) => [
      shownEvent.eventId,
      otherEvents.map(({ eventId }) => eventId),
    ]),
  ).toEqual([
    ['sent 2', ['draft 2', 'sent 1']],
    ['other', []],
    ['of Ravi', []],
    ['draft 1', []],
    ['QuotationAccepted', []],
  ]);
});

test('an access names its record and leads to it; one without a name is named by its kind', () => {
  const accessEvent = (recordName: string) =>
    event('AccessRecorded', 'access', {
      eventId: recordName || 'gone',
      commandId: recordName || 'gone',
      recordName,
      data: { screen: 'history', about: { kind: 'lead', recordId: 'l1' } },
    });
  render(
    <MemoryRouter>
      <EventsByDay items={[accessEvent('Ravi'), accessEvent('')]} isExpanded={false} hasLinks />
    </MemoryRouter>,
  );
  const [namedRow, unnamedRow] = screen
    .getAllByRole('row')
    .filter((row) => row.querySelector('td'));
  expect([namedRow, unnamedRow].map((row) => row?.textContent)).toEqual([
    expect.stringContaining('Ravi'),
    expect.stringMatching(/Leads(?!.*Erased)/),
  ]);
  expect(screen.getAllByRole('link')[0]?.getAttribute('href')).toBe('/leads/l1/history');
});

test('readings of the audit by one person, one after the other, are one entry', () => {
  const readingEvent = (
    eventId: string,
    by: string,
    data: AuditItem['data'] = { screen: 'feed' },
  ) =>
    event('AccessRecorded', 'access', {
      eventId,
      commandId: eventId,
      by: { id: by, name: by },
      data,
    });
  const groups = groupFeedEvents([
    readingEvent('second', 'asha', { screen: 'history' }),
    readingEvent('first', 'asha'),
    readingEvent('of Ravi', 'ravi'),
    readingEvent('download', 'ravi', { export: 'bills' }),
    readingEvent('before', 'ravi'),
  ]);
  expect(
    groups.map(({ shownEvent, otherEvents }) => [
      shownEvent.eventId,
      otherEvents.map(({ eventId }) => eventId),
    ]),
  ).toEqual([
    ['second', ['first']],
    ['of Ravi', []],
    ['download', []],
    ['before', []],
  ]);
});
