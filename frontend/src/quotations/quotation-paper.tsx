import { plural, t } from '@lingui/core/macro';
import { ChevronDown } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import type { Language } from '#domain/accounts/account.values.js';
import { initials } from '#domain/kernel/texts/initials.js';
import { amountInWords } from '#domain/quotations/amount-in-words.js';
import {
  advancePaise,
  customerPlace,
  dayText as documentDay,
  lineAmount,
  ratesText,
} from '#domain/quotations/document-texts.js';
import { type HsnDigits, printedHsn } from '#domain/quotations/hsn.js';
import type { QuotationLine } from '#domain/quotations/quotation.commands.js';
import type { QuotationTotals } from '#domain/quotations/quotation-totals.js';
import { states, type StateCode } from '#domain/quotations/states.values.js';
import type { TaxHead } from '#domain/quotations/tax-heads.js';
import { unitQuantityText } from '#domain/quotations/unit-texts.js';
import { Icon } from '../ui/display/icon.js';
import { useFileUrl } from '../lib/photos/photos.js';
import { Money, useToday } from '../ui/display/figures.js';
import { dayText, exactPercent, money, phoneText } from '../ui/display/format.js';
import { WholeName } from '../ui/display/whole-name.js';
import { InlineList } from '../ui/layout/surface.js';
import { i18n, translated } from '../words/i18n.js';
import { Thumb } from './thumb.js';
import { Totals } from './totals.js';

type Amounts = Omit<QuotationTotals['lines'][number], 'lineId' | 'byRate'>;
type PaperTotals = Pick<QuotationTotals, 'byRate'> & Parameters<typeof Totals>[0]['totals'];

interface PaymentDetails {
  readonly bankHolder?: string | undefined;
  readonly bankAccountNumber?: string | undefined;
  readonly bankIfsc?: string | undefined;
  readonly upiId?: string | undefined;
  readonly advanceBasisPoints: number;
}

export interface PaperProps {
  /** Number of the quotation; undefined until it is sent. */
  number?: string;
  sentOn?: string;
  /** Last day of validity; undefined in a draft without one. */
  validUntilOn?: string | undefined;
  seller: {
    readonly name: string;
    readonly legalName?: string | undefined;
    readonly address?: string | undefined;
    readonly gstin?: string | undefined;
    readonly gstRegistration: string;
    readonly state?: StateCode | undefined;
    readonly contactPhone?: string | undefined;
    readonly logoFileId?: string | undefined;
    readonly hsnDigits?: HsnDigits | undefined;
  } & PaymentDetails;
  /** Name of the member whose quotation it is. */
  person?: string | undefined;
  customer: {
    readonly name: string;
    readonly city?: string | undefined;
    readonly siteName?: string | undefined;
    readonly address?: string | undefined;
  };
  placeOfSupply?: StateCode | undefined;
  /** Number of the accepted quotation that this one replaces. */
  replaces?: string | undefined;
  lines: readonly (QuotationLine & { readonly amounts?: Amounts | undefined })[];
  taxHead: TaxHead;
  totals: PaperTotals;
  pricesIncludeGst: boolean;
  /** Discount on the whole quotation. */
  discountPaise?: number | undefined;
  totalPaise: number;
  /** Whether the customer has chosen among the optional lines. */
  isAccepted?: boolean;
  language: Language;
  /** Pictures of products by their ids. */
  pictures?: ReadonlyMap<string, string>;
  notes?: string | undefined;
  terms?: string | undefined;
}

/**
 * Quotation for the preview and for versions that were sent, in the order of the customer's page:
 * the offer in short, items, totals, texts, formalities.
 */
export function QuotationPaper(props: PaperProps): ReactNode {
  const { lines, taxHead, totals, totalPaise, language, notes, terms, seller } = props;
  const isTaxed = taxHead !== 'none';
  return (
    <article className="@container stack gap-5" aria-label={t`Quotation`}>
      <Seller seller={seller} person={props.person} />
      <QuotationSummary {...props} />
      <Lines lines={lines} isAccepted={props.isAccepted ?? false} pictures={props.pictures} />
      <div className="stack gap-4 @[35rem]:flex-row-reverse @[35rem]:items-start @[35rem]:justify-between">
        <div className="stack gap-2 @[35rem]:w-72 @[35rem]:flex-none">
          <Totals
            taxHead={taxHead}
            totals={totals}
            discountPaise={props.discountPaise}
            pricesIncludeGst={props.pricesIncludeGst}
            totalPaise={totalPaise}
          />
        </div>
        <div className="stack min-w-0 gap-3">
          {totalPaise >= 0 && (
            <p className="label font-medium wrap-anywhere" lang={language}>
              {amountInWords(totalPaise, language)}
            </p>
          )}
          {isTaxed && <TaxByRate totals={totals} taxHead={taxHead} />}
          {isTaxed && <p className="meta">{t`GST at the rate on the day of the invoice`}</p>}
        </div>
      </div>
      <TaxDetails lines={lines} isTaxed={isTaxed} hsnDigits={seller.hsnDigits} />
      <PaymentDetailList seller={seller} totalPaise={totalPaise} />
      {notes && <p className="label whitespace-pre-line wrap-anywhere">{notes}</p>}
      {terms && <p className="meta whitespace-pre-line wrap-anywhere">{terms}</p>}
      <Formalities {...props} />
      <p className="meta">{t`Quotation, not a tax invoice`}</p>
    </article>
  );
}

/** Seller with its logo, or else its initials, and the person to ask. */
function Seller({
  seller: { name, logoFileId },
  person,
}: Pick<PaperProps, 'seller' | 'person'>): ReactNode {
  return (
    <div className="row gap-3">
      {logoFileId ? (
        <SellerLogo fileId={logoFileId} />
      ) : (
        <span
          className="label grid size-10 flex-none place-items-center rounded-control bg-ink font-strong text-canvas"
          aria-hidden="true"
        >
          {initials(name)}
        </span>
      )}
      <p className="t3 min-w-0 wrap-anywhere">
        {name}
        {person && <span className="meta block font-regular text-ink-2">{person}</span>}
      </p>
    </div>
  );
}

/** The offer in short: for whom, how much, and until when. */
function QuotationSummary(props: PaperProps): ReactNode {
  const { number, validUntilOn, customer, totalPaise, taxHead, totals, lines, language } = props;
  const until = validUntilOn !== undefined && documentDay(validUntilOn, language);
  const taxPaise = totals.cgstPaise + totals.sgstPaise + totals.igstPaise;
  const { name } = customer;
  const place = customerPlace(customer);
  return (
    <div className="stack label gap-1 text-ink-2">
      <p>
        {number === undefined ? (
          t`Quotation, numbered when it is sent`
        ) : (
          <>
            {t`Quotation`} <span className="num">{number}</span>
          </>
        )}
      </p>
      <p className="t2 text-ink wrap-anywhere">{t`For ${name}`}</p>
      {place && <p className="whitespace-pre-line wrap-anywhere">{place}</p>}
      <p className="mt-2 text-figure font-strong text-ink">
        <span className="sr-only">{t`Total`}</span> <Money paise={totalPaise} />
      </p>
      <p>
        <InlineList
          items={[
            taxHead !== 'none' && <span className="num">{t`incl. GST ${money(taxPaise)}`}</span>,
            plural(lines.length, { one: '# item', other: '# items' }),
          ]}
        />
      </p>
      {until && <p className="num">{t`valid until ${until}`}</p>}
    </div>
  );
}

/** Facts that a quotation has to state, after the offer itself. */
function Formalities({ seller, sentOn, placeOfSupply, taxHead, replaces }: PaperProps): ReactNode {
  const today = useToday();
  const rows: readonly (readonly [string, string | undefined])[] = [
    [t`Replaces`, replaces],
    [t`Date`, dayText(sentOn ?? today, today)],
    [
      t`Place of supply`,
      taxHead !== 'none' && placeOfSupply ? translated(states[placeOfSupply]) : undefined,
    ],
    [t`GSTIN`, seller.gstin],
    [t`State`, seller.state && translated(states[seller.state])],
    [t`Phone`, seller.contactPhone && phoneText(seller.contactPhone)],
  ];
  return (
    <section className="stack gap-1.5 border-t border-line pt-4">
      <h3 className="label font-medium wrap-anywhere">{seller.legalName ?? seller.name}</h3>
      {seller.address && <p className="meta whitespace-pre-line wrap-anywhere">{seller.address}</p>}
      <NameValueList rows={rows} />
      {seller.gstRegistration === 'composition' && (
        <p className="meta">
          {t`Composition taxable person, not eligible to collect tax on supplies`}
        </p>
      )}
    </section>
  );
}

/** Names with their values; rows without a value are left out. */
const NameValueList = ({
  rows,
}: {
  rows: readonly (readonly [string, ReactNode | undefined])[];
}): ReactNode => (
  <dl className="label grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
    {rows.map(
      ([name, value]) =>
        value && (
          <Fragment key={name}>
            <dt className="text-ink-3">{name}</dt>
            <dd className="tabular-nums wrap-anywhere">{value}</dd>
          </Fragment>
        ),
    )}
  </dl>
);

function SellerLogo({ fileId }: { fileId: string }): ReactNode {
  const { url } = useFileUrl(fileId, '320');
  return (
    <span className="flex h-10 max-w-32 flex-none overflow-hidden">
      {url && <img src={url} alt="" className="h-full max-w-full object-contain object-left" />}
    </span>
  );
}

type LinesProps = Pick<PaperProps, 'lines'> & {
  isAccepted: boolean;
  pictures: PaperProps['pictures'];
};

/** Lines of the document, with columns for quantity and price if there is room. */
const Lines = ({ lines, pictures, isAccepted }: LinesProps): ReactNode => (
  <div>
    <h3 className="t2 border-t border-line pt-4 @[35rem]:hidden">{t`Items`}</h3>
    <div
      className="hidden grid-cols-[1.5rem_minmax(0,1fr)_6.5rem_6.5rem_7rem] gap-x-2 border-b border-line pb-2 @[35rem]:grid"
      aria-hidden="true"
    >
      <span className="meta">{t`No.`}</span>
      <span className="meta">{t`Item`}</span>
      <span className="meta text-right">{t`Quantity`}</span>
      <span className="meta text-right">{t`Price`}</span>
      <span className="meta text-right">{t`Amount`}</span>
    </div>
    <ol className="rows" aria-label={t`Lines`}>
      {lines.map((line, index) => (
        <PaperLine
          key={line.lineId}
          line={line}
          number={index + 1}
          isAccepted={isAccepted}
          picture={pictures?.get(line.productId ?? '')}
        />
      ))}
    </ol>
  </div>
);

function PaperLine({
  line,
  number,
  isAccepted,
  picture,
}: {
  line: PaperProps['lines'][number];
  number: number;
  picture: string | undefined;
} & Pick<LinesProps, 'isAccepted'>): ReactNode {
  const { name, description, optional, amounts } = line;
  const quantity = unitQuantityText(i18n.locale, line.quantityThousandths, line.unit);
  const { discountBasisPoints } = line;
  const discount = discountBasisPoints > 0 && t`${discountBasisPoints / 100}% off`;
  const isCounted = amounts?.isCounted ?? !optional;
  const amount = (
    <Money
      paise={amounts ? lineAmount(amounts) : 0}
      className={isCounted ? 'font-strong' : 'text-ink-3'}
    />
  );
  return (
    <li className="flex items-start gap-3 py-3 @[35rem]:grid @[35rem]:grid-cols-[1.5rem_minmax(0,1fr)_6.5rem_6.5rem_7rem] @[35rem]:gap-x-2">
      <span className="meta num hidden @[35rem]:block" aria-hidden="true">
        {number}
      </span>
      <span className="flex min-w-0 flex-1 items-start gap-3">
        {picture !== undefined && <Thumb path={picture} className="size-12 @[35rem]:size-10" />}
        <span className="stack min-w-0 flex-1 gap-1">
          <span className="block text-title-3 font-medium long-words @[35rem]:text-label">
            <span className="num @[35rem]:sr-only">{number}. </span>
            <WholeName>{name}</WholeName>
          </span>
          <span className="flex flex-wrap items-baseline gap-x-3 @[35rem]:hidden">
            <span className="meta min-w-min flex-1 text-ink-2">
              {quantity} <span className="num">× {money(line.unitPricePaise)}</span>
              {discount && <span className="block">{discount}</span>}
            </span>
            <span className="ml-auto text-title-3">{amount}</span>
          </span>
          {discount && <span className="label hidden text-ink-2 @[35rem]:block">{discount}</span>}
          {description && (
            <span className="label block whitespace-pre-line text-ink-2 wrap-anywhere">
              {description}
            </span>
          )}
          {optional && (
            <span className="label block text-ink-2">{optionalText(isCounted, isAccepted)}</span>
          )}
        </span>
      </span>
      <span className="label num hidden text-right @[35rem]:block">{quantity}</span>
      <span className="label hidden text-right @[35rem]:block">
        <Money paise={line.unitPricePaise} />
      </span>
      <span className="label hidden text-right @[35rem]:block">{amount}</span>
    </li>
  );
}

/** HSN, tax rate and taxable value of a line. */
function taxFactsOf(
  line: PaperProps['lines'][number],
  isTaxed: boolean,
  hsnDigits: HsnDigits | undefined,
): readonly ReactNode[] {
  const taxedAmounts = isTaxed ? line.amounts : undefined;
  const hsn = line.hsn && printedHsn(line.hsn, hsnDigits);
  const hasServices = line.servicesGstRateBasisPoints !== undefined;
  const rate = line.gstRateBasisPoints === undefined ? t`No rate` : ratesText(line);
  const taxable = taxedAmounts && (
    <>
      {t`Taxable value`}&nbsp;
      <Money paise={taxedAmounts.taxablePaise} />
    </>
  );
  const discountShare = taxedAmounts && taxedAmounts.discountSharePaise > 0 && (
    <>
      {t`Discount on the total`}&nbsp;
      <Money paise={-taxedAmounts.discountSharePaise} />
    </>
  );
  const transportShare = taxedAmounts && taxedAmounts.transportSharePaise > 0 && (
    <>
      {t`Transport`}&nbsp;
      <Money paise={taxedAmounts.transportSharePaise} />
    </>
  );
  return [
    hsn && t`HSN ${hsn}`,
    hasServices && t`70% goods, 30% services`,
    isTaxed && t`GST ${rate}`,
    discountShare,
    transportShare,
    taxable,
  ].filter(Boolean);
}

/** Tax facts of all lines, by their numbers. */
function TaxDetails({
  lines,
  isTaxed,
  hsnDigits,
}: Pick<PaperProps, 'lines'> & {
  isTaxed: boolean;
  hsnDigits: HsnDigits | undefined;
}): ReactNode {
  const facts = lines.map((line) => taxFactsOf(line, isTaxed, hsnDigits));
  if (facts.every(({ length }) => length === 0)) return null;
  return (
    <details className="meta -my-3 border-y border-line">
      <summary className="flex min-h-tap cursor-pointer items-center gap-1">
        <Icon icon={ChevronDown} size="s" className="in-[[open]>*]:rotate-180" />
        {t`Tax details`}
      </summary>
      <ol className="stack list-decimal gap-1 pb-3 pl-6 tabular-nums">
        {facts.map((lineFacts, index) => (
          <li key={lines[index]?.lineId}>
            <InlineList items={lineFacts} />
          </li>
        ))}
      </ol>
    </details>
  );
}

/** Note on an optional line, in the words of the PDF. */
function optionalText(isCounted: boolean, isAccepted: boolean): string {
  if (isCounted) return t`Optional, chosen`;
  return isAccepted ? t`Optional, not chosen` : t`Optional, not in the total`;
}

/** Bank account, UPI id and advance of the seller. */
function PaymentDetailList({
  seller,
  totalPaise,
}: Pick<PaperProps, 'seller' | 'totalPaise'>): ReactNode {
  const { bankHolder, bankAccountNumber, bankIfsc, upiId, advanceBasisPoints } = seller;
  const percent = exactPercent(advanceBasisPoints);
  const rows: readonly (readonly [string, ReactNode])[] = [
    [t`Account holder`, bankHolder],
    [t`Account number`, bankAccountNumber],
    [t`IFSC`, bankIfsc],
    [t`UPI`, upiId],
    [
      t`Advance of ${percent}`,
      advanceBasisPoints > 0 && totalPaise > 0 ? (
        <Money paise={advancePaise(totalPaise, advanceBasisPoints)} />
      ) : undefined,
    ],
  ];
  if (rows.every(([, value]) => !value)) return null;
  return (
    <section className="stack gap-1.5">
      <h3 className="label font-medium">{t`Payment`}</h3>
      <NameValueList rows={rows} />
    </section>
  );
}

/** Taxable value and tax by rate, if there are several rates. */
function TaxByRate({ totals, taxHead }: Pick<PaperProps, 'totals' | 'taxHead'>): ReactNode {
  if (totals.byRate.length < 2) return null;
  return (
    <table className="meta self-start text-right [&_td]:pl-4 [&_th]:pl-4 [&_th]:font-regular">
      <thead>
        <tr>
          <th className="pl-0! text-left">{t`GST`}</th>
          <th>{t`Taxable value`}</th>
          <th>{t`Tax`}</th>
        </tr>
      </thead>
      <tbody>
        {totals.byRate.map(({ rateBasisPoints, taxablePaise, cgstPaise, igstPaise }) => (
          <tr key={rateBasisPoints}>
            <td className="num pl-0! text-left">{exactPercent(rateBasisPoints)}</td>
            <td>
              <Money paise={taxablePaise} />
            </td>
            <td>
              <Money paise={taxHead === 'IGST' ? igstPaise : 2 * cgstPaise} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
