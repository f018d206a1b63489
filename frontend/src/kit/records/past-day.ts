import { createContext, useContext } from 'react';
import type { PastClock } from '#domain/kernel/query.js';

/** Past day of queries, and the clock by which it ends. */
export type AsOf = { readonly asOf: string; readonly clock: PastClock };

const Past = createContext<{ readonly asOf: AsOf | undefined } | undefined>(undefined);

/** Whether an address asks for a past day. */
export const isPast = (search: URLSearchParams): boolean => search.has('asOf');

/** Provides whether the past is shown, and its day where queries ask for one. */
export const PastDayProvider = Past.Provider;

/** Whether the past is shown: nothing can be changed. */
export const useIsPast = (): boolean => useContext(Past) !== undefined;

/** Day of the screen's queries; undefined for now. */
export const useAsOf = (): AsOf | undefined => useContext(Past)?.asOf;
