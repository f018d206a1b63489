import { afterEach, describe, expect, it } from '@jest/globals';
import type { CommandName } from '#domain/commands.js';
import { noVisit } from '../../visits/visit-in-progress.js';
import { isVisitSoFar } from '../visits/visit-so-far.js';
import hindi from '../../words/hi-IN.json' with { type: 'json' };
import { i18n } from '../../words/i18n.js';
import { mergeDrafts, readDraft, textOf, textOfDraft } from './stored-draft.js';
import { typedTexts } from './typed-texts.js';

const values = {
  note: '',
  isActive: true,
  tags: [] as readonly string[],
  files: [] as readonly never[],
  place: undefined,
  beside: { tag: '' },
};
/** Texts of the form for a note; fields that its command lacks are texts. */
const textsOf = (field: string, value: unknown) => typedTexts('AddNote', field, value);
const read = (stored: unknown, version = 2) =>
  readDraft(stored, version, values, { shapes: {}, textsOf });

const fileOf = (fileId: string) => ({
  fileId,
  name: `${fileId}.jpg`,
  uploaded: false,
  blob: new Blob(['roof']),
});

describe('a stored draft', () => {
  it('fills in the fields that fit', () => {
    const file = { fileId: 'f', name: 'roof.jpg', uploaded: false, blob: new Blob(['roof']) };
    const typed = {
      note: 'Roof measured',
      isActive: false,
      tags: ['solar'],
      files: [file],
      place: { lat: 18.5, lng: 73.7 },
      beside: { tag: 'new' },
    };
    expect(read({ id: 'one', typed, over: { note: '' } })).toEqual({
      id: 'one',
      typed,
      over: { note: '' },
    });
  });

  it.each([
    ['a field that is gone', { remarks: 'Call at six' }, 'Call at six'],
    ['a text that was a list', { note: ['Call', 'at six'] }, 'Call\nat six'],
    ['a list that was a text', { tags: 'solar, roof' }, 'solar, roof'],
    ['files of another shape', { files: [{ id: 'f', caption: 'North side' }] }, 'f\nNorth side'],
    ['a place without coordinates', { place: { name: 'Baner' } }, 'Baner'],
    [
      'other state of the form, in another shape',
      { beside: { tags: { first: 'solar' } } },
      'solar',
    ],
  ])('keeps %s as text', (_, typed, text) => {
    const { typed: filled, unread } = read({ id: 'one', typed: { ...typed, isActive: false } });
    expect(filled).toEqual({ isActive: false });
    expect(textOf(unread)).toBe(text);
  });

  it('shows instants as times, and no ids', () => {
    const text = textOf({
      leadId: '01980000-0000-7000-8000-000000000002',
      name: 'Rajesh',
      startedAt: Date.UTC(2026, 10, 28),
    });
    expect(text).toMatch(/^Rajesh\n\d+ Nov 2026, \d+:\d\d [ap]m$/);
  });

  it('drops a wrong value that contains no text', () => {
    expect(read({ id: 'one', typed: { note: null, tags: {}, isActive: undefined } })).toEqual({
      id: 'one',
      typed: {},
    });
  });

  it.each([
    ['of a later version', { id: 'one', typed: { note: 'Call at six' } }, 3],
    ['without an id', { typed: { note: 'Call at six' } }, 2],
    ['that is one text', 'Call at six', 1],
    ['whose fields are a list', { id: 'one', typed: ['Call at six'] }, 2],
  ])('%s is text', (_, stored, version) => {
    const { typed, unread } = read(stored, version);
    expect(typed).toEqual({});
    expect(textOf(unread)).toBe('Call at six');
  });

  it.each([null, undefined, [], {}, { typed: null }])('without a shape (%j) is empty', (stored) => {
    const { typed, unread } = read(stored);
    expect(typed).toEqual({});
    expect(unread).toBeUndefined();
  });

  it('accepts a visit only with a whole timer', () => {
    const visit = (beside: unknown) =>
      readDraft({ id: 'one', typed: { notes: 'Roof', beside } }, 2, noVisit, {
        shapes: { beside: isVisitSoFar },
        textsOf,
      }).typed;
    const wholeTimer = {
      placed: true,
      timer: { pausedFor: 0, startedAt: 5 },
      lead: { leadId: 'l', name: 'Rajesh' },
    };
    expect(visit(wholeTimer)).toEqual({ notes: 'Roof', beside: wholeTimer });
    for (const broken of [
      { placed: true },
      { placed: true, timer: {} },
      { ...wholeTimer, lead: 'Rajesh' },
      { ...wholeTimer, timer: { pausedFor: '0' } },
    ])
      expect(visit(broken)).toEqual({ notes: 'Roof' });
  });

  it('merges values typed before it was read, and keeps its id and base', () => {
    const stored = { id: 'one', typed: { a: '99,000', b: 'x' }, over: { a: '5' } };
    const typed = { id: 'two', typed: { b: 'y', c: 'z' }, over: { a: '6', c: '' } };
    expect(mergeDrafts<Record<string, string>>(stored, typed, { textsOf })).toEqual({
      id: 'one',
      typed: { a: '99,000', b: 'y', c: 'z' },
      over: { a: '5', c: '' },
    });
  });

  it('loses no photo and no text to what was typed before it was read', () => {
    const photo = (fileId: string) => ({ fileId, name: '', uploaded: true, blob: new Blob([]) });
    const draft = (note: string, ...files: string[]) => ({
      id: note,
      typed: { note, files: files.map(photo) },
      over: { note: '', files: [] },
    });
    expect(
      mergeDrafts<object>(draft('Roof measured', 'a', 'b'), draft('Call', 'b', 'c'), { textsOf }),
    ).toMatchObject({
      typed: { note: 'Call', files: [{ fileId: 'a' }, { fileId: 'b' }, { fileId: 'c' }] },
      unread: { note: ['Roof measured'] },
    });
  });

  it('adds replaced texts to the unread ones, each once', () => {
    const draft = (note: string, unread: Record<string, readonly string[]>) => ({
      id: 'one',
      typed: { note },
      over: { note: '' },
      unread,
    });
    const merged = mergeDrafts<object>(
      draft('Roof measured', { note: ['Call at six'], remarks: ['North side'] }),
      draft('Wants 5 kW', { note: ['Call at six', 'Dog at the gate'] }),
      { textsOf },
    );
    expect(merged.unread).toEqual({
      note: ['Call at six', 'Dog at the gate', 'Roof measured'],
      remarks: ['North side'],
    });
    expect(textOf(merged.unread)).toBe('Call at six\nDog at the gate\nRoof measured\nNorth side');
  });

  it.each<[string, CommandName, Record<string, unknown>, Record<string, unknown>, string]>([
    ['a choice', 'SubmitBill', { type: 'Food' }, { type: 'Stay' }, ''],
    ['a day', 'AddNote', { followUpOn: '2026-11-28' }, { followUpOn: '2026-11-30' }, ''],
    ['a hash', 'SubmitBill', { imageSha256: 'a'.repeat(64) }, { imageSha256: '' }, ''],
    ['an id', 'SubmitBill', { imageFileId: crypto.randomUUID() }, { imageFileId: '' }, ''],
    ['a photo', 'AddNote', { files: [fileOf('a')] }, { files: [fileOf('b')] }, ''],
    ['a text', 'SubmitBill', { note: 'Lunch' }, { note: 'Dinner' }, 'Lunch'],
    ['an amount', 'SubmitBill', { amountPaise: '99,000' }, { amountPaise: '5' }, '99,000'],
    [
      'a text of a list',
      'SaveQuotation',
      { lines: [{ description: 'Panels', unitPricePaise: '9,000', unit: 'Nos' }] },
      { lines: [{ description: 'Inverter', unitPricePaise: '' }] },
      'Panels\n9,000',
    ],
  ])('keeps only typed text when %s is replaced', (_, name, before, now, text) => {
    const over = Object.fromEntries(Object.keys(before).map((field) => [field, '']));
    const merged = mergeDrafts<Record<string, unknown>>(
      { id: 'one', typed: before, over },
      { id: 'two', typed: now, over },
      { textsOf: (field, value) => typedTexts(name, field, value), maxFiles: 1 },
    );
    expect(textOf(merged.unread)).toBe(text);
  });

  it('drops choices and hashes that an earlier version kept as texts', () => {
    const unread = { type: 'Food', imageSha256: 'a'.repeat(64), note: 'Lunch' };
    const draft = readDraft({ id: 'one', typed: {}, unread }, 2, values, {
      shapes: {},
      textsOf: (field, value) => typedTexts('SubmitBill', field, value),
    });
    expect(draft.unread).toEqual({ note: ['Lunch'] });
  });
});

describe('the text of a draft', () => {
  afterEach(() => i18n.loadAndActivate({ locale: 'en-IN', messages: {} }));

  const typed = {
    type: 'Owner',
    firstName: 'Owner',
    method: 'Bank Transfer',
    outcome: 'No answer',
    unit: 'job',
    gstRateBasisPoints: '1800',
    placeOfSupply: '27',
    language: 'hi-IN',
  };

  it('names choices as screens do, and leaves typed texts', () => {
    expect(textOfDraft({ typed, unread: { type: ['Builder'] } }).split('\n')).toEqual([
      'Property Owner',
      'Owner',
      'Bank Transfer',
      'No answer',
      'job',
      '18%',
      'Maharashtra',
      'Hindi',
      'Builder',
    ]);
  });

  it.each([
    ['Spoke', 'Met'],
    ['No answer', 'Nobody there'],
    ['Not now', 'Not now'],
  ])('names the outcome %s of a visit as its screen does', (outcome, shown) => {
    const beside = { placed: true, timer: { pausedFor: 0 } };
    const lines = textOfDraft({ typed: { outcome, notes: 'Spoke', beside } }).split('\n');
    expect(lines.slice(0, 2)).toEqual([shown, 'Spoke']);
  });

  it('names choices in the language of the person', () => {
    i18n.loadAndActivate({ locale: 'hi-IN', messages: hindi });
    const [type, firstName, ...others] = textOfDraft({ typed }).split('\n');
    expect(firstName).toBe('Owner');
    const named = [type, ...others].filter((text) => text !== '18%');
    for (const text of named) expect(text).toMatch(/[\u0900-\u097f]/);
  });

  it('keeps the stored words while drafts are merged', () => {
    i18n.loadAndActivate({ locale: 'hi-IN', messages: hindi });
    expect(typedTexts('AddNote', 'type', 'Owner')).toEqual(['Owner']);
  });
});
