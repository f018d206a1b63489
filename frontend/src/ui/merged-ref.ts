import { useCallback, type Ref, type RefCallback, type RefObject } from 'react';

/** One element for two that ask for it: the part itself, and whoever uses it. */
export function useMergedRef<T>(own: RefObject<T | null>, given: Ref<T> | undefined): RefCallback<T> {
  return useCallback(
    (element: T | null) => {
      own.current = element;
      if (typeof given === 'function') return given(element);
      if (given) given.current = element;
      return undefined;
    },
    [own, given],
  );
}
