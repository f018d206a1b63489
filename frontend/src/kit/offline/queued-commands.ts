import { t } from '@lingui/core/macro';
import type { CommandInput, CommandName } from '#domain/commands.js';
import type { ExistingLead, LeadItem, TimelineEntry } from '#domain/leads/lead.views.js';
import type { Problem } from '../../lib/server/api.js';
import type { QueuedCommand } from '../../lib/outbox/outbox.js';
import type { PersonRef } from '#domain/kernel/views.js';
import { leadGoneText } from '../texts/labels.js';
import { eventSentences } from '../texts/event-sentences.js';
import { dayIn, money } from '../../ui/display/format.js';
import { translated } from '../../words/i18n.js';
import { noteText } from '../texts/note-text.js';

/** Lead that already has the number; undefined for other refusals. */
export function existingLeadOf({
  code,
  existing,
}: Pick<Problem, 'code' | 'existing'>): ExistingLead | undefined {
  if (code !== 'lead-phone-taken') return undefined;
  return (existing as ExistingLead | undefined) ?? { assignedTo: { id: '', name: t`a colleague` } };
}

/** Waiting command with checked data. */
type Queued<Name extends CommandName> = QueuedCommand & {
  readonly name: Name;
  readonly data: CommandInput<Name>;
};
export type QueuedLeadCommand = Queued<'CreateLead'>;
export type QueuedBillCommand = Queued<'SubmitBill'>;

export type QueuedVisitCommand = Queued<'RecordVisit'>;
export type QueuedQuotationCommand = Queued<'UploadQuotation'>;
export type QueuedNewQuotation = Queued<'SaveQuotation'>;
export type QueuedEditCommand = Queued<'EditLead'>;

export const isVisit = (item: QueuedCommand): item is QueuedVisitCommand =>
  item.name === 'RecordVisit';
export const isQuotation = (item: QueuedCommand): item is QueuedQuotationCommand =>
  item.name === 'UploadQuotation';
export const isNewQuotation = (item: QueuedCommand): item is QueuedNewQuotation =>
  item.name === 'SaveQuotation';
export const isLeadEdit = (item: QueuedCommand): item is QueuedEditCommand =>
  item.name === 'EditLead';
export const isNewLead = (item: QueuedCommand): item is QueuedLeadCommand =>
  item.name === 'CreateLead';
export const isNewBill = (item: QueuedCommand): item is QueuedBillCommand =>
  item.name === 'SubmitBill';

/** List row of a waiting lead. Its owner is this member unless another was chosen. */
export function leadRowOfCapture(
  { data, capturedAt }: QueuedLeadCommand,
  me: PersonRef,
  zone: string,
): LeadItem {
  return {
    leadId: data.leadId,
    name: `${data.firstName} ${data.lastName}`.trim(),
    firstName: data.firstName,
    lastName: data.lastName,
    phone: data.phone,
    city: data.city,
    siteName: data.siteName,
    type: data.type,
    status: 'New',
    assignedTo:
      data.assignedTo && data.assignedTo !== me.id ? { id: data.assignedTo, name: '' } : me,
    createdAt: capturedAt,
    createdOn: dayIn(zone, capturedAt),
    lastActivityAt: capturedAt,
    nextFollowUpOn: data.followUpOn,
    quotedPaise: 0,
    revision: -1,
  };
}

/** Texts and forms of a command that may wait. Each such command has an entry. */
interface QueuedTexts {
  /** Title in the list of waiting items. */
  readonly title: (recordName: string, data: QueuedCommand['data']) => string;
  /** Text on the timeline; absent if the item is shown elsewhere. */
  readonly text?: (data: QueuedCommand['data']) => string;
  /** Field with the id of the record that the command adds. */
  readonly newIdField?: string;
  /** Address of the form that resubmits the command. */
  readonly formPath?: string;
  /** Address of the form by the command's data. */
  readonly formPathOfData?: (data: QueuedCommand['data']) => string;
  /** Address of the form on the lead's page, while the lead exists. */
  readonly formPathOfLead?: (leadId: string) => string;
}

const leadTitle = (name: string): string => t`Lead ${name}`;
const followUpTitle = (name: string): string => t`Follow-up of ${name}`;
const shareTitle = (title: string): string => t`Share of ${title}`;
const billText = ({ type, amountPaise }: QueuedCommand['data']) =>
  [translated(String(type)), money(Number(amountPaise))] as const;

const queuedTexts: Readonly<Partial<Record<CommandName, QueuedTexts>>> = {
  CreateLead: {
    title: (_, { firstName, lastName }) =>
      leadTitle(`${String(firstName)} ${String(lastName)}`.trim()),
    text: ({ note }) => (typeof note === 'string' ? note : t`Lead created`),
    formPath: '/leads/new',
  },
  EditLead: {
    title: leadTitle,
    text: () => t`Lead details changed`,
    formPathOfLead: (leadId) => `/leads/${leadId}/edit`,
  },
  DeleteLead: { title: leadTitle },
  ChangeLeadStatus: {
    title: (name) => t`Status of ${name}`,
    text: ({ status }) => eventSentences.LeadStatusChanged(String(status)),
  },
  MarkLeadLost: {
    title: (name) => t`${name} lost`,
    text: ({ reason }) => eventSentences.LeadLost(String(reason)),
  },
  AddNote: {
    title: (name) => t`Note on ${name}`,
    text: (data) => noteText(data),
    newIdField: 'noteId',
  },
  UploadQuotation: {
    title: (name) => t`Quotation for ${name}`,
    text: ({ amountPaise, notes }) =>
      [t`Quotation uploaded, ${money(Number(amountPaise))}`, notes].filter(Boolean).join('\n'),
    newIdField: 'quotationId',
    formPathOfLead: (leadId) => `/leads/${leadId}`,
  },
  SaveQuotation: {
    title: (name) => t`Quotation for ${name}`,
    formPathOfData: ({ leadId }) => `/quotations/new?leadId=${String(leadId)}`,
  },
  SendQuotation: {
    title: (name) => t`Sending of the quotation for ${name}`,
    formPathOfData: ({ quotationId }) => `/quotations/${String(quotationId)}/edit`,
  },
  ScheduleFollowUp: {
    title: followUpTitle,
    text: () => t`Follow-up scheduled`,
    newIdField: 'followUpId',
  },
  CompleteFollowUp: { title: followUpTitle, text: eventSentences.FollowUpCompleted },
  CancelFollowUp: {
    title: (name) => t`Visit of ${name}`,
    text: ({ reason }) => eventSentences.FollowUpCancelled(String(reason)),
  },
  RecordVisit: {
    title: (name) => t`Visit to ${name}`,
    text: ({ notes }) => (typeof notes === 'string' ? t`Site visit\n${notes}` : t`Site visit`),
    newIdField: 'visitId',
    formPath: '/visits/new',
  },
  SubmitBill: {
    title: (_, data) => {
      const [type, amount] = billText(data);
      return t`Bill ${type} ${amount}`;
    },
    text: (data) => billText(data).join(', '),
    formPath: '/bills/new',
  },
  ShareWithLead: {
    title: (name) => t`Share with ${name}`,
    text: ({ title }) => t`Shared ${String(title)}`,
    newIdField: 'shareId',
  },
  ShareProduct: { title: shareTitle },
  SharePackage: { title: shareTitle },
  ShareOffer: { title: shareTitle },
};

/** Text of a command on the timeline; undefined if it is shown elsewhere. */
export const textOfCommand = ({ name, data }: QueuedCommand): string | undefined =>
  queuedTexts[name]?.text?.(data);

/**
 * Address of the form that resubmits a refused command; undefined without one, or if the lead is
 * gone.
 */
export function resubmitFormPath({
  name,
  recordId,
  data,
  problem,
}: Pick<QueuedCommand, 'name' | 'recordId' | 'data' | 'problem'>): string | undefined {
  const { formPath, formPathOfData, formPathOfLead } = queuedTexts[name] ?? {};
  if (formPath !== undefined) return formPath;
  if (problem?.code === 'lead-not-found') return undefined;
  return formPathOfData?.(data) ?? formPathOfLead?.(recordId);
}

/**
 * Title of a waiting command in the current language. Built from its data, which a form may have
 * changed.
 */
export function queuedTitle({
  name,
  data,
  recordName,
  title,
}: Pick<QueuedCommand, 'name' | 'data' | 'recordName' | 'title'>): string {
  const texts = queuedTexts[name];
  const isTitledByData = name === 'CreateLead' || name === 'SubmitBill';
  if (texts && (isTitledByData || title === undefined)) return texts.title(recordName, data);
  return title ?? recordName;
}

/** Reason of a refusal, as an understandable sentence. */
export function refusalReason({ code, detail }: NonNullable<QueuedCommand['problem']>): string {
  if (code === 'lead-not-found') return leadGoneText();
  return detail ? translated(detail) : t`Invalid response from server`;
}

/** Text of a command's sending state. */
export function sendingStateText(
  { state, problem, tries }: QueuedCommand,
  online: boolean,
): string {
  if (state === 'refused') return t`Not sent. ${problem ? refusalReason(problem) : ''}`.trim();
  if (state === 'sent') return t`Sent`;
  if (state === 'sending') return t`Sending`;
  if (!online) return t`Waiting for network`;
  if (problem) return refusalReason(problem);
  return tries > 0 ? t`Trying again` : t`Sending`;
}

/** Data of a command under a new id, if its id is taken; undefined for other problems. */
export function dataWithNewId(
  { name, data, problem }: Pick<QueuedCommand, 'name' | 'data' | 'problem'>,
  id: string,
): object | undefined {
  const idField = queuedTexts[name]?.newIdField;
  return idField !== undefined && problem?.code.endsWith('-exists')
    ? { ...data, [idField]: id }
    : undefined;
}

/** Whether the timeline includes what a command added, or has reached the command's revision. */
export const isOnTimeline = (entries: readonly TimelineEntry[], item: QueuedCommand): boolean => {
  const idField = queuedTexts[item.name]?.newIdField ?? '';
  const addedId = item.data[idField];
  const isAddedByItem = ({ data }: TimelineEntry): boolean =>
    addedId !== undefined && (data as Readonly<Record<string, unknown>>)[idField] === addedId;
  const hasRevisionOfItem = ({ revision }: TimelineEntry): boolean =>
    item.state === 'sent' && revision >= item.revision;
  return entries.some((entry) => isAddedByItem(entry) || hasRevisionOfItem(entry));
};
