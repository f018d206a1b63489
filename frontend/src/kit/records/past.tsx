import type { ReactNode } from 'react';
import { ClockProvider } from '../../ui/display/figures.js';
import { type AsOf, PastDayProvider, useIsPast } from './past-day.js';

/** Actions and present data, which the past does not show. */
export const OnlyNow = ({ children }: { children: ReactNode }): ReactNode =>
  !useIsPast() && children;

/** Shows its content as of now, within a part that shows the past. */
export const PresentProvider = ({ children }: { children: ReactNode }): ReactNode => (
  <PastDayProvider value={undefined}>
    <ClockProvider value={undefined}>{children}</ClockProvider>
  </PastDayProvider>
);

interface PastProps {
  /** Moment at which relative texts and "today" stand, as ISO 8601. */
  at: string;
  /** Day of the queries inside; left out where the content is given. */
  asOf?: AsOf;
  children: ReactNode;
}

/** Shows its content as of a moment: "today" is that day, and actions are off. */
export const PastProvider = ({ at, asOf, children }: PastProps): ReactNode => (
  <PastDayProvider value={{ asOf }}>
    <ClockProvider value={Date.parse(at)}>{children}</ClockProvider>
  </PastDayProvider>
);
