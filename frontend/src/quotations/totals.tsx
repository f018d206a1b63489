import { msg, t } from '@lingui/core/macro';
import { Fragment, type ReactNode } from 'react';
import { type SummedQuotation, sumRows } from '#domain/quotations/document-texts.js';
import { Money } from '../ui/display/figures.js';
import { i18n, type Names } from '../words/i18n.js';

const sumNames: Names<Parameters<Parameters<typeof sumRows>[1]>[0]> = {
  subtotal: msg`Subtotal`,
  discount: msg`Discount`,
  transport: msg`Transport`,
  taxable: msg`Taxable value`,
  roundOff: msg`Round off`,
};

/** Totals of a quotation, as its document shows them. */
export function Totals({
  totalPaise,
  ...summed
}: SummedQuotation & { readonly totalPaise: number }): ReactNode {
  const { added, included } = sumRows(summed, (word) => i18n._(sumNames[word]));
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-y-1.5 text-label" aria-label={t`Totals`}>
      <Rows rows={added} />
      <dt className="t3 mt-1 border-t border-line pt-2">{t`Total`}</dt>
      <dd className="t2 mt-1 border-t border-line pt-2 pl-4 text-right">
        <Money paise={totalPaise} />
      </dd>
      {included.length > 0 && (
        <div className="meta col-span-2 mt-1 grid grid-cols-subgrid gap-y-0.5">
          <dt className="col-span-2">{t`In the total`}</dt>
          <Rows rows={included} />
        </div>
      )}
    </dl>
  );
}

const Rows = ({ rows }: { rows: ReturnType<typeof sumRows>['added'] }): ReactNode =>
  rows.map(([name, paise]) => (
    <Fragment key={name}>
      <dt className="text-ink-2">{name}</dt>
      <dd className="pl-4 text-right">
        <Money paise={paise} />
      </dd>
    </Fragment>
  ));
