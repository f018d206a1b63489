import type { ProductDetails } from '../catalogue/catalogue.commands.js';
import type { Item } from '../catalogue/item.js';
import { defineAggregate } from '../kernel/aggregate.js';
import { type ConsultedRecord, type Context, unreachable } from '../kernel/decider.js';
import { isEqual } from '../kernel/equality.js';
import type { MessageNamed } from '../kernel/texts/message.js';
import { findFinancialYear } from '../kernel/values/financial-year.js';
import { quantities } from '../kernel/values/quantities.js';
import { type RefusalCode, refuse, refuseBeyond } from '../kernel/refusal.js';
import type { Lead, OpenLead } from '../leads/lead.js';
import { mayQuote } from './may-quote.js';
import type { QuotationContext } from './quotation-context.js';
import { type QuotationCommand, quotationCommands } from './quotation.commands.js';
import { type QuotationEvent, quotationEvents } from './quotation.events.js';
import { quotationExamples } from './quotation.examples.js';
import {
  type ClosedReason,
  type OpenQuotation,
  type Quotation,
  type QuotationVersion,
  evolveQuotation,
  newestVersion,
  nextVersion,
  findNumber,
  computeStatus,
  findClosedReason,
} from './quotation.js';
import { quotationNumber } from './quotation-number.js';
import { checkForSending, toCustomer, freeze, totalsOfVersion } from './sending.js';

type Data<Type extends QuotationCommand['type']> = MessageNamed<QuotationCommand, Type>['data'];

export const quotationAggregate = defineAggregate({
  category: 'quotation',
  commands: quotationCommands,
  events: quotationEvents,
  examples: quotationExamples,
  initialState: { phase: 'unknown' },
  evolve: evolveQuotation,

  decide(command, quotation, context: QuotationContext) {
    if (command.type === 'SaveQuotation') return saveDraft(command.data, quotation, context);
    if (command.type === 'EraseQuotation')
      return quotation.phase === 'erased' || quotation.phase === 'unknown'
        ? []
        : [{ type: 'QuotationErased', data: {} }];
    if (quotation.phase !== 'open') return refuse('quotation-not-found');
    switch (command.type) {
      case 'SendQuotation':
        return send(command.data, quotation, context);
      case 'DiscardQuotation':
        requireEditable(quotation, context);
        return quotation.draft === undefined
          ? []
          : [{ type: 'QuotationDiscarded', data: { version: nextVersion(quotation) } }];
      case 'ShareQuotation':
        return share(command.data, quotation, context);
      case 'RevokeQuotationLink':
        requireEditable(quotation, context);
        return quotation.linkToken === undefined
          ? []
          : [{ type: 'QuotationLinkRevoked', data: {} }];
      case 'RejectQuotation':
        return reject(command.data, quotation, context);
      case 'RecordQuotationPdf':
        return recordPdf(command.data, quotation, context);
      case 'RecordQuotationPdfFailure':
        return recordPdfFailure(command.data, quotation);
      case 'RequestQuotationPdf':
        requireEditable(quotation, context);
        return retryPdf(command.data, quotation);
      case 'AcceptQuotation':
        return accept(command.data, quotation, context);
      case 'RecordAcceptedCopy':
        return recordCopy(command.data, quotation);
      case 'DeclineQuotation':
        return decline(command.data, quotation, context);
      case 'AskAboutQuotation':
        return ask(command.data, quotation, context);
      case 'RecordQuotationView':
        return view(command.data, quotation, context);
      case 'ExpireQuotation':
        return expire(command.data, quotation, context);
      case 'CloseQuotation':
        return [{ type: 'QuotationClosed', data: {} }];
      case 'PassQuotationOn':
        return command.data.to === quotation.assignedTo
          ? []
          : [
              {
                type: 'QuotationReassigned',
                data: { from: quotation.assignedTo, to: command.data.to },
              },
            ];
      default:
        return unreachable(command);
    }
  },

  /**
   * The lead, if a member or the customer decides; for a new version also the products of its lines
   * and the quotation it copies. Events of the lead that only a newer build knows do not prevent
   * the customer's decision.
   */
  consults(command, quotation): readonly ConsultedRecord[] {
    if (command.type === 'SaveQuotation') return [{ kind: 'lead', id: command.data.leadId }];
    if (quotation.phase !== 'open') return [];
    const lead = { kind: 'lead', id: quotation.leadId } as const;
    if (DECISIONS_OF_CUSTOMER.includes(command.type))
      return [{ ...lead, ignoresNewerEvents: true }];
    if (quotationCommands[command.type].may === 'internal') return [];
    if (command.type !== 'SendQuotation') return [lead];
    const { lines = [], copiedFrom } = quotation.draft ?? {};
    const productIds = lines.flatMap(({ productId }) => productId ?? []);
    return [
      lead,
      ...[...new Set(productIds)].map((id) => ({ kind: 'product', id }) as const),
      ...(copiedFrom === undefined ? [] : [{ kind: 'quotation', id: copiedFrom } as const]),
    ];
  },
  series: ({ type }, quotation, { organization, today }) =>
    type === 'SendQuotation' && findNumber(quotation) === undefined
      ? {
          kind: NUMBER_CLAIM,
          valueOf: (count) =>
            quotationNumber(
              organization.quotationSettings.numberPrefix,
              findFinancialYear(today),
              count,
            ),
        }
      : undefined,
  ownerOf: (quotation) => (quotation.phase === 'unknown' ? undefined : quotation.assignedTo),
  existing: ({ type }, quotation) =>
    type === 'SaveQuotation' && quotation.phase === 'open'
      ? findExistingValues(quotation)
      : undefined,
  uniqueValues: (quotation) => [
    ...toUniqueValue(NUMBER_CLAIM, findNumber(quotation), 'number'),
    ...toUniqueValue(
      LINK_CLAIM,
      quotation.phase === 'open' ? quotation.linkToken : undefined,
      'linkToken',
    ),
  ],
});

const DECISIONS_OF_CUSTOMER: readonly QuotationCommand['type'][] = [
  'AcceptQuotation',
  'DeclineQuotation',
  'AskAboutQuotation',
  'RecordQuotationView',
];
const NUMBER_CLAIM = 'quotation-number';
const LINK_CLAIM = 'quotation-link';
const toUniqueValue = (kind: string, value: string | undefined, field: string) =>
  value === undefined
    ? []
    : [{ kind, value, refusalIfTaken: 'quotation-number-taken', field, generated: true } as const];

/** Lead and lines that a draft may keep, even if a product was deleted since. */
const findExistingValues = ({ leadId, draft, versions }: OpenQuotation): object => ({
  leadId,
  lines: [...(draft?.lines ?? []), ...(versions.at(-1)?.lines ?? [])],
  copiedFrom: draft?.copiedFrom ?? versions.at(-1)?.copiedFrom,
});

const consultedLead = ({ consulted }: QuotationContext, leadId: string): Lead =>
  (consulted.get(leadId) as Lead | undefined) ?? { phase: 'unknown' };

/** @throws Refusal if the lead is gone or the member may not quote for it */
function requireQuotableLead(
  leadId: string,
  context: QuotationContext,
  ...notFound: readonly [RefusalCode, field?: string]
): OpenLead {
  const lead = consultedLead(context, leadId);
  if (lead.phase !== 'open') return refuse(...notFound);
  if (context.member.role === 'sales' && lead.assignedTo !== context.member.id)
    return refuse(...notFound);
  return mayQuote(context.member, lead.assignedTo) ? lead : refuse('not-allowed');
}

/** @throws Refusal if the sender may not change the quotation */
const requireEditable = ({ leadId }: OpenQuotation, context: QuotationContext): OpenLead =>
  requireQuotableLead(leadId, context, 'quotation-not-found');

/** Saving an equal draft changes nothing. The first draft is assigned like its lead. */
function saveDraft(
  { quotationId: _, leadId, ...content }: Data<'SaveQuotation'>,
  quotation: Quotation,
  context: QuotationContext,
): QuotationEvent[] {
  if (quotation.phase === 'erased') return refuse('quotation-not-found');
  if (quotation.phase === 'discarded') return refuse('built-quotation-exists');
  const lead = requireQuotableLead(leadId, context, 'lead-not-found', 'leadId');
  if (quotation.phase === 'open') {
    if (quotation.leadId !== leadId) return refuse('built-quotation-exists');
    if (computeStatus(quotation) === 'Accepted') return refuse('quotation-accepted');
    if (isEqual(quotation.draft, content)) return [];
    refuseBeyond(quantities.savesOfQuotation, quotation.saves + 1, 'too-many-saves', 'lines');
  }
  quotationCommands.SaveQuotation.check(content, context.today);
  const version = quotation.phase === 'open' ? nextVersion(quotation) : 1;
  const { assignedTo } = quotation.phase === 'open' ? quotation : lead;
  const customer = toCustomer(lead.details);
  return [
    { type: 'QuotationDrafted', data: { leadId, assignedTo, version, customer, ...content } },
  ];
}

function send(
  { version }: Data<'SendQuotation'>,
  quotation: OpenQuotation,
  context: QuotationContext,
): QuotationEvent[] {
  const lead = requireEditable(quotation, context);
  if (quotation.versions.some((sent) => sent.version === version)) return [];
  if (computeStatus(quotation) === 'Accepted') return refuse('quotation-accepted');
  const { draft } = quotation;
  if (draft === undefined || version !== nextVersion(quotation))
    return refuse('quotation-without-changes', 'version');
  refuseBeyond(quantities.versionsOfQuotation, version, 'too-many-versions', 'version');
  const { organization, member, today, randomness } = context;
  const facts = {
    organization,
    lead: lead.details,
    products: activeProducts(context),
    role: member.role,
    today,
    original: context.consulted.get(draft.copiedFrom ?? '') as Quotation | undefined,
  };
  const totals = checkForSending(draft, facts);
  const number =
    findNumber(quotation) ??
    quotationNumber(
      organization.quotationSettings.numberPrefix,
      findFinancialYear(today),
      context.nextNumber!,
    );
  const sent = freeze(draft, totals, facts, { version, number, salt: randomness });
  return [{ type: 'QuotationSent', data: sent }];
}

/** Details of the consulted products that are active. */
const activeProducts = ({ consulted }: QuotationContext): ReadonlyMap<string, ProductDetails> =>
  new Map(
    [...consulted].flatMap(([id, state]) => {
      const item = state as Item<ProductDetails>;
      return item.phase === 'open' && 'isActive' in item && item.isActive
        ? [[id, item.details] as const]
        : [];
    }),
  );

/** @throws Refusal before the first version */
function requireSentVersion(quotation: OpenQuotation) {
  return newestVersion(quotation) ?? refuse('quotation-not-sent');
}

function share(
  { quotationId: _, ...data }: Data<'ShareQuotation'>,
  quotation: OpenQuotation,
  context: QuotationContext,
): QuotationEvent[] {
  requireEditable(quotation, context);
  // Customers see nothing of an organization without a verified number.
  if (!context.account.verified) return refuse('verification-needed');
  const recorded = quotation.shares.find(({ shareId }) => shareId === data.shareId);
  if (recorded) return isEqual(recorded, data) ? [] : refuse('share-exists');
  requireSentVersion(quotation);
  refuseBeyond(
    quantities.sharesOfQuotation,
    quotation.shares.length + 1,
    'too-many-shares',
    'shareId',
  );
  return [{ type: 'QuotationShared', data }];
}

function reject(
  { reason }: Data<'RejectQuotation'>,
  quotation: OpenQuotation,
  context: QuotationContext,
): QuotationEvent[] {
  requireEditable(quotation, context);
  const { version } = requireSentVersion(quotation);
  const status = computeStatus(quotation);
  if (status === 'Accepted') return refuse('quotation-accepted');
  if (status === 'Rejected') return refuse('quotation-decided');
  return [{ type: 'QuotationRejected', data: { version, reason } }];
}

/**
 * Records the first PDF of a version; later ones are ignored. Creates the token of the quotation's
 * link if it has none.
 */
function recordPdf(
  { quotationId: _, ...data }: Data<'RecordQuotationPdf'>,
  quotation: OpenQuotation,
  { randomness }: Context,
): QuotationEvent[] {
  if (requireVersion(quotation, data.version).pdf) return [];
  const link = quotation.linkToken === undefined && { linkToken: randomness };
  return [{ type: 'QuotationPdfMade', data: { ...data, ...link } }];
}

/** @throws Refusal for a version that was not sent */
const requireVersion = (quotation: OpenQuotation, version: number): QuotationVersion =>
  quotation.versions.find((sent) => sent.version === version) ??
  refuse('quotation-not-sent', 'version');

function recordPdfFailure(
  { version }: Data<'RecordQuotationPdfFailure'>,
  quotation: OpenQuotation,
): QuotationEvent[] {
  const { pdf, hasPdfFailed } = requireVersion(quotation, version);
  return pdf || hasPdfFailed ? [] : [{ type: 'QuotationPdfFailed', data: { version } }];
}

function retryPdf(
  { version }: Data<'RequestQuotationPdf'>,
  quotation: OpenQuotation,
): QuotationEvent[] {
  const { pdf, hasPdfFailed } = requireVersion(quotation, version);
  return pdf || !hasPdfFailed ? [] : [{ type: 'QuotationPdfRetried', data: { version } }];
}

const refusalByReason: Readonly<Record<ClosedReason, RefusalCode>> = {
  draft: 'quotation-unavailable',
  'lead-deleted': 'quotation-unavailable',
  'organization-closed': 'quotation-unavailable',
  revoked: 'quotation-unavailable',
  accepted: 'quotation-accepted',
  superseded: 'quotation-superseded',
  declined: 'quotation-decided',
  expired: 'quotation-expired',
};

const closedReasonNow = (quotation: OpenQuotation, version: number, context: QuotationContext) =>
  findClosedReason(quotation, version, {
    today: context.today,
    leadIsOpen: consultedLead(context, quotation.leadId).phase === 'open',
    organizationIsOpen: context.organization.members.size > 0,
  });

/** @throws Refusal unless the customer may act on the version */
function requireOpenToCustomer(
  quotation: OpenQuotation,
  version: number,
  context: QuotationContext,
) {
  const closedReason = closedReasonNow(quotation, version, context);
  if (closedReason) return refuse(refusalByReason[closedReason], 'version');
  return newestVersion(quotation)!;
}

/**
 * Accepts the version. Accepting the accepted version again changes nothing, even by another
 * person.
 */
function accept(
  { quotationId: _, ...data }: Data<'AcceptQuotation'>,
  quotation: OpenQuotation,
  context: QuotationContext,
): QuotationEvent[] {
  const { decision } = quotation;
  if (decision?.status === 'Accepted' && decision.version === data.version) return [];
  const sent = requireOpenToCustomer(quotation, data.version, context);
  if (sent.pdf?.pdfSha256 !== data.pdfSha256) return refuse('quotation-pdf-other', 'pdfSha256');
  const optionalLineIds = sent.lines.filter((line) => line.optional).map(({ lineId }) => lineId);
  const chosenLineIds = new Set(data.lineIds);
  if ([...chosenLineIds].some((lineId) => !optionalLineIds.includes(lineId)))
    return refuse('unknown-reference', 'lineIds');
  const { totalPaise } = totalsOfVersion(sent, chosenLineIds);
  return [{ type: 'QuotationAccepted', data: { ...data, acceptedAt: context.now, totalPaise } }];
}

/** Records the accepted copy; later ones are ignored. */
function recordCopy(
  { quotationId: _, ...data }: Data<'RecordAcceptedCopy'>,
  { decision }: OpenQuotation,
): QuotationEvent[] {
  if (decision?.status !== 'Accepted' || decision.version !== data.version)
    return refuse('quotation-not-accepted', 'version');
  return decision.copy ? [] : [{ type: 'AcceptedCopyMade', data }];
}

function decline(
  { version, reason }: Data<'DeclineQuotation'>,
  quotation: OpenQuotation,
  context: QuotationContext,
): QuotationEvent[] {
  if (closedReasonNow(quotation, version, context) === 'declined') return [];
  requireOpenToCustomer(quotation, version, context);
  return [
    { type: 'QuotationDeclined', data: { version, ...(reason !== undefined && { reason }) } },
  ];
}

function ask(
  { quotationId: _, ...data }: Data<'AskAboutQuotation'>,
  quotation: OpenQuotation,
  context: QuotationContext,
): QuotationEvent[] {
  const recorded = quotation.questions.find(({ questionId }) => questionId === data.questionId);
  if (recorded) return [];
  requireOpenToCustomer(quotation, data.version, context);
  refuseBeyond(
    quantities.questionsOfQuotation,
    quotation.questions.length + 1,
    'too-many-questions',
    'question',
  );
  return [{ type: 'QuestionAsked', data }];
}

/** An accepted or expired version can be viewed too. Views beyond the limit are not recorded. */
function view(
  { version, viewId }: Data<'RecordQuotationView'>,
  quotation: OpenQuotation,
  context: QuotationContext,
): QuotationEvent[] {
  const closedReason = closedReasonNow(quotation, version, context);
  if (closedReason && refusalByReason[closedReason] === 'quotation-unavailable')
    return refuse('quotation-unavailable');
  const { viewIds } = quotation;
  return viewIds.includes(viewId) || viewIds.length >= quantities.viewsOfQuotation
    ? []
    : [{ type: 'QuotationViewed', data: { version, viewId } }];
}

function expire(
  { version }: Data<'ExpireQuotation'>,
  quotation: OpenQuotation,
  { today }: Context,
): QuotationEvent[] {
  const newest = newestVersion(quotation);
  const isOpen = computeStatus(quotation) === 'Sent' || computeStatus(quotation) === 'Viewed';
  return isOpen && newest?.version === version && newest.validUntilOn < today
    ? [{ type: 'QuotationExpired', data: { version } }]
    : [];
}
