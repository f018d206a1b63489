import type { ReactNode } from 'react';
import type { TimelineEntry } from '#domain/leads/lead.views.js';
import { durationOf } from '#domain/visits/visit.views.js';
import { Money } from '../ui/figures.js';
import { duration } from '../ui/format.js';
import { fieldNames } from '../shared/labels.js';

/** `phone`, `firstName` → `phone and first name`. */
function fieldList(fields: readonly string[]): string {
  const names = fields.map((field) => (fieldNames[field] ?? field).toLowerCase());
  const last = names.at(-1) ?? 'details';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}

/** Whoever did it, in the first place of a sentence. */
const Who = ({ children }: { children: ReactNode }): ReactNode => <b>{children}</b>;

/** An entry that is one line: what happened, in words. Undefined for those that have a form of their own. */
export function factOf(
  entry: TimelineEntry,
  who: string,
  nameOf: (memberId: string) => string,
  dayOf: (on: string) => string,
  /** It came of the lead's first visit. */
  byVisit: boolean,
): ReactNode | undefined {
  switch (entry.type) {
    case 'LeadCreated':
      return (
        <>
          <Who>{who}</Who> created the lead
        </>
      );
    case 'LeadEdited':
      return (
        <>
          <Who>{who}</Who> changed {fieldList(Object.keys(entry.data.changes))}
        </>
      );
    case 'LeadReassigned':
      return (
        <>
          <Who>{who}</Who> assigned the lead to <b>{nameOf(entry.data.to)}</b>
        </>
      );
    case 'LeadStatusChanged':
      return (
        <>
          {byVisit ? 'Lead status updated to' : 'Status changed to'} <b>{entry.data.to}</b>
        </>
      );
    case 'LeadLost':
      return (
        <>
          Lead marked as <b>Lost</b>. Reason: {entry.data.reason || 'erased'}
        </>
      );
    case 'FollowUpScheduled':
      return (
        <>
          Next follow-up on <b>{dayOf(entry.data.dueOn)}</b>
        </>
      );
    case 'FollowUpCompleted':
      return 'Marked previous followup as completed';
    case 'FollowUpCancelled':
      return <>Visit cancelled: {entry.data.reason || 'erased'}</>;
    case 'QuotationRequested':
      return (
        <>
          <Who>{who}</Who> asked for a quotation{entry.data.note ? `: ${entry.data.note}` : ''}
        </>
      );
    case 'VisitRecorded': {
      const { durationMinutes } = durationOf(entry.data);
      return (
        <>
          <Who>{who}</Who> visited the site for <b>{duration(durationMinutes)}</b>
          {entry.data.place?.name && <>, {entry.data.place.name}</>}
        </>
      );
    }
    case 'LeadConverted':
      return (
        <>
          <Who>{who}</Who> converted the lead to a <b>customer</b>
          {entry.data.payment && (
            <>
              , <Money paise={entry.data.payment.amountPaise} /> paid
            </>
          )}
        </>
      );
    case 'LeadDeleted':
      return (
        <>
          <Who>{who}</Who> deleted the lead
        </>
      );
    case 'PersonalDataErased':
      return 'Personal data erased';
    case 'NoteAdded':
    case 'QuotationUploaded':
      return undefined;
  }
}
