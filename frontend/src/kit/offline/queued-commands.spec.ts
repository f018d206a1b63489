import { afterEach, describe, expect, it } from '@jest/globals';
import { msg } from '@lingui/core/macro';
import type { TimelineEntry } from '#domain/leads/lead.views.js';
import type { QueuedCommand } from '../../lib/outbox/outbox.js';
import {
  dataWithNewId,
  leadRowOfCapture,
  isNewLead,
  isOnTimeline,
  sendingStateText,
  textOfCommand,
  queuedTitle,
} from './queued-commands.js';
import { closedFollowUpId } from '../../follow-ups/closed-follow-ups.js';
import { i18n } from '../../words/i18n.js';

const queuedCapture = (changes: Partial<QueuedCommand> = {}): QueuedCommand =>
  ({
    commandId: 'c',
    name: 'CreateLead',
    data: {
      leadId: 'lead-1',
      firstName: 'Priya',
      lastName: 'Nambiar',
      phone: '+919822041736',
      city: 'Kochi',
      type: 'Owner',
      followUpOn: '2026-11-24',
    },
    recordId: 'lead-1',
    recordName: 'Priya Nambiar',
    files: [],
    capturedAt: '2026-11-21T06:00:00.000Z',
    accountId: 'asha',
    organizationId: 'suryodaya',
    sequence: 1,
    state: 'waiting',
    tries: 0,
    notBefore: 0,
    ...changes,
  }) as QueuedCommand;
const me = { id: 'asha', name: 'Asha Kulkarni' };

describe('a waiting lead', () => {
  it('has a card like others: new, own, dated by its capture', () => {
    const item = queuedCapture();
    expect(isNewLead(item) && leadRowOfCapture(item, me, 'Asia/Kolkata')).toMatchObject({
      name: 'Priya Nambiar',
      status: 'New',
      assignedTo: me,
      createdAt: '2026-11-21T06:00:00.000Z',
      createdOn: '2026-11-21',
      nextFollowUpOn: '2026-11-24',
      quotedPaise: 0,
    });
  });
  it('is older than every server document of it', () => {
    const item = queuedCapture();
    expect(isNewLead(item) && leadRowOfCapture(item, me, 'Asia/Kolkata').revision).toBeLessThan(0);
  });
});

describe('a follow-up', () => {
  const data = { leadId: 'lead-1', followUpId: 'follow-up-1' };
  it.each(['CompleteFollowUp', 'CancelFollowUp', 'RecordVisit'] as const)(
    'is closed by a waiting %s, and not by a refused one',
    (name) => {
      expect(closedFollowUpId(queuedCapture({ name, data }))).toBe('follow-up-1');
      expect(closedFollowUpId(queuedCapture({ name, data, state: 'refused' }))).toBeUndefined();
    },
  );
  it('is not closed by its own scheduling', () => {
    expect(closedFollowUpId(queuedCapture({ name: 'ScheduleFollowUp', data }))).toBeUndefined();
  });
});

describe('a sent command', () => {
  const entry = (revision: number, data: object) =>
    ({ revision, data }) as unknown as TimelineEntry;
  const sent = (changes: Partial<QueuedCommand>) =>
    queuedCapture({ ...changes, state: 'sent', revision: 7 } as Partial<QueuedCommand>);
  it.each([
    ['AddNote', 'noteId'],
    ['RecordVisit', 'visitId'],
    ['UploadQuotation', 'quotationId'],
    ['ScheduleFollowUp', 'followUpId'],
  ] as const)('counts as included once the timeline has the %s with its id', (name, idField) => {
    const item = sent({ name, data: { [idField]: 'mine' } });
    expect(isOnTimeline([entry(5, { [idField]: 'other' })], item)).toBe(false);
    expect(isOnTimeline([entry(6, { [idField]: 'mine' })], item)).toBe(true);
  });
  it.each(['CompleteFollowUp', 'EditLead', 'ChangeLeadStatus'] as const)(
    'without an id, as %s, is included once the timeline has reached its revision',
    (name) => {
      const item = sent({ name, data: { followUpId: 'planned' } });
      expect(isOnTimeline([entry(6, { followUpId: 'planned' })], item)).toBe(false);
      expect(isOnTimeline([entry(7, {})], item)).toBe(true);
      expect(isOnTimeline([entry(7, {})], queuedCapture({ name }))).toBe(false);
    },
  );
});

describe('the sending state of a capture', () => {
  it('waits for the network when offline, and is being sent when online', () => {
    expect(sendingStateText(queuedCapture(), false)).toBe('Waiting for network');
    expect(sendingStateText(queuedCapture(), true)).toBe('Sending');
    expect(sendingStateText(queuedCapture({ state: 'sending' }), false)).toBe('Sending');
  });
  it('explains a refusal', () => {
    const problem = {
      status: 409,
      code: 'lead-phone-taken',
      detail: 'A lead with this phone number already exists in your organization.',
      fields: {},
    };
    expect(sendingStateText(queuedCapture({ state: 'refused', problem }), true)).toBe(
      `Not sent. ${problem.detail}`,
    );
  });
  it('explains the rate limit that it waits for', () => {
    const problem = {
      status: 429,
      code: 'too-many-requests',
      detail: 'Your organization has saved as much as it can in a day.',
      fields: {},
    };
    expect(sendingStateText(queuedCapture({ problem, tries: 1 }), true)).toBe(problem.detail);
    expect(sendingStateText(queuedCapture({ problem, tries: 1 }), false)).toBe(
      'Waiting for network',
    );
  });
  it('explains that its lead is missing', () => {
    const problem = { status: 404, code: 'lead-not-found', detail: 'Lead not found', fields: {} };
    const stateText = sendingStateText(
      queuedCapture({ name: 'RecordVisit', state: 'refused', problem }),
      true,
    );
    expect(stateText).toBe('Not sent. Lead not found. It was deleted, or a colleague has it now.');
  });
});

describe('the timeline text of a capture', () => {
  it.each([
    ['AddNote', { note: 'Calling him at 12' }, 'Calling him at 12'],
    ['ChangeLeadStatus', { status: 'Quoted' }, 'Status changed to Quoted'],
    ['MarkLeadLost', { reason: 'Chose another' }, 'Lead marked as Lost. Reason: Chose another'],
    ['CompleteFollowUp', {}, 'Marked previous followup as completed'],
    ['CancelFollowUp', { reason: 'Rain' }, 'Visit cancelled: Rain'],
    ['RecordVisit', { notes: 'Roof measured' }, 'Site visit\nRoof measured'],
    ['RecordVisit', {}, 'Site visit'],
    ['DeleteLead', {}, undefined],
  ] as const)('%s', (name, data, text) => {
    expect(textOfCommand(queuedCapture({ name, data }))).toBe(text);
  });
});

describe('a capture refused because its id is taken', () => {
  const problem = {
    status: 409,
    code: 'note-exists',
    detail: 'This note was added before, with other words.',
    fields: {},
  };
  it('can be sent under a new id', () => {
    const item = queuedCapture({
      name: 'AddNote',
      state: 'refused',
      data: { leadId: 'lead-1', noteId: 'one', note: 'Calling him at 12' },
      problem,
    });
    expect(dataWithNewId(item, 'two')).toEqual({
      leadId: 'lead-1',
      noteId: 'two',
      note: 'Calling him at 12',
    });
  });
  it('keeps its id after other errors', () => {
    const item = queuedCapture({
      name: 'AddNote',
      state: 'refused',
      data: { noteId: 'one' },
      problem: { ...problem, code: 'follow-up-in-the-past' },
    });
    expect(dataWithNewId(item, 'two')).toBeUndefined();
    expect(
      dataWithNewId(
        queuedCapture({ state: 'refused', problem: { ...problem, code: 'lead-exists' } }),
        'two',
      ),
    ).toBeUndefined();
  });
});

describe('the title of a capture', () => {
  const bill = queuedCapture({
    name: 'SubmitBill',
    data: { type: 'Travel', amountPaise: 50_000 },
    recordName: '',
  });
  afterEach(() => i18n.activate('en-IN'));

  it.each([
    ['CreateLead', 'Lead Priya Nambiar'],
    ['AddNote', 'Note on Priya Nambiar'],
    ['CompleteFollowUp', 'Follow-up of Priya Nambiar'],
    ['RecordVisit', 'Visit to Priya Nambiar'],
    ['MarkLeadLost', 'Priya Nambiar lost'],
    ['ShareProduct', 'Share of Priya Nambiar'],
  ] as const)('names its record: %s', (name, title) => {
    expect(queuedTitle(queuedCapture({ name }))).toBe(title);
  });
  it('uses the language in which it is shown, not the one in which it was queued', () => {
    const note = queuedCapture({ name: 'AddNote' });
    const [name, type, amount] = ['', '', ''];
    i18n.load('hi-IN', {
      [msg`Note on ${name}`.id]: '{name} पर नोट',
      [msg`Bill ${type} ${amount}`.id]: 'बिल {type} {amount}',
      Travel: 'यात्रा',
    });
    expect(queuedTitle(note)).toBe('Note on Priya Nambiar');
    expect(queuedTitle(bill)).toBe('Bill Travel ₹500.00');
    i18n.activate('hi-IN');
    expect(queuedTitle(note)).toBe('Priya Nambiar पर नोट');
    expect(queuedTitle(bill)).toBe('बिल यात्रा ₹500.00');
  });
  it('of an earlier version stays unchanged', () => {
    expect(
      queuedTitle(
        queuedCapture({ name: 'AddNote', title: 'Note on Priya', recordName: undefined as never }),
      ),
    ).toBe('Note on Priya');
  });
  it('follows changes of its form', () => {
    const data = { firstName: 'Priyanka', lastName: 'Nambiar' };
    expect(queuedTitle(queuedCapture({ data }))).toBe('Lead Priyanka Nambiar');
    expect(
      queuedTitle(
        queuedCapture({ data, title: 'Lead Priya Nambiar', recordName: undefined as never }),
      ),
    ).toBe('Lead Priyanka Nambiar');
  });
});
