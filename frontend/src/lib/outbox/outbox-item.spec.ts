import { describe, expect, it } from '@jest/globals';
import {
  withItemAttached,
  dependentsOf,
  inCaptureOrder,
  creatingCommandOf,
  withItemResubmitted,
  nextToSend,
  nextTryAt,
  type OutboxItem,
  queuedItem,
  rebasedItem,
  replaceId,
  retryDelayMs,
} from './outbox-item.js';

const item = (commandId: string, changes: Partial<OutboxItem> = {}): OutboxItem => ({
  commandId,
  name: 'AddNote',
  data: { leadId: 'lead-1', noteId: commandId, note: 'Wants 10 kW' },
  recordId: 'lead-1',
  recordName: 'Asha',
  files: [],
  capturedAt: '2026-11-21T09:30:00.000Z',
  accountId: 'asha',
  organizationId: 'suryodaya',
  sequence: 1,
  state: 'waiting',
  tries: 0,
  notBefore: 0,
  ...changes,
});
const lead = item('make', {
  name: 'CreateLead',
  creates: true,
  sequence: 1,
  data: { leadId: 'lead-1', phone: '+919822041736' },
});
const first = item('note-1', { sequence: 2, dependsOn: 'make' });
const second = item('note-2', { sequence: 3, dependsOn: 'make' });
const other = item('other', { recordId: 'lead-2', sequence: 4 });
const refused = {
  state: 'refused' as const,
  problem: { status: 409, code: 'lead-phone-taken', detail: 'Taken', fields: {} },
};

describe('the next item', () => {
  it('is the oldest of a record', () => {
    expect(nextToSend([second, first, lead], 0)).toBe(lead);
  });
  it('belongs to another record while one waits for its next try', () => {
    expect(nextToSend([{ ...lead, notBefore: 5_000 }, first, other], 1_000)).toBe(other);
  });
  it('keeps a record’s order between tries', () => {
    expect(
      nextToSend([item('a', { notBefore: 5_000 }), item('b', { sequence: 2 })], 1_000),
    ).toBeUndefined();
  });
  it('does not depend on a refused item', () => {
    expect(nextToSend([{ ...lead, ...refused }, first, second], 0)).toBeUndefined();
  });
  it('may follow a refused note', () => {
    expect(nextToSend([item('a', refused), item('b', { sequence: 2 })], 0)?.commandId).toBe('b');
  });
  it('may be one that was being sent when the tab closed', () => {
    expect(nextToSend([{ ...lead, state: 'sending' }], 0)?.commandId).toBe('make');
  });
  it('ignores a pause that a clock set back has made very long', () => {
    expect(nextToSend([{ ...lead, notBefore: 86_400_000 }], 1_000)?.commandId).toBe('make');
  });
  it('is undefined when nothing waits', () => {
    expect(nextToSend([], 0)).toBeUndefined();
  });
});

describe('the time of the next try', () => {
  it('is the earliest of the items that are not blocked', () => {
    expect(
      nextTryAt([
        { ...lead, notBefore: 9_000 },
        { ...first, notBefore: 1 },
        { ...other, notBefore: 7_000 },
      ]),
    ).toBe(7_000);
  });
  it('is undefined when all are refused', () => {
    expect(nextTryAt([{ ...lead, ...refused }, first])).toBeUndefined();
  });
  it('grows with each try, up to a minute', () => {
    expect([0, 1, 2, 10].map((tries) => retryDelayMs(tries, 1))).toEqual([
      1_000, 2_000, 4_000, 60_000,
    ]);
    expect(retryDelayMs(0, 0)).toBe(500);
  });
});

describe('resubmission', () => {
  it('puts a new command in the same place, with its dependents', () => {
    const after = withItemResubmitted([{ ...lead, ...refused }, first, other], 'make', 'made-new', {
      leadId: 'lead-1',
      phone: '+919822041737',
    });
    expect(
      after.map(({ commandId, dependsOn, state }) => ({ commandId, dependsOn, state })),
    ).toEqual([
      { commandId: 'made-new', dependsOn: undefined, state: 'waiting' },
      { commandId: 'note-1', dependsOn: 'made-new', state: 'waiting' },
      { commandId: 'other', dependsOn: undefined, state: 'waiting' },
    ]);
    expect(after[0]?.problem).toBeUndefined();
    expect(after[0]?.sequence).toBe(lead.sequence);
  });
  it('moves dependents to an existing lead', () => {
    const after = withItemAttached(
      [{ ...lead, ...refused }, first, second, other],
      'make',
      'lead-9',
      undefined,
    );
    expect(
      after.map(({ commandId, recordId, dependsOn }) => ({ commandId, recordId, dependsOn })),
    ).toEqual([
      { commandId: 'note-1', recordId: 'lead-9', dependsOn: undefined },
      { commandId: 'note-2', recordId: 'lead-9', dependsOn: undefined },
      { commandId: 'other', recordId: 'lead-2', dependsOn: undefined },
    ]);
    expect(after[0]?.data).toEqual({ leadId: 'lead-9', noteId: 'note-1', note: 'Wants 10 kW' });
  });
  it('replaces the creating item by the given item', () => {
    const replacement = {
      commandId: 'note-0',
      name: 'AddNote' as const,
      recordName: 'Asha',
      data: { leadId: 'lead-9', noteId: 'n', note: 'Met at the expo' },
    };
    const [attached] = withItemAttached([{ ...lead, ...refused }], 'make', 'lead-9', replacement);
    expect(attached).toMatchObject({
      ...replacement,
      recordId: 'lead-9',
      state: 'waiting',
      sequence: 1,
    });
    expect(attached?.creates).toBeUndefined();
  });
  it('replaces ids anywhere in the data, and nothing else', () => {
    expect(
      replaceId({ leadId: 'a', lists: ['a', 'b', { deep: 'a' }], note: 'about a' }, 'a', 'z'),
    ).toEqual({
      leadId: 'z',
      lists: ['z', 'b', { deep: 'z' }],
      note: 'about a',
    });
  });
});

describe('dependencies', () => {
  it('include indirect ones', () => {
    const visit = item('visit', { dependsOn: 'note-1', sequence: 5 });
    expect(
      dependentsOf('make', [lead, first, visit, other]).map(({ commandId }) => commandId),
    ).toEqual(['note-1', 'visit']);
  });
  it('include the item that creates a record', () => {
    expect(creatingCommandOf('lead-1', [first, lead])).toBe('make');
    expect(creatingCommandOf('lead-2', [other, lead])).toBeUndefined();
  });
  it('follow the order of capture', () => {
    expect(inCaptureOrder([other, second, lead, first]).map(({ sequence }) => sequence)).toEqual([
      1, 2, 3, 4,
    ]);
  });
});

describe('an edit behind another edit of its record', () => {
  const edit = (commandId: string, city: string, revision: number) =>
    item(commandId, {
      name: 'EditLead',
      data: { leadId: 'lead-1', city },
      base: { revision, values: { city: 'Pune' } },
    });

  it('is rebased on the sent edit', () => {
    const [sent, later] = [edit('one', 'Nashik', 4), edit('two', 'Thane', 4)];
    expect(
      [later, first, other].map((each) => rebasedItem(each, { ...sent, revision: 5 })),
    ).toEqual([{ ...later, base: { revision: 5, values: { city: 'Nashik' } } }, first, other]);
  });
  it('keeps its revision if it began at another revision', () => {
    const sent = { ...edit('one', 'Nashik', 4), revision: 5 };
    expect(rebasedItem(edit('two', 'Thane', 3), sent)).toMatchObject({
      base: { revision: 3, values: { city: 'Nashik' } },
    });
  });
  it('stays unchanged if it began after the sent edit', () => {
    const later = edit('two', 'Thane', 5);
    expect(rebasedItem(later, { ...edit('one', 'Nashik', 4), revision: 5 })).toBe(later);
  });
});

describe('a capture', () => {
  const { sequence: _, ...note } = item('note-3');
  const queue = (waiting: readonly OutboxItem[], { isFirst = false } = {}) =>
    queuedItem(note, waiting, { sent: [], now: 100, isFirst });

  it('comes after all waiting items, even if the clock was set back', () => {
    expect(queue([first, { ...other, sequence: 500 }])).toMatchObject({ sequence: 501 });
    expect(queue([first])).toMatchObject({ sequence: 100 });
  });
  it('depends on the item that creates its record', () => {
    expect(queue([lead])).toMatchObject({ dependsOn: 'make' });
  });
  it('precedes items captured for its record while it was being sent', () => {
    expect(queue([first, second], { isFirst: true })).toMatchObject({ sequence: 1 });
    expect(queue([{ ...first, ...refused }, other], { isFirst: true })).toMatchObject({
      sequence: 100,
    });
  });
  it('is rebased on an edit that was sent after the person saw the record', () => {
    const edit = {
      ...note,
      data: { city: 'Thane' },
      base: { revision: 4, values: { city: 'Pune' } },
    };
    const sent = {
      ...item('one', { data: { city: 'Nashik' }, base: { revision: 4, values: { city: 'Pune' } } }),
      revision: 5,
      sentAt: 0,
    };
    expect(queuedItem(edit, [], { sent: [sent], now: 100, isFirst: false }).base).toEqual({
      revision: 5,
      values: { city: 'Nashik' },
    });
  });
});
