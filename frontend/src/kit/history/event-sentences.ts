import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import type { aggregates } from '#domain/aggregates.js';
import type { AuditExport, AuditScreen } from '#domain/audit/audit.values.js';
import type { commands } from '#domain/commands.js';
import { findRefusalMessage } from '#domain/kernel/refusal.js';
import type { EventDefinitions, EventsIn } from '#domain/kernel/schema.js';
import { dayText, durationBetween, listFormat, money, phoneText } from '../../ui/display/format.js';
import { i18n, type Names, translated, intlLocale } from '../../words/i18n.js';
import { roleNames } from '../team/role-badge.js';
import { eventSentences as shared, unknownSentence } from '../texts/event-sentences.js';
import { fieldName } from '../texts/field-names.js';
import { browserName } from '../texts/labels.js';
import { rejectionText } from '../texts/reasons.js';

type EventsOf<Aggregate> = Aggregate extends { readonly events: infer Events }
  ? Events extends EventDefinitions
    ? EventsIn<Events>
    : never
  : never;
type AnyEvent = EventsOf<(typeof aggregates)[number]>;
export type EventType = AnyEvent['type'];
type DataOf<Type extends EventType> = Extract<AnyEvent, { type: Type }>['data'];

/** Event as a history or a feed shows it. An erased one lacks its personal fields. */
export interface DescribedEvent {
  readonly type: string;
  readonly data: object;
  /** Names of people whose ids occur in the data. */
  readonly people?: Readonly<Record<string, string>>;
  readonly damaged?: true | undefined;
  readonly newer?: true | undefined;
}

interface SentenceContext {
  /** Name of a member by id. */
  readonly nameOf: (id: string) => string;
  readonly day: (on: string) => string;
}

type DecisionName = {
  [Name in keyof typeof commands]: (typeof commands)[Name] extends { recordsRefusals: true }
    ? Name
    : never;
}[keyof typeof commands];
/** Decisions whose refusals stand in the access log. */
const decisionNames: Names<DecisionName> = {
  ApproveBill: msg`Approve bill`,
  RejectBill: msg`Reject bill`,
  ChangeMemberRole: msg`Change role`,
  RemoveMember: msg`Remove member`,
  ConvertLead: msg`Convert lead`,
  RejectQuotation: msg`Mark quotation as rejected`,
  ErasePersonalData: msg`Erase personal data`,
  EraseMember: msg`Erase former member`,
  EraseInvitation: msg`Erase invitation`,
  EraseBill: msg`Erase note and picture of the bill`,
  EraseShare: msg`Erase number of the recipient`,
};
const screenSentences: Names<AuditScreen> = {
  feed: msg`Opened the audit`,
  statements: msg`Opened the auditor’s page`,
  erasures: msg`Opened the register of erasures`,
  history: msg`Looked into the history of a record`,
  'as-of': msg`Looked at the figures of a past day`,
};
const exportSentences: Names<AuditExport> = {
  feed: msg`Downloaded the audit`,
  bills: msg`Downloaded bills`,
  leads: msg`Downloaded leads`,
  visits: msg`Downloaded visits`,
  'follow-ups': msg`Downloaded follow-ups`,
  proof: msg`Downloaded the proof of a record`,
  package: msg`Downloaded the package of a year`,
};

type Sentences = {
  readonly [Type in EventType]: (data: DataOf<Type>, context: SentenceContext) => string;
};

const erasedText = (): string => t`erased`;
/** Text that an erasure empties, or leaves out if it was optional. */
const textOrErased = (text: string | undefined): string => text || erasedText();
const fieldsOf = (changes: object): string =>
  listFormat(intlLocale(), {}).format(Object.keys(changes).map(fieldName));
const detailsChanged = ({ changes }: { changes: object }): string =>
  Object.keys(changes).length === 0 ? t`Details changed` : t`Changed: ${fieldsOf(changes)}`;
const shareMethods: Names<'whatsapp' | 'link' | 'image' | 'download' | 'status'> = {
  whatsapp: msg`WhatsApp`,
  link: msg`Link`,
  image: msg`Image`,
  download: msg`Download`,
  status: msg`WhatsApp status`,
};

/** Sentence of each event, without its actor. A new event does not compile without one. */
const sentences: Sentences = {
  // accounts
  AccountOpened: () => t`Account opened`,
  PhoneChanged: ({ phone }) =>
    t`Phone number changed to ${textOrErased(phone && phoneText(phone))}`,
  PhoneVerified: () => t`Phone number verified`,
  ProfileChanged: ({ name }) => t`Profile changed: ${textOrErased(name)}`,
  LocationAssigned: ({ locationId }) =>
    locationId === undefined ? t`Invited without a location` : t`Location assigned by invitation`,
  LocationRevoked: () => t`Location removed, because it was deleted`,
  LanguageChanged: ({ language }) =>
    language === 'hi-IN' ? t`Language changed to Hindi` : t`Language changed to English`,
  PasswordSet: () => t`Password set`,
  PasswordRemoved: () => t`Password removed`,
  SampleAlertsRequested: () => t`Sample notifications requested`,
  SignedIn: ({ browser, newBrowser }) =>
    newBrowser
      ? t`Signed in on a new browser: ${textOrErased(browser && browserName(browser))}`
      : t`Signed in: ${textOrErased(browser && browserName(browser))}`,
  SignedOut: ({ everywhere, elsewhere }) => {
    if (elsewhere) return t`Signed out on other browsers`;
    return everywhere ? t`Signed out on every browser` : t`Signed out`;
  },

  // organizations
  OrganizationFounded: ({ name }) => t`Organization founded: ${name}`,
  MemberJoined: ({ memberId, role }, { nameOf }) =>
    t`${nameOf(memberId)} joined as ${i18n._(roleNames[role])}`,
  RoleRequested: ({ memberId, role }, { nameOf }) =>
    t`${nameOf(memberId)} asked for the role ${i18n._(roleNames[role])}`,
  OrganizationDetailsChanged: (changes) => detailsChanged({ changes }),
  QuotationSettingsChanged: (changes) => t`Quotation settings changed: ${fieldsOf(changes)}`,
  InviteCodeRotated: () => t`Invite code changed`,
  LocationAdded: ({ name, city }) => t`Location added: ${name}, ${city}`,
  LocationRemoved: () => t`Location removed`,
  MemberInvited: ({ name, role }) => t`${textOrErased(name)} invited as ${i18n._(roleNames[role])}`,
  InvitationErased: () => t`Name and number of an invitation erased`,
  InvitationCancelled: () => t`Invitation cancelled`,
  InvitationAccepted: ({ memberId }, { nameOf }) => t`Invitation accepted by ${nameOf(memberId)}`,
  MemberRoleChanged: ({ memberId, from, to }, { nameOf }) =>
    t`Role of ${nameOf(memberId)} changed from ${i18n._(roleNames[from])} to ${i18n._(roleNames[to])}`,
  MemberRemoved: ({ memberId, leadsTo }, { nameOf }) =>
    t`${nameOf(memberId)} removed, leads go to ${nameOf(leadsTo)}`,
  AuditLinkCreated: ({ from, to, expiresOn }, { day }) =>
    t`Auditor’s link created for ${day(from)} to ${day(to)}, valid until ${day(expiresOn)}`,
  AuditLinkRevoked: () => t`Auditor’s link revoked`,
  MemberLeft: ({ memberId, leadsTo }, { nameOf }) =>
    t`${nameOf(memberId)} left, leads go to ${nameOf(leadsTo)}`,

  // leads
  LeadCreated: () => t`Lead created`,
  LeadEdited: detailsChanged,
  LeadReassigned: ({ to }, { nameOf }) => t`Lead assigned to ${nameOf(to)}`,
  LeadStatusChanged: ({ to }) => shared.LeadStatusChanged(to),
  LeadLost: ({ reason }) => shared.LeadLost(reason),
  NoteAdded: ({ activity, outcome }) => {
    const outcomeWords = [activity, outcome].flatMap((word) => (word ? translated(word) : []));
    return outcomeWords.length > 0 ? t`Note added: ${outcomeWords.join(', ')}` : t`Note added`;
  },
  FollowUpScheduled: ({ dueOn }, { day }) => t`Next follow-up: ${day(dueOn)}`,
  FollowUpCompleted: () => shared.FollowUpCompleted(),
  FollowUpCancelled: ({ reason }) => shared.FollowUpCancelled(reason),
  VisitRecorded: ({ startedAt, endedAt }) =>
    t`Visit completed, ${durationBetween(startedAt, endedAt)}`,
  LeadConverted: ({ payment }) =>
    payment
      ? t`Converted to a customer, ${money(payment.amountPaise)} paid`
      : t`Converted to a customer`,
  QuotationUploaded: ({ amountPaise }) => t`Quotation uploaded, ${money(amountPaise)}`,
  QuotationStepped: (data) => shared.QuotationStepped(data),
  ItemShared: ({ title }) => t`Shared ${textOrErased(title)}`,
  QuotationRequested: ({ note }) =>
    note ? t`Quotation asked for: ${note}` : t`Quotation asked for`,
  LeadDeleted: () => t`Lead deleted`,
  PersonalDataErased: () => t`Personal data erased`,

  // customers
  CustomerCreated: () => t`Customer created`,
  CustomerEdited: detailsChanged,
  StageChanged: ({ to }) => t`Stage changed to ${translated(to)}`,
  PaymentRecorded: ({ amountPaise, method }) =>
    t`Payment recorded: ${money(amountPaise)}, ${translated(method)}`,
  ProjectAdded: ({ name }) => t`Project added: ${textOrErased(name)}`,
  ProjectUpdated: ({ changes }) => t`Project changed: ${fieldsOf(changes)}`,
  InvoiceAdded: ({ number, amountPaise }) =>
    t`Invoice added: ${textOrErased(number)}, ${money(amountPaise)}`,
  InvoiceStatusChanged: ({ to }) => t`Status of an invoice changed to ${translated(to)}`,
  CustomerErased: () => t`Customer erased with the lead`,
  PaymentStatusOverridden: ({ status }) =>
    status
      ? t`Payment status set by hand: ${translated(status)}`
      : t`Payment status follows the payments again`,

  // access log
  AccessRecorded({ screen, export: exported, linkId }) {
    if (linkId !== undefined)
      return exported === 'proof'
        ? t`Downloaded the proof of a record through a link`
        : t`Read the audit through a link`;
    return i18n._(exported ? exportSentences[exported] : screenSentences[screen ?? 'feed']);
  },
  DecisionRefused({ command, memberId, reason }, { nameOf }) {
    const name = (decisionNames as Readonly<Record<string, MessageDescriptor | undefined>>)[
      command
    ];
    const message = findRefusalMessage(reason);
    if (!name || message === undefined) return unknownSentence();
    const [decision, why] = [i18n._(name), translated(message)];
    return memberId === undefined
      ? t`Refused: ${decision}. ${why}`
      : t`Refused: ${decision}, ${nameOf(memberId)}. ${why}`;
  },

  // alerts
  AlertRaised: () => t`Notification sent`,
  AlertRead: () => t`Notification read`,
  AllAlertsRead: () => t`All notifications read`,
  AlertsSeen: () => t`Notifications seen`,

  // bills
  BillSubmitted: ({ type, amountPaise }) =>
    t`Bill submitted: ${translated(type)}, ${money(amountPaise)}`,
  BillApproved: () => t`Bill approved`,
  BillRejected: ({ reason }) => t`Bill rejected: ${textOrErased(rejectionText(reason))}`,
  AccountErased: () => t`Former member erased`,
  BillErased: () => t`Note and picture of the bill erased`,

  // quotations
  QuotationDrafted: ({ version }) => t`Draft of version ${version} saved`,
  QuotationDiscarded: ({ version }) => t`Draft of version ${version} discarded`,
  QuotationSent: ({ version, totalPaise }) =>
    t`Quotation sent, version ${version}, ${money(totalPaise)}`,
  QuotationPdfMade: ({ version }) => t`PDF of version ${version} made`,
  QuotationPdfFailed: ({ version }) => t`PDF of version ${version} could not be made`,
  QuotationPdfRetried: ({ version }) => t`PDF of version ${version} ordered again`,
  QuotationShared: ({ method }) => t`Quotation shared: ${i18n._(shareMethods[method])}`,
  QuotationLinkRevoked: () => t`Link of the quotation revoked`,
  QuotationViewed: ({ version }) => t`Quotation viewed by the customer, version ${version}`,
  QuestionAsked: ({ question }) => t`Question of the customer: ${textOrErased(question)}`,
  QuotationAccepted: ({ name, totalPaise }) =>
    t`Quotation accepted by ${textOrErased(name)}, ${money(totalPaise)}`,
  AcceptedCopyMade: () => t`Copy of the accepted quotation made`,
  QuotationDeclined: ({ reason }) =>
    reason ? t`Declined by the customer: ${reason}` : t`Declined by the customer`,
  QuotationRejected: ({ reason }) => t`Quotation marked as rejected: ${textOrErased(reason)}`,
  QuotationExpired: ({ version }) => t`Quotation expired, version ${version}`,
  QuotationReassigned: ({ to }, { nameOf }) => t`Quotation given to ${nameOf(to)}`,
  QuotationClosed: () => t`Quotation ended with its lead`,
  QuotationErased: () => t`Quotation erased with the lead`,

  // catalogue
  ProductAdded: ({ name }) => t`Product added: ${name}`,
  ProductEdited: detailsChanged,
  ProductActivated: () => t`Product activated`,
  ProductDeactivated: () => t`Product paused`,
  ProductDeleted: () => t`Product deleted`,
  PackageAdded: ({ name }) => t`Package added: ${name}`,
  PackageEdited: detailsChanged,
  PackageActivated: () => t`Package activated`,
  PackageDeactivated: () => t`Package paused`,
  PackageDeleted: () => t`Package deleted`,
  OfferAdded: ({ title }) => t`Offer added: ${title}`,
  OfferEdited: detailsChanged,
  OfferActivated: () => t`Offer activated`,
  OfferDeactivated: () => t`Offer paused`,
  OfferDeleted: () => t`Offer deleted`,
  CategoryAdded: ({ name }) => t`Category added: ${name}`,
  CategoryRenamed: ({ name }) => t`Category renamed to ${name}`,
  ProductShared: ({ method }) => t`Product shared: ${i18n._(shareMethods[method])}`,
  PackageShared: ({ method }) => t`Package shared: ${i18n._(shareMethods[method])}`,
  OfferShared: ({ method }) => t`Offer shared: ${i18n._(shareMethods[method])}`,
  ShareErased: () => t`Number of the recipient erased`,
};

/** All event types, for filters. */
export const eventTypes = Object.keys(sentences) as readonly EventType[];

/** Sentences by type; other builds may know more types. */
const sentencesByType: Readonly<
  Record<string, ((data: never, context: SentenceContext) => string) | undefined>
> = sentences;

/** Sentence about an event, in the current language. */
export function eventSentence(
  { type, data, people = {}, damaged, newer }: DescribedEvent,
  today: string,
): string {
  if (damaged) return t`This entry is damaged and cannot be read`;
  const sentence = sentencesByType[type];
  if (newer || !sentence) return unknownSentence();
  return sentence(data as never, {
    nameOf: (id) => people[id] || t`a former member`,
    day: (on) => dayText(on, today),
  });
}

/**
 * Sentence about an event whose people are unknown; undefined if it names one, or for a type of a
 * newer build.
 */
export function sentenceWithoutPeople(
  { type, data }: Pick<DescribedEvent, 'type' | 'data'>,
  today: string,
): string | undefined {
  let namesPeople = false;
  const text = sentencesByType[type]?.(data as never, {
    nameOf: (id) => {
      namesPeople = true;
      return id;
    },
    day: (on) => dayText(on, today),
  });
  return namesPeople ? undefined : text;
}
