import { type RefObject, useEffect, useRef } from 'react';

/** True while the component is mounted, for callbacks that run later. */
export function useIsMounted(): RefObject<boolean> {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return isMounted;
}
