import { msg, t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { type SummedQuotation, sumRows } from '#domain/quotations/document-texts.js';
import { Money } from '../ui/display/figures.js';
import { classes } from '../ui/classes.js';
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
    <div className="stack gap-2.5">
      <dl className="stack gap-1.5 text-label" aria-label={t`Totals`}>
        <Rows rows={added} />
        <div className={classes(rowClass, 'mt-1 border-t border-line pt-2')}>
          <dt className="t3">{t`Total`}</dt>
          <dd className="t2 ml-auto">
            <Money paise={totalPaise} />
          </dd>
        </div>
      </dl>
      {included.length > 0 && (
        <div className="meta stack gap-0.5">
          <p>{t`In the total`}</p>
          <dl className="stack gap-0.5" aria-label={t`In the total`}>
            <Rows rows={included} />
          </dl>
        </div>
      )}
    </div>
  );
}

/** Name and amount; a large text puts the amount on a line of its own. */
const rowClass = 'flex flex-wrap items-baseline gap-x-4';

const Rows = ({ rows }: { rows: ReturnType<typeof sumRows>['added'] }): ReactNode =>
  rows.map(([name, paise]) => (
    <div key={name} className={rowClass}>
      <dt className="text-ink-2">{name}</dt>
      <dd className="ml-auto">
        <Money paise={paise} />
      </dd>
    </div>
  ));
