import { browserText } from '#domain/kernel/texts/browser-text.js';
import { amountInWords } from '#domain/quotations/amount-in-words.js';
import {
  type Translate,
  advancePaise,
  dayText,
  taxNames,
  lineAmount,
  moneyText,
  optionalText,
  percentText,
  stateText,
  translatorFor,
  sumRows,
  taxFacts,
} from '#domain/quotations/document-texts.js';
import type { QuotationVersion } from '#domain/quotations/quotation.js';
import { unitQuantityText } from '#domain/quotations/unit-texts.js';

/** Separates facts in a row; the dot stays with the fact after it where the row breaks. */
const FACT_SEPARATOR = ' ·\u00a0';

type Line = QuotationVersion['lines'][number];
/** Item of a line: its texts, and the path of its picture. */
type ItemCell = {
  readonly name: string;
  readonly note: string | null;
  /** Description: its beginning, and the part that may be moved to the next page. */
  readonly parts: readonly string[];
  /** Whether the line and the beginning of its description stay on one page. */
  readonly isUndivided: boolean;
  readonly image: string | null;
};
type Column = {
  readonly name: string;
  readonly isRightAligned: boolean;
  readonly width: 'wide' | 'auto';
};
type Pair = readonly [name: string, value: string];

/** Data of the template `workers/pdf/quotation.typ`. */
export type QuotationDocument = {
  readonly title: string;
  readonly language: string;
  readonly fonts: readonly string[];
  /**
   * Random bytes, so that after an erasure nobody can confirm a guess of the content by the
   * document's hash.
   */
  readonly salt: string;
  readonly words: Readonly<Record<string, string>>;
  readonly logo: string | null;
  readonly seller: {
    readonly name: string;
    readonly legalName: string;
    readonly details: readonly string[];
  };
  readonly facts: readonly Pair[];
  readonly customer: { readonly name: string; readonly details: readonly string[] };
  readonly site: readonly string[];
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly (string | ItemCell)[])[];
  readonly sums: readonly Pair[];
  readonly total: Pair;
  /** Tax within prices that include it. */
  readonly included: readonly Pair[];
  readonly amountInWords: string;
  /** Table of taxes by rate with its head; empty without tax. */
  readonly rates: readonly (readonly string[])[];
  readonly sections: readonly Pair[];
  /** Last page of an accepted copy. */
  readonly certificate: {
    readonly title: string;
    readonly facts: readonly Pair[];
    readonly signature: Pair | null;
  } | null;
  /** Footer: newest signed checkpoint of the log before the version was sent or accepted. */
  readonly checkpoint: string | null;
  readonly payment: { readonly details: readonly Pair[]; readonly qr: string | null } | null;
};

/** Paths of the pictures that a document shows. */
export type DocumentPictures = {
  readonly logo?: string;
  readonly qr?: string;
  readonly signature?: string;
  /** Thumbnails by line. */
  readonly lines: ReadonlyMap<string, string>;
};

const TEMPLATE_TEXT_NAMES = [
  'quotation',
  'customer',
  'site',
  'notATaxInvoice',
  'page',
  'inWords',
  'inTotal',
  'rateOnInvoice',
  'payment',
  'qr',
] as const;

/** Families of the fonts in `workers/pdf/fonts`; Noto Sans has Latin, Devanagari and ₹. */
const FONTS = [
  'Noto Sans',
  ...['Bengali', 'Gujarati', 'Gurmukhi', 'Kannada', 'Malayalam', 'Oriya', 'Tamil', 'Telugu'].map(
    (script) => `Noto Sans ${script}`,
  ),
];

/** Facts of a certificate, besides the version. */
export type Acceptance = {
  readonly at: string;
  readonly name: string;
  readonly phone: string;
  readonly device?: string | undefined;
  readonly network?: string | undefined;
  readonly pdfSha256: string;
};

/** Checkpoint as a footer names it. */
export type PrintedCheckpoint = { readonly at: string; readonly root: string };

/** Data of a version's document in its language, with a certificate once it is accepted. */
export function createQuotationDocument(
  version: QuotationVersion,
  pictures: DocumentPictures,
  {
    acceptance,
    checkpoint,
  }: {
    readonly acceptance?: Acceptance | undefined;
    readonly checkpoint?: PrintedCheckpoint | undefined;
  } = {},
): QuotationDocument {
  const { language, number, seller, customer, taxHead } = version;
  const translate = translatorFor(language);
  const isTaxed = taxHead !== 'none';
  const { legalName = seller.name } = seller;
  const { added, included } = sumRows(version, translate);
  return {
    title: `${translate('quotation')} ${number}`,
    language: language.slice(0, 2),
    fonts: FONTS,
    salt: version.salt,
    // The template itself fills in the placeholders, which stay as they are.
    words: Object.fromEntries(
      TEMPLATE_TEXT_NAMES.map((key) => [key, translate(key, '{0}', '{1}')]),
    ),
    logo: pictures.logo ?? null,
    seller: {
      name: seller.name,
      legalName: allowBreaks(legalName),
      details: [
        ...(seller.address === undefined ? [] : [allowBreaks(seller.address)]),
        ...(seller.state === undefined ? [] : [stateText(language, seller.state)]),
        ...(seller.contactPhone === undefined ? [] : [seller.contactPhone]),
        ...(seller.gstin === undefined ? [] : [`GSTIN ${seller.gstin}`]),
        ...(seller.gstRegistration === 'composition' ? [translate('composition')] : []),
      ],
    },
    facts: [
      [translate('number'), number],
      [translate('version'), String(version.version)],
      ...(version.replaces === undefined
        ? []
        : [[translate('replaces'), version.replaces] as const]),
      [translate('date'), dayText(version.sentOn, language)],
      [translate('validUntil'), dayText(version.validUntilOn, language)],
      ...(isTaxed && version.placeOfSupply !== undefined
        ? [[translate('placeOfSupply'), stateText(language, version.placeOfSupply)] as const]
        : []),
    ],
    customer: { name: allowBreaks(customer.name), details: [customer.phone, customer.city] },
    site: [customer.siteName, customer.address]
      .filter((text) => text !== undefined)
      .map(allowBreaks),
    columns: createColumns(translate),
    rows: version.lines.map((line, index) =>
      toRow(line, index, { version, translate, pictures, isAccepted: acceptance !== undefined }),
    ),
    sums: added.map(toPair),
    total: toPair([translate('total'), version.totalPaise]),
    included: included.map(toPair),
    amountInWords: amountInWords(version.totalPaise, language),
    rates: isTaxed ? rateRows(version, translate) : [],
    sections: [
      ...(version.notes === undefined
        ? []
        : [[translate('notes'), allowBreaks(version.notes)] as const]),
      ...(version.terms === undefined
        ? []
        : [[translate('terms'), allowBreaks(version.terms)] as const]),
    ],
    certificate: acceptance
      ? {
          title: translate('certificate'),
          facts: certificateFacts(version, acceptance, translate),
          signature:
            pictures.signature === undefined ? null : [translate('signature'), pictures.signature],
        }
      : null,
    checkpoint: checkpoint ? translate('checkpoint', checkpoint.at, checkpoint.root) : null,
    payment: paymentDetails(version, translate, pictures.qr),
  };
}

const toPair = ([name, paise]: readonly [string, number]): Pair => [name, moneyText(paise)];

function certificateFacts(
  { number, version, totalPaise }: QuotationVersion,
  { at, name, phone, device, network, pdfSha256 }: Acceptance,
  translate: Translate,
): readonly Pair[] {
  const facts: readonly (readonly [string, string | undefined])[] = [
    [translate('number'), number],
    [translate('version'), String(version)],
    [translate('total'), moneyText(totalPaise)],
    [translate('acceptedOn'), at],
    [translate('acceptedBy'), name],
    [translate('phone'), phone],
    [translate('device'), device && browserText(device, translate)],
    [translate('network'), network],
    [translate('fingerprint'), pdfSha256],
  ];
  return facts.flatMap(([name, value]) =>
    value === undefined ? [] : [[name, allowBreaks(value)] as const],
  );
}

function createColumns(translate: Translate): readonly Column[] {
  const rightAligned = (name: string): Column => ({ name, isRightAligned: true, width: 'auto' });
  return [
    { name: translate('lineNumber'), isRightAligned: false, width: 'auto' },
    { name: translate('item'), isRightAligned: false, width: 'wide' },
    rightAligned(translate('quantity')),
    rightAligned(translate('price')),
    rightAligned(translate('discount')),
    rightAligned(translate('amount')),
  ];
}

function toRow(
  line: Line,
  index: number,
  {
    version,
    translate,
    pictures,
    isAccepted,
  }: {
    version: QuotationVersion;
    translate: Translate;
    pictures: DocumentPictures;
    isAccepted: boolean;
  },
): readonly (string | ItemCell)[] {
  const { amounts } = line;
  const notes = [
    ...taxFacts(line, version, translate),
    ...(line.optional
      ? [optionalText({ isCounted: amounts.isCounted, isAccepted }, translate)]
      : []),
  ];
  const item: ItemCell = {
    name: allowBreaks(line.name),
    note: notes.length > 0 ? notes.join(FACT_SEPARATOR) : null,
    parts: line.description === undefined ? [] : splitDescription(allowBreaks(line.description)),
    isUndivided: line.name.length <= MAX_NAME_CHARACTERS,
    image: pictures.lines.get(line.lineId) ?? null,
  };
  return [
    String(index + 1),
    item,
    unitQuantityText(version.language, line.quantityThousandths, line.unit),
    moneyText(line.unitPricePaise),
    line.discountBasisPoints === 0 ? '' : percentText(line.discountBasisPoints),
    moneyText(lineAmount(amounts)),
  ];
}

function rateRows(
  { totals, taxHead }: QuotationVersion,
  translate: Translate,
): readonly (readonly string[])[] {
  const taxes = taxNames(taxHead);
  return [
    [translate('gst'), translate('taxable'), ...taxes.map(([name]) => name)],
    ...totals.byRate.map((rate) => [
      percentText(rate.rateBasisPoints),
      moneyText(rate.taxablePaise),
      ...taxes.map(([, field]) => moneyText(rate[field])),
    ]),
  ];
}

function paymentDetails(
  { seller, totalPaise }: QuotationVersion,
  translate: Translate,
  qr: string | undefined,
): QuotationDocument['payment'] {
  const { bankHolder, bankAccountNumber, bankIfsc, upiId, advanceBasisPoints } = seller;
  const advance =
    advanceBasisPoints === 0 ? undefined : moneyText(advancePaise(totalPaise, advanceBasisPoints));
  const details: readonly (readonly [string, string | undefined])[] = [
    [translate('accountHolder'), bankHolder],
    [translate('accountNumber'), bankAccountNumber],
    [translate('ifsc'), bankIfsc],
    [translate('upi'), upiId],
    [translate('advance', advanceBasisPoints / 100), advance],
  ];
  const givenDetails = details.flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return givenDetails.length === 0 ? null : { details: givenDetails, qr: qr ?? null };
}

/** Longest name that fits on one page with the beginning of a description. */
const MAX_NAME_CHARACTERS = 200;
/** Rows of a description that stay on the page of their line. */
const MAX_ROWS_KEPT = 30;
/** Characters of a description that fit into a row. */
const CHARACTERS_IN_ROW = 60;

/** Splits a description that may fill a page into its beginning and the rest. */
function splitDescription(description: string): readonly string[] {
  const paragraphs = description.split('\n');
  let rows = 0;
  const restStart = paragraphs.findIndex((paragraph, index) => {
    rows += Math.max(1, Math.ceil(paragraph.length / CHARACTERS_IN_ROW));
    return index > 0 && rows > MAX_ROWS_KEPT;
  });
  return restStart < 0
    ? [description]
    : [paragraphs.slice(0, restStart).join('\n'), paragraphs.slice(restStart).join('\n')];
}

/** Longest run of characters without a place to break, as wide as the narrowest column. */
const MAX_WORD_CHARACTERS = 16;
const LONG_WORD = new RegExp(`\\S{${MAX_WORD_CHARACTERS + 1},}`, 'gu');
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Puts invisible places to break into long words, so that they never run over the next column. */
function allowBreaks(text: string): string {
  return text.replace(LONG_WORD, (word) => {
    const characters = [...graphemes.segment(word)].map(({ segment }) => segment);
    return characters
      .map((character, index) =>
        index > 0 && index % MAX_WORD_CHARACTERS === 0 ? `\u200b${character}` : character,
      )
      .join('');
  });
}
