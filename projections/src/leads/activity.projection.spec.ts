import { expect, test } from '@jest/globals';
import type { LeadEvent } from '#domain/leads/lead.events.js';
import {
  asha,
  cancelled,
  completed,
  contacted,
  converted,
  created,
  deleted,
  followUpId,
  leadId,
  lost,
  noted,
  ravi,
  reassigned,
  scheduled,
  uploaded,
  visited,
} from '#domain/leads/lead.examples.js';
import type { Noted } from '#domain/leads/lead.views.js';
import { project } from '#platform/testing/project.js';
import { recorded } from '#platform/testing/recorded.js';
import { activity } from './activity.projection.js';

const viewAfter = (...events: LeadEvent[]) =>
  project(activity, recorded(...events.map((event) => [`lead-org_${leadId}`, event] as const)));

/** Entries without that of the lead's creation. */
const stepsIn = (documents: ReadonlyMap<string, { readonly noted?: unknown }>) =>
  [...documents.values()]
    .map(({ noted }) => noted as Noted)
    .filter(({ type }) => type !== 'LeadCreated');

test('a note shows its lead and its author', () =>
  expect(viewAfter(created, noted).documents.get(`org_${leadId}_1`)).toEqual({
    entryId: `${leadId}_1`,
    organizationId: 'org',
    leadId,
    leadName: 'Rajesh Patil',
    assignedTo: asha.id,
    by: 'a-member',
    at: '2026-11-21T09:31:00.000Z',
    noted: { type: 'NoteAdded', note: 'Wants three quotes' },
  }));

test('a note may be an outcome alone', () => {
  const data = { noteId: 'note', activity: 'Call', outcome: 'No answer' } as const;
  const { documents } = viewAfter(created, { type: 'NoteAdded', data });
  expect(documents.get(`org_${leadId}_1`)).toMatchObject({
    noted: { type: 'NoteAdded', activity: 'Call', outcome: 'No answer' },
  });
});

test('a note has its activity type', () => {
  const { documents } = viewAfter(created, {
    ...noted,
    data: { ...noted.data, activity: 'WhatsApp' },
  } as LeadEvent);
  expect(documents.get(`org_${leadId}_1`)).toMatchObject({
    noted: { type: 'NoteAdded', activity: 'WhatsApp', note: 'Wants three quotes' },
  });
});

test('a note has the lead’s current name', () => {
  const { documents } = viewAfter(created, noted, {
    type: 'LeadEdited',
    data: { changes: { firstName: 'Suresh' } },
  });
  expect(documents.get(`org_${leadId}_1`)).toMatchObject({ leadName: 'Suresh Patil' });
});

test('recorded steps are noted automatically', () => {
  const steps: LeadEvent[] = [
    { type: 'LeadStatusChanged', data: { from: 'New', to: 'Quoted' } },
    lost,
    converted,
    uploaded,
    scheduled,
    completed,
  ];
  const cancellation: LeadEvent[] = [
    { type: 'FollowUpScheduled', data: { followUpId, dueOn: '2026-11-25' } },
    cancelled,
  ];
  const { documents } = viewAfter(created, ...steps, ...cancellation);
  expect([...documents.values()].map(({ noted }) => noted)).toEqual([
    { type: 'LeadCreated' },
    { type: 'LeadStatusChanged', to: 'Quoted' },
    { type: 'LeadLost', reason: 'Chose another supplier' },
    { type: 'LeadConverted', amountPaise: 45_000_000 },
    { type: 'QuotationUploaded', amountPaise: 12_345_650, note: 'Ten panels with inverter' },
    { type: 'FollowUpCompleted' },
    { type: 'FollowUpCancelled', reason: 'Out of town' },
  ]);
});

test('a converted lead that only adds a payment is not noted', () => {
  const { documents } = viewAfter(created, converted, {
    ...converted,
    data: { ...converted.data, from: 'Converted' },
  } as LeadEvent);
  expect(stepsIn(documents)).toEqual([{ type: 'LeadConverted', amountPaise: 45_000_000 }]);
});

test('a quotation and its status change are one note', () => {
  const quoted: LeadEvent = { type: 'LeadStatusChanged', data: { from: 'New', to: 'Quoted' } };
  const { notes: _, ...withoutNotes } = uploaded.data as Readonly<Record<string, unknown>>;
  const stepsAfterUpload = (data: object) => {
    const stream = `lead-org_${leadId}`;
    const [first, quotation, status] = recorded(
      [stream, created],
      [stream, { ...uploaded, data } as LeadEvent],
      [stream, quoted],
    );
    const changeBySameCommand = {
      ...status!,
      metadata: { ...status!.metadata, commandId: quotation!.metadata.commandId },
    };
    return stepsIn(project(activity, [first!, quotation!, changeBySameCommand]).documents);
  };
  expect(stepsAfterUpload(uploaded.data)).toEqual([
    {
      type: 'QuotationUploaded',
      amountPaise: 12_345_650,
      brings: 'Quoted',
      note: 'Ten panels with inverter',
    },
  ]);
  expect(stepsAfterUpload(withoutNotes)).toEqual([
    { type: 'QuotationUploaded', amountPaise: 12_345_650, brings: 'Quoted' },
  ]);
});

test('a first visit and its status change are one note', () => {
  const events = recorded(
    [`lead-org_${leadId}`, created],
    [`lead-org_${leadId}`, visited],
    [`lead-org_${leadId}`, contacted],
  );
  const [first, visit, status] = events;
  // Recorded by the same command, a moment apart.
  const changeBySameCommand = {
    ...status!,
    metadata: { ...status!.metadata, commandId: visit!.metadata.commandId },
  };
  expect(stepsIn(project(activity, [first!, visit!, changeBySameCommand]).documents)).toEqual([
    { type: 'VisitRecorded', note: 'Roof measured, 40 by 60 feet', brings: 'Contacted' },
  ]);
  // A visit without notes gets an entry for the status that it changes.
  const visitWithoutNotes = {
    ...visit!,
    data: { ...visit!.data, notes: undefined },
  } as typeof visit;
  expect(
    stepsIn(project(activity, [first!, visitWithoutNotes!, changeBySameCommand]).documents),
  ).toEqual([{ type: 'VisitRecorded', brings: 'Contacted' }]);
  // A status change by another command gets an entry of its own, even at the same moment.
  const changeAtSameMoment = {
    ...status!,
    metadata: { ...status!.metadata, at: visit!.metadata.at },
  };
  expect(stepsIn(project(activity, [first!, visit!, changeAtSameMoment]).documents)).toEqual([
    { type: 'VisitRecorded', note: 'Roof measured, 40 by 60 feet' },
    { type: 'LeadStatusChanged', to: 'Contacted' },
  ]);
});

test('only the newest notes of a lead are kept', () => {
  const { documents } = viewAfter(created, ...Array.from({ length: 25 }, () => noted));
  expect([...documents.keys()]).toEqual(
    Array.from({ length: 20 }, (_, index) => `org_${leadId}_${index + 6}`),
  );
});

test('notes follow their lead to its new owner, and are removed with it', () => {
  expect(viewAfter(created, noted, reassigned).changes.at(-1)).toMatchObject({
    before: asha.id,
    after: ravi.id,
  });
  expect(viewAfter(created, noted, deleted).documents.size).toBe(0);
});
