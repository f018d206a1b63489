import { useCallback, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { isLoadingPage, useNavigate } from '../../lib/navigate.js';

/** Delay before the address follows the slider. */
const ADDRESS_DELAY_MS = 250;

/** Numbers of the shown event (`at`) and of the event that it is compared with (`with`). */
interface Moment {
  readonly at: number | undefined;
  readonly with: number | undefined;
}

/** Router state of addresses that the slider has written, whose moment is shown already. */
const WRITTEN_BY_SLIDER = 'written-by-slider';

const numberIn = (text: string | null): number | undefined =>
  text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;

function readAddress(search: string): Moment {
  const params = new URLSearchParams(search);
  return { at: numberIn(params.get('at')), with: numberIn(params.get('with')) };
}

/** Query string of a moment; empty for the present. */
export const momentSearch = ({ at, with: other }: Partial<Moment>): string => {
  const params = new URLSearchParams();
  if (at !== undefined) params.set('at', String(at));
  if (other !== undefined) params.set('with', String(other));
  return params.size > 0 ? `?${params}` : '';
};

const isSame = (one: Moment, other: Moment): boolean =>
  one.at === other.at && one.with === other.with;

/**
 * Moment that the screen shows. The moment changes at once; the address follows when the slider
 * rests. Back returns to the moment before a jump.
 */
export function useMoment() {
  const { search, pathname, key, state: origin } = useLocation();
  const navigate = useNavigate();
  // `written` is the moment of the address, `appliedKey` the last address that was taken over.
  const [{ shown, written, appliedKey }, setState] = useState(() => {
    const addressedMoment = readAddress(search);
    return { shown: addressedMoment, written: addressedMoment, appliedKey: key };
  });
  // On a slow device the slider may have moved on before the address that it wrote is rendered.
  if (origin !== WRITTEN_BY_SLIDER && key !== appliedKey) {
    const addressedMoment = readAddress(search);
    setState({ shown: addressedMoment, written: addressedMoment, appliedKey: key });
  }

  const write = useCallback(
    (moment: Moment, { replace }: { readonly replace: boolean }) => {
      setState((state) => ({ ...state, shown: moment, written: moment }));
      void navigate(
        { pathname, search: momentSearch(moment) },
        { replace, state: WRITTEN_BY_SLIDER },
      );
    },
    [navigate, pathname],
  );
  useEffect(() => {
    if (isSame(shown, written)) return undefined;
    // opening a past moment adds a history entry; moving between moments replaces it
    const timer = setTimeout(() => {
      // The person has left already: writing the address would bring them back.
      if (!isLoadingPage()) write(shown, { replace: written.at !== undefined });
    }, ADDRESS_DELAY_MS);
    return () => clearTimeout(timer);
    // `search` changes when a page has loaded, and this effect tries again
  }, [shown, written, search, write]);

  useEffect(() => {
    // On a slow device the address is rendered late, or never if Back came before.
    const showAddressedMoment = (): void => {
      const addressedMoment = readAddress(location.search);
      if (location.pathname === pathname)
        setState((state) =>
          isSame(addressedMoment, state.written)
            ? state
            : { ...state, shown: addressedMoment, written: addressedMoment },
        );
    };
    addEventListener('popstate', showAddressedMoment);
    return () => removeEventListener('popstate', showAddressedMoment);
  }, [pathname]);

  return {
    at: shown.at,
    comparedWith: shown.with,
    /** Moves the slider. */
    slideTo: useCallback(
      (at: number) => setState((state) => ({ ...state, shown: { ...state.shown, at } })),
      [],
    ),
    /** Goes to a moment by a press, which Back undoes. */
    jumpTo: useCallback(
      (at: number) => write({ ...shown, at }, { replace: false }),
      [write, shown],
    ),
    compareWith: useCallback(
      (other: number | undefined) => write({ ...shown, with: other }, { replace: true }),
      [write, shown],
    ),
  };
}
