import { createContext, type ReactNode, useContext } from 'react';
import { ClockProvider } from '../../ui/display/figures.js';

const Past = createContext(false);

/** Whether the record is shown as it stood at a past moment: nothing can be changed. */
export const useIsPast = (): boolean => useContext(Past);

/** Actions and present data, which a past moment does not show. */
export const OnlyNow = ({ children }: { children: ReactNode }): ReactNode =>
  !useIsPast() && children;

/** Shows its content as of a moment: "today" is that day, and actions are off. */
export const PastProvider = ({ at, children }: { at: string; children: ReactNode }): ReactNode => (
  <Past.Provider value={true}>
    <ClockProvider value={Date.parse(at)}>{children}</ClockProvider>
  </Past.Provider>
);
