import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { discountParts } from '#domain/quotations/document-texts.js';
import type { QuotationTotals } from '#domain/quotations/quotation-totals.js';
import type { TaxHead } from '#domain/quotations/states.js';
import { Money } from '../ui/display/figures.js';

interface TotalsProps {
  taxHead: TaxHead;
  totals: Omit<QuotationTotals, 'lines' | 'totalPaise'>;
  /** Discount on the whole quotation. */
  discountPaise: number | undefined;
  totalPaise: number;
}

/** Totals of a quotation, as its document shows them. */
export function Totals({ taxHead, totals, discountPaise, totalPaise }: TotalsProps): ReactNode {
  const { lineDiscountPaise, wholeDiscountPaise } = discountParts({ totals, discountPaise });
  const isTaxed = taxHead !== 'none';
  const rows: readonly (readonly [string, number])[] = [
    [t`Subtotal`, totals.grossPaise],
    [t`Discount`, -lineDiscountPaise],
    [t`Discount on the whole`, -wholeDiscountPaise],
    [t`Transport`, totals.transportPaise],
    ...(isTaxed ? [[t`Taxable value`, totals.taxablePaise] as const] : []),
    ['CGST', totals.cgstPaise],
    [taxHead === 'CGST and UTGST' ? 'UTGST' : 'SGST', totals.sgstPaise],
    ['IGST', totals.igstPaise],
    [t`Round off`, totals.roundOffPaise],
  ];
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-y-1.5 text-label" aria-label={t`Totals`}>
      {rows
        .filter(([, paise], index) => index === 0 || paise !== 0)
        .map(([name, paise]) => (
          <Row key={name} name={name} paise={paise} />
        ))}
      <dt className="t3 mt-1 border-t border-line pt-2">{t`Total`}</dt>
      <dd className="t2 mt-1 border-t border-line pt-2 pl-4 text-right">
        <Money paise={totalPaise} />
      </dd>
    </dl>
  );
}

const Row = ({ name, paise }: { name: string; paise: number }): ReactNode => (
  <>
    <dt className="text-ink-2">{name}</dt>
    <dd className="pl-4 text-right">
      <Money paise={paise} />
    </dd>
  </>
);
