import { type RefObject, useEffect, useRef } from 'react';

/** True while the component is mounted, for callbacks that end later. */
export function useIsOpen(): RefObject<boolean> {
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  return isOpen;
}
