import { type ComponentProps, type ReactNode, type RefObject, useEffect, useRef } from 'react';

const questionSelector = '[data-asks] button';
const invalidSelector = [
  questionSelector,
  '[aria-invalid="true"]',
  'fieldset.is-bad button:not(:disabled)',
].join(', ');

/**
 * Focuses a form's first error after a submission, else its refusal (`data-refusal`). A notice with
 * a question (`data-asks`) comes first. Call `focusErrorAfterSubmit` on submit; `busy` is true
 * until the answer.
 */
export function useFocusFirstError<Root extends HTMLElement = HTMLFormElement>(
  busy: boolean,
): { readonly form: RefObject<Root | null>; readonly focusErrorAfterSubmit: () => void } {
  const form = useRef<Root>(null);
  const isFocusPending = useRef(false);
  // runs after each render, because any render may show the answer
  useEffect(() => {
    if (!isFocusPending.current || busy) return;
    const firstError =
      form.current?.querySelector<HTMLElement>(invalidSelector) ??
      form.current?.querySelector<HTMLElement>('[data-refusal]');
    if (!firstError) return;
    isFocusPending.current = false;
    firstError.focus();
  });
  const focusErrorAfterSubmit = (): void => {
    const questionButton = form.current?.querySelector<HTMLElement>(questionSelector);
    isFocusPending.current = !questionButton;
    questionButton?.focus();
  };
  return { form, focusErrorAfterSubmit };
}

/** Form that is sent without leaving the page, and then focuses its first error. */
export function ValidatedForm({
  busy,
  onSend,
  ...form
}: Omit<ComponentProps<'form'>, 'onSubmit'> & { busy: boolean; onSend: () => void }): ReactNode {
  const { form: element, focusErrorAfterSubmit } = useFocusFirstError(busy);
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
        focusErrorAfterSubmit();
        onSend();
      }}
    />
  );
}
