import { type ComponentProps, type ReactNode, type RefObject, useEffect, useRef } from 'react';

const asking = '[data-asks] button';
const wrongOnes = [asking, '[aria-invalid="true"]', 'fieldset.is-bad button:not(:disabled)'].join(
  ', ',
);

/**
 * Focuses the first wrong field of a form after it was sent; without one, the words in which it was
 * refused (`data-refusal`). Words that ask something before it can be sent (`data-asks`) come
 * first. `sent` is called on submit; `busy` says that the answer is not known yet.
 */
export function useFocusFirstError<Root extends HTMLElement = HTMLFormElement>(
  busy: boolean,
): { readonly form: RefObject<Root | null>; readonly sent: () => void } {
  const form = useRef<Root>(null);
  const looking = useRef(false);
  // after every rendering: the answer may come with any of them
  useEffect(() => {
    if (!looking.current || busy) return;
    const wrong =
      form.current?.querySelector<HTMLElement>(wrongOnes) ??
      form.current?.querySelector<HTMLElement>('[data-refusal]');
    if (!wrong) return;
    looking.current = false;
    wrong.focus();
  });
  const sent = (): void => {
    const asks = form.current?.querySelector<HTMLElement>(asking);
    looking.current = !asks;
    asks?.focus();
  };
  return { form, sent };
}

/**
 * A form that is sent without leaving the page; what is wrong with it first has the focus then.
 * `busy`: it is on its way.
 */
export function SentForm({
  busy,
  onSend,
  ...form
}: Omit<ComponentProps<'form'>, 'onSubmit'> & { busy: boolean; onSend: () => void }): ReactNode {
  const { form: element, sent } = useFocusFirstError(busy);
  return (
    <form
      {...form}
      ref={element}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // a dialog that opens out of another form is drawn elsewhere, and not what is sent
        event.stopPropagation();
        if (busy) return;
        sent();
        onSend();
      }}
    />
  );
}
