import { aggregates } from '#domain/aggregates.js';
import type { EventDefinitions } from '#domain/kernel/schema.js';
import { findPersonalFields } from '#platform/sealing/personal-fields.js';
import { PLATFORM_EVENTS } from '#platform/sealing/platform-events.js';
import { expect, test } from '@jest/globals';
import { z } from 'zod';

/**
 * Event fields that people write and that are stored in plain text, each with the reason. All
 * others are encrypted. Ids, days, instants, booleans and enum values need no reason.
 */
const notPersonal: Readonly<Record<string, string>> = {
  'AccountOpened.inviteCode': 'made up by the server; eight letters and digits',
  'OrganizationFounded.name': 'a company, as its members and visitors see it',
  'OrganizationFounded.slug': 'part of a public address, made of the company’s name',
  'OrganizationFounded.inviteCode': 'made up by the server; eight letters and digits',
  'OrganizationDetailsChanged.name': 'a company, as its members and visitors see it',
  'OrganizationDetailsChanged.contactPhone': 'the company’s number on its public pages',
  'OrganizationDetailsChanged.timeZone': 'one of the zones that the runtime knows',
  'InviteCodeRotated.inviteCode': 'made up by the server; eight letters and digits',
  'LocationAdded.name': 'an office of the company',
  'LocationAdded.city': 'where an office of the company is',
  'LocationAdded.address': 'where an office of the company is',
  'VisitRecorded.pausedSeconds': 'a duration',
  'VisitRecorded.accuracyMetres': 'how exact a place is, not where it is',
  'LeadConverted.projectValuePaise': 'an amount; sums of the organization are made of it',
  'LeadConverted.payment.amountPaise': 'an amount; sums of the organization are made of it',
  'QuotationUploaded.amountPaise': 'an amount; sums of the organization are made of it',
  'CustomerCreated.projectValuePaise': 'an amount; sums of the organization are made of it',
  'CustomerEdited.changes.projectValuePaise': 'an amount; sums of the organization are made of it',
  'PaymentRecorded.amountPaise': 'an amount; sums of the organization are made of it',
  'ProjectAdded.progressPercent': 'how far a project is',
  'ProjectUpdated.changes.progressPercent': 'how far a project is',
  'InvoiceAdded.amountPaise': 'an amount; sums of the organization are made of it',
  'BillSubmitted.amountPaise': 'an amount; sums of the organization are made of it',
  'BillSubmitted.imageSha256': 'a hash of a picture, from which nothing of it can be read',
  'ProductAdded.name': 'what a company shows its customers',
  'ProductAdded.description': 'what a company shows its customers',
  'ProductAdded.youtubeLink': 'the address of a public video',
  'ProductAdded.mrpPaise': 'a price that customers see',
  'ProductAdded.livePricePaise': 'a price that customers see',
  'ProductAdded.minDiscountBasisPoints': 'a discount',
  'ProductAdded.maxDiscountBasisPoints': 'a discount',
  'ProductEdited.changes.name': 'what a company shows its customers',
  'ProductEdited.changes.description': 'what a company shows its customers',
  'ProductEdited.changes.youtubeLink': 'the address of a public video',
  'ProductEdited.changes.mrpPaise': 'a price that customers see',
  'ProductEdited.changes.livePricePaise': 'a price that customers see',
  'ProductEdited.changes.minDiscountBasisPoints': 'a discount',
  'ProductEdited.changes.maxDiscountBasisPoints': 'a discount',
  'PackageAdded.name': 'what a company shows its customers',
  'PackageAdded.description': 'what a company shows its customers',
  'PackageAdded.items.quantity': 'how many of a product',
  'PackageEdited.changes.name': 'what a company shows its customers',
  'PackageEdited.changes.description': 'what a company shows its customers',
  'PackageEdited.changes.items.quantity': 'how many of a product',
  'OfferAdded.title': 'what a company shows its customers',
  'OfferAdded.description': 'what a company shows its customers',
  'OfferAdded.tags': 'words by which an offer is found',
  'OfferEdited.changes.title': 'what a company shows its customers',
  'OfferEdited.changes.description': 'what a company shows its customers',
  'OfferEdited.changes.tags': 'words by which an offer is found',
  'CategoryAdded.name': 'a shelf of the catalogue',
  'CategoryAdded.key': 'the name of a shelf, folded',
  'CategoryRenamed.name': 'a shelf of the catalogue',
  'CategoryRenamed.key': 'the name of a shelf, folded',
  'ProductAdded.hsn': 'a code of the tariff',
  'ProductAdded.gstRateBasisPoints': 'a rate of tax',
  'ProductEdited.changes.hsn': 'a code of the tariff',
  'ProductEdited.changes.gstRateBasisPoints': 'a rate of tax',
  'QuestionAsked.version': 'a counter',
  'AcceptedCopyMade.version': 'a counter',
  'AcceptedCopyMade.pdfSha256': 'a hash of a document that holds random bytes under the key',
  'QuotationAccepted.version': 'a counter',
  'QuotationDeclined.version': 'a counter',
  'QuotationDiscarded.version': 'a counter',
  'QuotationDrafted.version': 'a counter',
  'QuotationExpired.version': 'a counter',
  'QuotationPdfMade.version': 'a counter',
  'QuotationPdfFailed.version': 'a counter',
  'QuotationPdfRetried.version': 'a counter',
  'QuotationRejected.version': 'a counter',
  'QuotationSent.version': 'a counter',
  'ItemShared.title': 'what a company shows its customers',
  'QuotationStepped.version': 'a counter',
  'QuotationViewed.version': 'a counter',
  'QuotationAccepted.pdfSha256': 'a hash of a document that holds random bytes under the key',
  'QuotationPdfMade.pdfSha256': 'a hash of a document that holds random bytes under the key',
  'QuotationAccepted.totalPaise': 'an amount; sums of the organization are made of it',
  'QuotationDrafted.discountPaise': 'an amount; sums of the organization are made of it',
  'QuotationDrafted.transportPaise': 'an amount; sums of the organization are made of it',
  'QuotationSent.discountPaise': 'an amount; sums of the organization are made of it',
  'QuotationSent.transportPaise': 'an amount; sums of the organization are made of it',
  'QuotationSent.totalPaise': 'an amount; sums of the organization are made of it',
  'QuotationStepped.addedPaise': 'an amount; sums of the organization are made of it',
  'QuotationStepped.totalPaise': 'an amount; sums of the organization are made of it',
  'QuotationSent.totals.cgstPaise': 'an amount; sums of the organization are made of it',
  'QuotationSent.totals.discountPaise': 'an amount; sums of the organization are made of it',
  'QuotationSent.totals.grossPaise': 'an amount; sums of the organization are made of it',
  'QuotationSent.totals.igstPaise': 'an amount; sums of the organization are made of it',
  'QuotationSent.totals.roundOffPaise': 'an amount; sums of the organization are made of it',
  'QuotationSent.totals.sgstPaise': 'an amount; sums of the organization are made of it',
  'QuotationSent.totals.taxablePaise': 'an amount; sums of the organization are made of it',
  'QuotationSent.totals.transportPaise': 'an amount; sums of the organization are made of it',
  'QuotationSent.totals.byRate.cgstPaise': 'an amount; sums of the organization are made of it',
  'QuotationSent.totals.byRate.igstPaise': 'an amount; sums of the organization are made of it',
  'QuotationSent.totals.byRate.sgstPaise': 'an amount; sums of the organization are made of it',
  'QuotationSent.totals.byRate.taxablePaise': 'an amount; sums of the organization are made of it',
  'QuotationSent.totals.byRate.rateBasisPoints': 'a rate of tax',
  'QuotationSent.number': 'a counter with the financial year',
  'QuotationStepped.number': 'a counter with the financial year',
  'QuotationStepped.replaces': 'a counter with the financial year',
  'QuotationSent.replaces': 'a counter with the financial year',
  'QuotationSent.seller.name': 'a company, as its members and visitors see it',
  'QuotationSent.seller.contactPhone': 'the company’s number on its public pages',
  'QuotationSent.seller.legalName': 'a company, as its customers see it',
  'QuotationSent.seller.address': 'where an office of the company is',
  'QuotationSent.seller.gstin': 'the company’s number in a public register',
  'QuotationSent.seller.bankIfsc': 'a branch of a bank',
  'QuotationSent.seller.upiCategory': 'a code of a trade',
  'QuotationSent.seller.advanceBasisPoints': 'a part of a price',
  'QuotationSettingsChanged.legalName': 'a company, as its customers see it',
  'QuotationSettingsChanged.address': 'where an office of the company is',
  'QuotationSettingsChanged.gstin': 'the company’s number in a public register',
  'QuotationSettingsChanged.bankIfsc': 'a branch of a bank',
  'QuotationSettingsChanged.upiCategory': 'a code of a trade',
  'QuotationSettingsChanged.advanceBasisPoints': 'a part of a price',
  'QuotationSettingsChanged.terms': 'what a company shows its customers',
  'QuotationSettingsChanged.numberPrefix': 'up to three letters of a number',
  'QuotationSettingsChanged.validityDays': 'a duration',
  'AuditLinkCreated.tokenSha256': 'a hash of random bytes',
  'AccessRecorded.filters.type': 'the name of a type of events',
  'DecisionRefused.command': 'the name of a command',
  'DecisionRefused.reason': 'the code of a refusal',
  'ReactorsInstalled.names': 'names of parts of this program',
  'NotaryBegan.origin': 'the host and the identity of the log',
  'NotaryBegan.key': 'a public key',
  'NotaryBegan.note': 'public keys and signatures',
  'NotaryKeyRotated.from': 'a public key',
  'NotaryKeyRotated.to': 'a public key',
  'NotaryKeyRotated.note': 'public keys and signatures',
  'HeadsPublished.size': 'a number of events',
  'HeadsPublished.streams': 'a number of streams',
  'HeadsPublished.root': 'a hash of hashes',
  'CheckpointSigned.size': 'a number of events',
  'CheckpointSigned.root': 'a hash of hashes',
  'CheckpointSigned.note': 'a hash of hashes and its signature',
  'KeyAbandoned.streams': 'names of streams, which are made of ids',
  'Reserved.holder': 'the name of a stream, which is made of ids',
};

type Schema = z.core.$ZodType;
type SchemaDefinition = {
  readonly type: string;
  readonly format?: string;
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly in?: Schema;
  readonly out?: Schema;
  readonly innerType?: Schema;
  readonly element?: Schema;
  readonly keyType?: Schema;
  readonly valueType?: Schema;
  readonly options?: readonly Schema[];
  readonly items?: readonly Schema[];
  readonly left?: Schema;
  readonly right?: Schema;
};

const fixedTypes = new Set(['enum', 'literal', 'boolean', 'null', 'undefined']);
const structuredFormats = new Set(['uuid', 'date', 'datetime']);

/** Paths of a schema that accept free text. */
function findFreeTextPaths(schema: Schema, path: string): readonly string[] {
  const definition = schema._zod.def as unknown as SchemaDefinition;
  const { type, format = '', shape } = definition;
  if (fixedTypes.has(type) || (type === 'string' && structuredFormats.has(format))) return [];
  const fields = Object.entries(shape ?? {}).flatMap(([name, field]) =>
    findFreeTextPaths(field, path ? `${path}.${name}` : name),
  );
  const {
    in: from,
    out,
    innerType,
    element,
    keyType,
    valueType,
    options = [],
    items = [],
    left,
    right,
  } = definition;
  const parts = [
    from,
    out,
    innerType,
    element,
    keyType,
    valueType,
    left,
    right,
    ...options,
    ...items,
  ].filter((part) => part !== undefined);
  if (shape || parts.length > 0)
    return [...fields, ...new Set(parts.flatMap((part) => findFreeTextPaths(part, path)))];
  return [path];
}

const findPlainFields = (type: string, schema: z.ZodObject): readonly string[] => {
  const personal = [...findPersonalFields(type, schema).keys()];
  const isSealed = (path: string) =>
    personal.some((sealed) => path === sealed || path.startsWith(`${sealed}.`));
  return findFreeTextPaths(schema, '')
    .filter((path) => !isSealed(path))
    .map((path) => `${type}.${path}`);
};

const definitions: readonly EventDefinitions[] = [
  ...aggregates.map(({ events }) => events),
  PLATFORM_EVENTS,
];

test('every free text of an event is sealed, or has a documented reason', () => {
  const plainFields = definitions.flatMap((list) =>
    Object.entries(list).flatMap(([type, schema]) => findPlainFields(type, schema)),
  );
  expect(plainFields.toSorted()).toEqual(Object.keys(notPersonal).toSorted());
});

test.each([
  ['a text', z.string(), ['Done.field']],
  ['a text that may be missing', z.string().trim().nullable().optional(), ['Done.field']],
  ['a list of texts', z.array(z.string()), ['Done.field']],
  ['a number', z.int(), ['Done.field']],
  ['anything', z.unknown(), ['Done.field']],
  [
    'a text deep inside',
    z.object({ below: z.object({ note: z.string() }) }),
    ['Done.field.below.note'],
  ],
  ['a text or a number', z.union([z.uuid(), z.string()]), ['Done.field']],
  ['a record', z.record(z.string(), z.boolean()), ['Done.field']],
  ['a text that is made of another', z.string().transform((text) => text.length), ['Done.field']],
  ['an id', z.uuid().toLowerCase(), []],
  ['a day', z.iso.date(), []],
  ['a choice', z.enum(['A', 'B']).nullable(), []],
])('%s in a field of an event is found if it needs a reason', (_, field, expectedPaths) =>
  expect(findPlainFields('Done', z.object({ field }))).toEqual(expectedPaths),
);
