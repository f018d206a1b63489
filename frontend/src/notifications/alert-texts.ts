import { msg, t } from '@lingui/core/macro';
import {
  Bell,
  CalendarClock,
  CircleCheck,
  CircleX,
  FileText,
  Megaphone,
  ReceiptIndianRupee,
  UserRoundPlus,
} from 'lucide-react';
import { foldText } from '#domain/kernel/texts/text-folding.js';
import {
  type AlertKind,
  type AlertType,
  alertKinds,
  typeOfAlert,
} from '#domain/notifications/alerts.values.js';
import type { AlertItem } from '#domain/notifications/alerts.views.js';
import { personName } from '../kit/team/person-name.js';
import { dayText, money } from '../ui/display/format.js';
import type { IconType } from '../ui/display/icon.js';
import type { Tone } from '../ui/tone.js';
import { i18n, type Names, translated } from '../words/i18n.js';

export const typeLabels: Names<AlertType> = {
  lead: msg`New Lead`,
  followup: msg`Follow-up`,
  offer: msg`Offer`,
  bill: msg`Bill`,
  team: msg`Notification`,
};
export const typeIcons: Readonly<Record<AlertType, IconType>> = {
  lead: UserRoundPlus,
  followup: CalendarClock,
  offer: Megaphone,
  bill: ReceiptIndianRupee,
  team: Bell,
};

/** Alerts of the type `lead` that are about a quotation instead of a new lead. */
const quotationKinds: readonly AlertKind[] = [
  'quote-requested',
  'quotation-viewed',
  'quotation-question',
  'quotation-accepted',
  'quotation-declined',
];

/** Icons and tones of decisions, so that a refusal differs from an approval at a glance. */
const decisionMarks: Partial<Record<AlertKind, { readonly icon: IconType; readonly tone: Tone }>> =
  {
    'bill-approved': { icon: CircleCheck, tone: 'bill-approved' },
    'bill-rejected': { icon: CircleX, tone: 'bill-rejected' },
    'quotation-accepted': { icon: CircleCheck, tone: 'success' },
    'quotation-declined': { icon: CircleX, tone: 'danger' },
  };

/** Word and icon of an alert; a decision also has a tone. */
export function labelOfAlert(kind: AlertKind): {
  readonly label: string;
  readonly icon: IconType;
  readonly tone?: Tone;
} {
  const type = typeOfAlert[kind];
  const typeLabel = quotationKinds.includes(kind)
    ? { label: t`Quotation`, icon: FileText }
    : { label: i18n._(typeLabels[type]), icon: typeIcons[type] };
  return { ...typeLabel, ...decisionMarks[kind] };
}

/** Names in an alert's text. The name of a deleted lead or bill is missing. */
interface AlertNames {
  readonly actor: string;
  /** Name of the lead. */
  readonly name?: string | undefined;
  /** Amount and type of the bill. */
  readonly costs?: string | undefined;
  /** Member that the alert is about. */
  readonly colleague: string;
}

/** Fields of an alert's lead that its text needs. */
type LeadNames = {
  readonly lead?: Pick<NonNullable<AlertItem['lead']>, 'name'> | undefined;
};

/** Text of an alert: the record, then what became of it. The record may be gone or reassigned. */
export const alertText = (
  {
    about,
    by,
    lead,
    bill,
    member,
  }: Pick<AlertItem, 'about' | 'by' | 'bill' | 'member'> & LeadNames,
  today: string,
): string =>
  textWith(about, today, {
    actor: personName(by),
    name: lead?.name,
    costs: bill && `${money(bill.amountPaise)} ${translated(bill.type)}`,
    colleague: member?.name ?? '',
  });

function textWith(
  about: Pick<AlertItem['about'], 'kind' | 'dueOn'>,
  today: string,
  { actor, name, costs, colleague }: AlertNames,
): string {
  const day = about.dueOn === undefined ? '' : dayText(about.dueOn, today);
  switch (about.kind) {
    case 'lead-assigned':
      return name
        ? t`${name} assigned to you`
        : t`${actor} assigned a lead to you. It is no longer yours, or no longer there.`;
    case 'quote-requested':
      return name
        ? t`${actor} asks for a quote for ${name}`
        : t`${actor} asks for a quote for a lead that is no longer there.`;
    case 'quotation-viewed':
      return name
        ? t`${name} opened your quotation`
        : t`A customer who is no longer there opened your quotation.`;
    case 'quotation-question':
      return name
        ? t`${name} has a question about your quotation`
        : t`A customer who is no longer there had a question about your quotation.`;
    case 'quotation-accepted':
      return name
        ? t`${name} accepted your quotation`
        : t`A customer who is no longer there accepted a quotation.`;
    case 'quotation-declined':
      return name
        ? t`${name} declined your quotation`
        : t`A customer who is no longer there declined your quotation.`;
    case 'follow-up-due':
      if (!name) return t`Follow up with a lead that is no longer there.`;
      return about.dueOn === today ? t`${name} is due today` : t`${name} is due on ${day}`;
    case 'follow-up-overdue':
      return name
        ? t`${name} was due on ${day}`
        : t`The follow-up with a lead that is no longer there was due on ${day}.`;
    case 'offer-added':
      return t`${actor} added a new offer.`;
    case 'bill-submitted':
      return costs ? t`${costs} submitted by ${actor}` : t`${actor} submitted a bill.`;
    case 'bill-approved':
      return costs ? t`${costs} approved` : t`${actor} approved your bill.`;
    case 'bill-rejected':
      return costs ? t`${costs} rejected` : t`${actor} rejected your bill.`;
    case 'member-joined':
      return t`${colleague} joined your organization.`;
    case 'role-requested':
      return t`${colleague} asks for another role.`;
    case 'proof-broken':
      return t`Recorded entries were changed outside Fieldtrace. Ask whoever runs it for you.`;
    case 'sample-lead':
      return t`A lead that a colleague assigns to you shows up here.`;
    case 'sample-followup':
      return t`On the morning of a follow-up you are reminded of it here.`;
    case 'sample-offer':
      return t`A new offer that you can share with customers shows up here.`;
  }
}

/** Member who caused an alert, if its text does not name them. */
export function alertAuthor({ about: { kind }, by, lead, bill }: AlertItem): string | undefined {
  const isUnnamed =
    (kind === 'lead-assigned' && lead) ||
    ((kind === 'bill-approved' || kind === 'bill-rejected') && bill);
  return isUnnamed ? personName(by) : undefined;
}

/** Address of the alert's record, or of its list if it is gone. */
export function alertLink({
  about,
  lead,
  bill,
  offer,
}: Pick<AlertItem, 'about' | 'lead' | 'bill' | 'offer'>): string {
  switch (about.kind) {
    case 'lead-assigned':
    case 'quote-requested':
      return lead ? `/leads/${about.leadId}` : '/leads';
    case 'quotation-viewed':
    case 'quotation-question':
    case 'quotation-accepted':
    case 'quotation-declined':
      return lead ? `/quotations/${about.quotationId}` : '/quotations';
    case 'follow-up-due':
    case 'follow-up-overdue':
      return lead ? `/leads/${about.leadId}` : '/followups';
    case 'bill-submitted':
    case 'bill-approved':
    case 'bill-rejected':
      return bill ? `/bills/${about.billId}` : '/bills';
    case 'member-joined':
    case 'role-requested':
      return '/settings/team';
    case 'proof-broken':
      return '/audit/statements';
    case 'sample-lead':
      return '/leads';
    case 'sample-followup':
      return '/followups';
    case 'offer-added':
      return offer ? `/offers?offer=${about.offerId}` : '/offers';
    case 'sample-offer':
      return '/offers';
  }
}

/** Alerts that ask for a call. */
const kindsAskingForCall: readonly AlertKind[] = [
  'follow-up-due',
  'follow-up-overdue',
  'quotation-question',
];

/** Action that an alert asks for; undefined if it only informs. */
export function alertAction({
  about: { kind },
  lead,
}: Pick<AlertItem, 'about' | 'lead'>): 'convert' | 'call' | undefined {
  if (!lead) return undefined;
  if (kind === 'quotation-accepted') return lead.status === 'Converted' ? undefined : 'convert';
  // An erased lead has no phone number.
  return lead.phone && kindsAskingForCall.includes(kind) ? 'call' : undefined;
}

/** Whether the rejected bill can be submitted again; an erased one left nothing to fill in. */
export const canResubmit = ({
  about: { kind, billId },
  bill,
}: Pick<AlertItem, 'about' | 'bill'>): boolean =>
  kind === 'bill-rejected' &&
  billId !== undefined &&
  bill?.status === 'Rejected' &&
  bill.isErased === undefined;

/**
 * Whether an unread alert asks this member for something: a call, an answer or a decision. The
 * others inform.
 */
export function isToDo(alert: AlertItem, may: (right: 'ApproveBill') => boolean): boolean {
  const {
    about: { kind },
    bill,
    lead,
    isRead,
  } = alert;
  if (isRead) return false;
  if (kind === 'bill-submitted') return bill?.status === 'Pending' && may('ApproveBill');
  if (kind === 'lead-assigned') return lead?.status === 'New';
  return (
    kind === 'role-requested' ||
    (kind === 'quote-requested' && lead !== undefined) ||
    canResubmit(alert) ||
    alertAction(alert) !== undefined
  );
}

/** Stands in for a name that is known, and that no search finds. */
const BLANK = ' ';
/** Limit of `kindTexts`, in characters. */
const MAX_TEXT_LENGTH = 1_000;

/**
 * Kinds of alert whose text matches a search, because the server knows no texts. A kind has the
 * texts of a bill that is there and of one that is gone.
 */
export function kindTextsFor(q: string): { kindTexts?: string } {
  const terms = foldText(q).split(' ').filter(Boolean);
  const textsByKind: Record<string, string> = {};
  for (const kind of alertKinds) {
    const texts = [BLANK, undefined].map((costs) =>
      textWith({ kind }, '', { actor: '', name: BLANK, costs, colleague: '' }),
    );
    const text = [...new Set(texts)].join(' ');
    const isMatch = terms.some((term) => foldText(text).includes(term));
    const withKind = { ...textsByKind, [kind]: text };
    if (isMatch && JSON.stringify(withKind).length <= MAX_TEXT_LENGTH) textsByKind[kind] = text;
  }
  return Object.keys(textsByKind).length > 0 ? { kindTexts: JSON.stringify(textsByKind) } : {};
}
