import type { ReactNode } from 'react';
import { money } from '../display/format.js';

/** Label of a button with its amount: below it on a phone, beside it on a wide screen. */
export const AmountLabel = ({
  paise,
  children,
}: {
  paise: number;
  children: string;
}): ReactNode => (
  <span className="flex min-w-0 flex-col items-center leading-tight whitespace-normal md:flex-row md:gap-2">
    <span className="line-clamp-2 min-w-0 wrap-anywhere">{children}</span>{' '}
    <span className="num text-meta font-regular">{money(paise)}</span>
  </span>
);
