import { expect, test } from '@jest/globals';
import type { HistoryEvent } from '#domain/history/history.views.js';
import { groupAdjacentEvents, groupEvents } from './event-groups.js';

const asha = { id: 'asha', name: 'Asha Kulkarni' };
type ListedEvent = HistoryEvent & { readonly recordId?: string };
const event = (eventId: string, minute: number, more: Partial<ListedEvent>): ListedEvent => ({
  eventId,
  type: 'QuotationSent',
  at: new Date(Date.UTC(2026, 10, 28, 4, minute)).toISOString(),
  capturedAt: '2026-11-28T04:00:00.000Z',
  commandId: eventId,
  hash: '',
  data: {},
  people: {},
  ...more,
});
const groupedIds = (events: readonly ListedEvent[]) =>
  groupEvents(events).map(({ shownEvent, otherEvents }) => [
    shownEvent.eventId,
    otherEvents.map(({ eventId }) => eventId),
  ]);

test('events of one command are one group, led by its first', () => {
  expect(
    groupedIds([
      event('planned', 1, { by: asha, commandId: 'visit' }),
      event('visited', 1, { by: asha, commandId: 'visit' }),
      event('noted', 0, { by: asha }),
    ]),
  ).toEqual([
    ['visited', ['planned']],
    ['noted', []],
  ]);
});

test('automatic steps join the group of their cause within ten minutes, also across another step', () => {
  const causedEvent = (eventId: string, minute: number, cause: string) =>
    event(eventId, minute, { cause: { eventId: cause } });
  expect(
    groupedIds([
      causedEvent('late', 30, 'sent'),
      causedEvent('stepped', 2, 'pdf'),
      event('other', 1, { by: asha }),
      causedEvent('pdf', 1, 'sent'),
      event('sent', 0, { by: asha }),
    ]),
  ).toEqual([
    ['late', []],
    ['sent', ['stepped', 'pdf']],
    ['other', []],
  ]);
});

test('neighbouring automatic steps of one type without a shown cause are one group, led by the newest', () => {
  const step = (id: string, minute: number, type = 'QuotationStepped') =>
    event(id, minute, { type, cause: { eventId: `cause of ${id}` } });
  expect(
    groupedIds([
      step('third', 20),
      step('second', 5),
      step('first', 1),
      step('status', 1, 'LeadStatusChanged'),
    ]),
  ).toEqual([
    ['third', []],
    ['second', ['first']],
    ['status', []],
  ]);
});

test('neighbouring automatic steps of several records are several groups', () => {
  const step = (id: string, recordId: string) =>
    event(id, 1, { type: 'QuotationStepped', cause: { eventId: `cause of ${id}` }, recordId });
  expect(
    groupedIds([step('third', 'ravi'), step('second', 'asha'), step('first', 'asha')]),
  ).toEqual([
    ['third', []],
    ['second', ['first']],
  ]);
});

test('what a customer did is no automatic step', () => {
  expect(
    groupedIds([
      event('accepted', 1, { type: 'QuotationAccepted', cause: { eventId: 'sent' } }),
      event('sent', 0, { by: asha }),
    ]),
  ).toEqual([
    ['accepted', []],
    ['sent', []],
  ]);
});

test('groups of one record contain only neighbouring events, newest first', () => {
  const events = [
    event('stepped', 2, { cause: { eventId: 'pdf' } }),
    event('other', 1, { by: asha }),
    event('pdf', 1, { cause: { eventId: 'sent' } }),
    event('sent', 0, { by: asha }),
  ];
  const groups = groupAdjacentEvents(events);
  expect(
    groups.map(({ shownEvent, otherEvents }) => [
      shownEvent.eventId,
      otherEvents.map(({ eventId }) => eventId),
    ]),
  ).toEqual([
    ['stepped', []],
    ['other', []],
    ['pdf', ['sent']],
  ]);
  expect(groups.flatMap(({ shownEvent, otherEvents }) => [shownEvent, ...otherEvents])).toEqual(
    events,
  );
});
