import { expect, test } from '@jest/globals';
import { timeline } from './lead.views.js';

const [leadId, noteId, memberId] = ['1', '2', '3'].map(
  (end) => `01980000-0000-7000-8000-00000000000${end}`,
);
const at = '2026-11-26T10:00:00.000Z';
const createNoteEntry = (note: string) => ({
  entryId: `${leadId}_1`,
  leadId,
  at,
  capturedAt: at,
  on: '2026-11-26',
  by: { id: memberId, name: 'Asha' },
  people: {},
  revision: 1,
  commandId: noteId,
  type: 'NoteAdded',
  data: { noteId, note },
});
const isTimeline = (...items: object[]) => timeline.safeParse({ items, hasMore: false }).success;

test('a timeline contains all recorded events, and emptied entries after an erasure', () => {
  expect(isTimeline(createNoteEntry('Called Zubeida'))).toBe(true);
  expect(isTimeline({ ...createNoteEntry(''), erased: true })).toBe(true);
  expect(isTimeline(createNoteEntry(''))).toBe(false);
});
