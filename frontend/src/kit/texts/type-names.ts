import { msg } from '@lingui/core/macro';
import type { aggregates } from '#domain/aggregates.js';
import type { AuditKind } from '#domain/audit/audit.values.js';
import { i18n, type Names } from '../../words/i18n.js';

type TypesOf<Kind extends AuditKind> = keyof Extract<
  (typeof aggregates)[number],
  { readonly category: Kind }
>['events'] &
  string;

/** Names of event types by kind of record. */
const typeNames: { readonly [Kind in AuditKind]: Names<TypesOf<Kind>> } = {
  lead: {
    LeadCreated: msg`Lead created`,
    LeadEdited: msg`Lead edited`,
    LeadReassigned: msg`Lead assigned`,
    LeadStatusChanged: msg`Lead’s status changed`,
    LeadLost: msg`Lead marked as Lost`,
    NoteAdded: msg`Note added`,
    FollowUpScheduled: msg`Follow-up scheduled`,
    FollowUpCompleted: msg`Marked previous followup as completed`,
    FollowUpCancelled: msg`Follow-up cancelled`,
    VisitRecorded: msg`Visit completed`,
    LeadConverted: msg`Converted to a customer`,
    QuotationUploaded: msg`Quotation uploaded`,
    QuotationStepped: msg`Quotation’s status changed`,
    ItemShared: msg`Product, package or offer shared`,
    QuotationRequested: msg`Quotation asked for`,
    LeadDeleted: msg`Lead deleted`,
    PersonalDataErased: msg`Personal data erased`,
  },
  customer: {
    CustomerCreated: msg`Customer created`,
    CustomerEdited: msg`Customer edited`,
    StageChanged: msg`Stage changed`,
    PaymentRecorded: msg`Payment recorded`,
    ProjectAdded: msg`Project added`,
    ProjectUpdated: msg`Project changed`,
    InvoiceAdded: msg`Invoice added`,
    InvoiceStatusChanged: msg`Invoice’s status changed`,
    CustomerErased: msg`Customer erased with the lead`,
    PaymentStatusOverridden: msg`Payment status set by hand`,
  },
  quotation: {
    QuotationDrafted: msg`Quotation saved as a draft`,
    QuotationDiscarded: msg`Draft of a quotation discarded`,
    QuotationSent: msg`Quotation sent`,
    QuotationPdfMade: msg`PDF of the quotation made`,
    QuotationPdfFailed: msg`PDF of the quotation could not be made`,
    QuotationPdfRetried: msg`PDF of the quotation ordered again`,
    QuotationShared: msg`Quotation shared`,
    QuotationLinkRevoked: msg`Link of the quotation revoked`,
    QuotationViewed: msg`Quotation viewed by the customer`,
    QuestionAsked: msg`Question of the customer`,
    QuotationAccepted: msg`Quotation accepted`,
    AcceptedCopyMade: msg`Copy of the accepted quotation made`,
    QuotationDeclined: msg`Declined by the customer`,
    QuotationRejected: msg`Quotation marked as rejected`,
    QuotationExpired: msg`Quotation expired`,
    QuotationReassigned: msg`Quotation given to a colleague`,
    QuotationClosed: msg`Quotation ended with its lead`,
    QuotationErased: msg`Quotation erased with the lead`,
  },
  bill: {
    BillSubmitted: msg`Bill submitted`,
    BillApproved: msg`Bill approved`,
    BillRejected: msg`Bill rejected`,
    BillErased: msg`Note and picture of the bill erased`,
  },
  product: {
    ProductAdded: msg`Product added`,
    ProductEdited: msg`Product edited`,
    ProductActivated: msg`Product activated`,
    ProductDeactivated: msg`Product paused`,
    ProductDeleted: msg`Product deleted`,
  },
  package: {
    PackageAdded: msg`Package added`,
    PackageEdited: msg`Package edited`,
    PackageActivated: msg`Package activated`,
    PackageDeactivated: msg`Package paused`,
    PackageDeleted: msg`Package deleted`,
  },
  offer: {
    OfferAdded: msg`Offer added`,
    OfferEdited: msg`Offer edited`,
    OfferActivated: msg`Offer activated`,
    OfferDeactivated: msg`Offer paused`,
    OfferDeleted: msg`Offer deleted`,
  },
  category: {
    CategoryAdded: msg`Category added`,
    CategoryRenamed: msg`Category renamed`,
  },
  share: {
    ProductShared: msg`Product shared`,
    PackageShared: msg`Package shared`,
    OfferShared: msg`Offer shared`,
    ShareErased: msg`Number of the recipient erased`,
  },
  organization: {
    OrganizationFounded: msg`Organization founded`,
    MemberJoined: msg`Member joined`,
    RoleRequested: msg`Role asked for`,
    OrganizationDetailsChanged: msg`Details of the organization changed`,
    QuotationSettingsChanged: msg`Quotation settings changed`,
    InviteCodeRotated: msg`Invite code changed`,
    LocationAdded: msg`Location added`,
    LocationRemoved: msg`Location removed`,
    MemberInvited: msg`Member invited`,
    InvitationCancelled: msg`Invitation cancelled`,
    InvitationAccepted: msg`Invitation accepted`,
    InvitationErased: msg`Name and number of an invitation erased`,
    MemberRoleChanged: msg`Member’s role changed`,
    MemberRemoved: msg`Member removed`,
    MemberLeft: msg`Member left`,
    AuditLinkCreated: msg`Auditor’s link created`,
    AuditLinkRevoked: msg`Auditor’s link revoked`,
  },
  account: {
    AccountOpened: msg`Account opened`,
    PhoneChanged: msg`Phone number changed`,
    PhoneVerified: msg`Phone number verified`,
    ProfileChanged: msg`Profile changed`,
    LocationAssigned: msg`Location assigned by invitation`,
    LocationRevoked: msg`Location removed, because it was deleted`,
    LanguageChanged: msg`Language changed`,
    PasswordSet: msg`Password set`,
    PasswordRemoved: msg`Password removed`,
    SampleAlertsRequested: msg`Sample notifications requested`,
    SignedIn: msg`Signed in`,
    SignedOut: msg`Signed out`,
    AccountErased: msg`Former member erased`,
  },
  access: {
    AccessRecorded: msg`Something opened or downloaded`,
    DecisionRefused: msg`Decision refused`,
  },
  alerts: {
    AlertRaised: msg`Notification sent`,
    AlertRead: msg`Notification read`,
    AllAlertsRead: msg`All notifications read`,
    AlertsSeen: msg`Notifications seen`,
  },
};

/** Name of an event whose data is not at hand; undefined for a type of a newer build. */
export function typeName(type: string): string | undefined {
  const name = Object.values<Names<string>>(typeNames).find((names) => type in names)?.[type];
  return name && i18n._(name);
}

/** Names of event types of one kind of record, or of all kinds except alerts. */
export function typeNamesOf(kind: AuditKind | 'All'): Names<string> {
  if (kind !== 'All') return typeNames[kind];
  const { alerts: _, ...shown } = typeNames;
  return Object.assign({}, ...Object.values(shown)) as Names<string>;
}
