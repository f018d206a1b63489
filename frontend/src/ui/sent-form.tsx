import type { ComponentProps, ReactNode } from 'react';
import { useFocusFirstError } from './focus-first-error.js';

/** A form that is sent without leaving the page; what is wrong with it first has the focus then. `busy`: it is on its way. */
export function SentForm({ busy, onSend, ...form }: Omit<ComponentProps<'form'>, 'onSubmit'> & { busy: boolean; onSend: () => void }): ReactNode {
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
