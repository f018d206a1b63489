import { type ComponentProps, type ReactNode, type RefObject, useEffect, useRef } from 'react';

const asksSelector = '[data-asks] button';
const invalidSelector = [
  asksSelector,
  '[aria-invalid="true"]',
  'fieldset.is-bad button:not(:disabled)',
].join(', ');

/**
 * Focuses a form's first error after a submission, else its refusal (`data-refusal`). A notice with
 * a question (`data-asks`) comes first. Call `noteSubmit` on submit; `busy` is true until the
 * answer.
 */
export function useFocusFirstError<Root extends HTMLElement = HTMLFormElement>(
  busy: boolean,
): { readonly form: RefObject<Root | null>; readonly noteSubmit: () => void } {
  const form = useRef<Root>(null);
  const awaitsError = useRef(false);
  // runs after each render, because any render may show the answer
  useEffect(() => {
    if (!awaitsError.current || busy) return;
    const wrong =
      form.current?.querySelector<HTMLElement>(invalidSelector) ??
      form.current?.querySelector<HTMLElement>('[data-refusal]');
    if (!wrong) return;
    awaitsError.current = false;
    wrong.focus();
  });
  const noteSubmit = (): void => {
    const asks = form.current?.querySelector<HTMLElement>(asksSelector);
    awaitsError.current = !asks;
    asks?.focus();
  };
  return { form, noteSubmit };
}

/** Form that is sent without leaving the page, and then focuses its first error. */
export function SentForm({
  busy,
  onSend,
  ...form
}: Omit<ComponentProps<'form'>, 'onSubmit'> & { busy: boolean; onSend: () => void }): ReactNode {
  const { form: element, noteSubmit } = useFocusFirstError(busy);
  return (
    <form
      {...form}
      ref={element}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // a dialog opened inside a form bubbles its submit through React
        event.stopPropagation();
        if (busy) return;
        noteSubmit();
        onSend();
      }}
    />
  );
}
