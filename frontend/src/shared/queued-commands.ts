import { t } from '@lingui/core/macro';
import type { CommandInput } from '#domain/commands.js';
import type { LeadType } from '#domain/leads/lead.values.js';
import type { LeadDetails } from '#domain/leads/lead.commands.js';
import type { ExistingLead, LeadItem, TimelineEntry } from '#domain/leads/lead.views.js';
import type { Problem } from '../lib/api.js';
import type { QueuedCommand } from '../lib/outbox.js';
import type { PersonRef } from '#domain/kernel/views.js';
import { leadGoneText } from './labels.js';
import { dayIn, money } from '../ui/format.js';
import { translated } from '../words/i18n.js';

/** The lead that has the number already, where that is why the server said no. */
export function existingIn({ code, existing }: Pick<Problem, 'code' | 'existing'>): ExistingLead | undefined {
  if (code !== 'lead-phone-taken') return undefined;
  return (existing as ExistingLead | undefined) ?? { assignedTo: { id: '', name: t`a colleague` } };
}

/** What a lead's captures hold, as screens show it before the server has it. Pure. */
export type QueuedLeadCommand = QueuedCommand & {
  readonly name: 'CreateLead';
  readonly data: LeadDetails & { readonly leadId: string; readonly note?: string; readonly followUpOn?: string; readonly assignedTo?: string };
};

export const isNewLead = (item: QueuedCommand): item is QueuedLeadCommand => item.name === 'CreateLead';

/** A bill that waits: what its form has checked. */
export type QueuedBillCommand = QueuedCommand & { readonly name: 'SubmitBill'; readonly data: CommandInput<'SubmitBill'> };

export const isNewBill = (item: QueuedCommand): item is QueuedBillCommand => item.name === 'SubmitBill';

/** The follow-up that is no longer open once the server has it: done or called off by itself, or done by the visit that it has led to. */
export const closedBy = ({ name, data, state }: QueuedCommand): unknown =>
  (name === 'CompleteFollowUp' || name === 'CancelFollowUp' || name === 'RecordVisit') && state !== 'refused' ? data['followUpId'] : undefined;

/** A lead that waits, as a card. It is mine until the server says otherwise. */
export function cardOf({ data, capturedAt }: QueuedLeadCommand, me: PersonRef, zone: string | undefined): LeadItem {
  return {
    leadId: data.leadId,
    name: `${data.firstName} ${data.lastName}`.trim(),
    firstName: data.firstName,
    lastName: data.lastName,
    phone: data.phone,
    city: data.city,
    siteName: data.siteName,
    type: data.type as LeadType,
    status: 'New',
    assignedTo: data.assignedTo && data.assignedTo !== me.id ? { id: data.assignedTo, name: '' } : me,
    createdAt: capturedAt,
    createdOn: dayIn(zone, new Date(capturedAt)),
    lastActivityAt: capturedAt,
    nextFollowUpOn: data.followUpOn,
    quotedPaise: 0,
    revision: -1,
  };
}

/** What a capture says on the timeline, in words; undefined: it shows elsewhere. */
export function textOfCommand({ name, data }: QueuedCommand): string | undefined {
  switch (name) {
    case 'AddNote':
      return String(data['note']);
    case 'CreateLead':
      return typeof data['note'] === 'string' ? data['note'] : t`Lead created`;
    case 'EditLead':
      return t`Lead details changed`;
    case 'ChangeLeadStatus':
      return t`Status changed to ${translated(String(data['status']))}`;
    case 'MarkLeadLost':
      return t`Lead marked as Lost. Reason: ${String(data['reason'])}`;
    case 'UploadQuotation':
      return t`Quotation uploaded`;
    case 'CompleteFollowUp':
      return t`Marked previous followup as completed`;
    case 'CancelFollowUp':
      return t`Visit cancelled: ${String(data['reason'])}`;
    case 'ScheduleFollowUp':
      return t`Follow-up scheduled`;
    case 'RecordVisit':
      return typeof data['notes'] === 'string' ? t`Site visit\n${data['notes']}` : t`Site visit`;
    case 'SubmitBill':
      return `${translated(String(data['type']))}, ${money(Number(data['amountPaise']))}`;
    default:
      return undefined;
  }
}

/** Why the server did not take it, in words that a person can do something with. */
export const reasonOf = ({ code, detail }: NonNullable<QueuedCommand['problem']>): string =>
  code === 'lead-not-found' ? leadGoneText() : translated(detail);

/** Where a capture is on its way. */
export function stateOfCapture({ state, problem }: QueuedCommand, online: boolean): string {
  if (state === 'refused') return t`Not sent. ${problem ? reasonOf(problem) : ''}`.trim();
  if (state === 'sent') return t`Sent`;
  if (state === 'sending' || online) return t`Sending`;
  return t`Waiting for network`;
}

/** The field that names what a capture adds. */
const ownIds: Readonly<Record<string, string>> = {
  AddNote: 'noteId',
  RecordVisit: 'visitId',
  UploadQuotation: 'quotationId',
  ScheduleFollowUp: 'followUpId',
};

/** What was captured, as one more: something else stands under its own id already. Undefined where that is not what is wrong. */
export function asOneMore({ name, data, problem }: Pick<QueuedCommand, 'name' | 'data' | 'problem'>, id: string): object | undefined {
  const own = ownIds[name];
  return own !== undefined && problem?.code.endsWith('-exists') ? { ...data, [own]: id } : undefined;
}

/** Whether the timeline has what a capture adds; of one that adds nothing of its own, whether it has come as far as the record had then. */
export const isOnTimeline = (entries: readonly TimelineEntry[], item: QueuedCommand): boolean => {
  const own = ownIds[item.name];
  const id = own && item.data[own];
  return entries.some(
    ({ revision, data }) =>
      (own !== undefined && id !== undefined && (data as Readonly<Record<string, unknown>>)[own] === id) ||
      (item.state === 'sent' && revision >= item.revision),
  );
};
