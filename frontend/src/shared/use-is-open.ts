import { type RefObject, useEffect, useRef } from 'react';

/** Whether what uses it is still shown: what takes a while may end after its form was left. */
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
