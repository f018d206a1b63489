import { Fragment, type ReactNode } from 'react';
import { billStatuses } from '#domain/bills/bill.values.js';
import type { BillAmounts } from '#domain/bills/bill.views.js';
import { Money } from '../ui/display/figures.js';
import { billColor } from './bill-status.js';

export interface BillBar {
  readonly key: string;
  readonly name: string;
  readonly paise: BillAmounts;
}

export const totalPaise = (paise: BillAmounts): number =>
  billStatuses.reduce((sum, status) => sum + paise[status], 0);

interface BillBarsProps {
  label: string;
  bars: readonly BillBar[];
}

/** Bars of bill sums by type or person, split by status, with their sums in one column. */
export function BillBars({ label, bars }: BillBarsProps): ReactNode {
  const maxPaise = Math.max(1, ...bars.map(({ paise }) => totalPaise(paise)));
  return (
    <dl
      aria-label={label}
      className="label grid grid-cols-[fit-content(8rem)_minmax(3rem,1fr)_auto] items-center gap-x-3 gap-y-2.5 py-1"
    >
      {bars.map(({ key, name, paise }) => (
        <Fragment key={key}>
          <dt className="min-w-0 truncate" title={name}>
            {name}
          </dt>
          <dd className="flex h-5 gap-px overflow-hidden rounded-tick" aria-hidden="true">
            {billStatuses.map((status) => (
              <span
                key={status}
                style={{
                  width: `${(paise[status] / maxPaise) * 100}%`,
                  background: billColor(status),
                }}
              />
            ))}
          </dd>
          <dd className="text-right">
            <Money paise={totalPaise(paise)} />
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}
