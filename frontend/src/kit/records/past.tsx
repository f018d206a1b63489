import type { ReactNode } from 'react';
import { ClockProvider } from '../../ui/display/figures.js';
import { type AsOf, PastDayProvider, useIsPast } from './past-day.js';

/** Hides actions and current data on past days. */
export const HideOnPastDays = ({ children }: { children: ReactNode }): ReactNode =>
  !useIsPast() && children;

/** Shows its content as of now, inside a screen of a past day. */
export const PresentProvider = ({ children }: { children: ReactNode }): ReactNode => (
  <PastDayProvider value={undefined}>
    <ClockProvider value={undefined}>{children}</ClockProvider>
  </PastDayProvider>
);

interface PastProps {
  /** Moment that counts as "now" for relative texts and "today", as ISO 8601. */
  at: string;
  /** Past day for queries inside; left out if the content queries nothing. */
  asOf?: AsOf;
  children: ReactNode;
}

/** Shows its content as of a moment: "today" is that day, and actions are off. */
export const PastProvider = ({ at, asOf, children }: PastProps): ReactNode => (
  <PastDayProvider value={{ asOf }}>
    <ClockProvider value={Date.parse(at)}>{children}</ClockProvider>
  </PastDayProvider>
);
