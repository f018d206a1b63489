import { type RefObject, useEffect, useRef } from 'react';

/**
 * Once it is known what is wrong with a form that was sent, its first wrong field has the focus.
 * `sent` is said on submit; `busy`: nobody knows yet.
 */
export function useFocusFirstError(busy: boolean): { readonly form: RefObject<HTMLFormElement | null>; readonly sent: () => void } {
  const form = useRef<HTMLFormElement>(null);
  const looking = useRef(false);
  // after every rendering: the answer may come with any of them
  useEffect(() => {
    if (!looking.current || busy) return;
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"], fieldset.is-bad button:not(:disabled)');
    if (!wrong) return;
    looking.current = false;
    wrong.focus();
  });
  return { form, sent: () => void (looking.current = true) };
}
