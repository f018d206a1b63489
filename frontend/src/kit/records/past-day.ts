import { createContext, useContext } from 'react';
import type { PastClock } from '#domain/kernel/query.js';

/** Past day of queries, and whether events count on the day of recording or of happening. */
export type AsOf = { readonly asOf: string; readonly clock: PastClock };

const Past = createContext<{ readonly asOf: AsOf | undefined } | undefined>(undefined);

/** Whether an address asks for a past day. */
export const isPast = (search: URLSearchParams): boolean => search.has('asOf');

/** Marks its content as a past moment, with the day for queries, if any. */
export const PastDayProvider = Past.Provider;

/** Whether a past moment is shown, where nothing can be changed. */
export const useIsPast = (): boolean => useContext(Past) !== undefined;

/** Day of the screen's queries; undefined for now. */
export const useAsOf = (): AsOf | undefined => useContext(Past)?.asOf;
