import type { ComponentProps, ElementType, ReactNode } from 'react';
import { SubmitDialog, type SubmitDialogProps } from '../../ui/overlays/dialog.js';
import { Field } from '../../ui/inputs/field.js';
import { FormRefusal } from '../../ui/inputs/form-errors.js';
import { Input } from '../../ui/inputs/input.js';
import { noNetworkText } from '../texts/labels.js';
import { fieldName } from '../texts/field-names.js';
import { UnreadDraft } from './unread-draft.js';
import type { CommandForm } from './use-command-form.js';

type FormFieldProps<Values, Control extends ElementType> = {
  form: CommandForm<Values>;
  name: keyof Values & string;
  /** Default is the field's usual name. */
  label?: ReactNode;
  hint?: ReactNode;
  /** Control of the field; default is a text input. */
  as?: Control;
  /** Converts the typed text to the form's value. */
  setValueAs?: (typed: string) => unknown;
} & Omit<ComponentProps<Control>, 'form' | 'name' | 'label' | 'value' | 'onChange' | 'as'>;

/** Field of a command form, with its label, error and "optional". */
export function FormField<Values, Control extends ElementType = typeof Input>(
  props: FormFieldProps<Values, Control>,
): ReactNode {
  const {
    form,
    name,
    label = fieldName(name),
    hint,
    as,
    setValueAs,
    ...rest
  } = props as FormFieldProps<Values, typeof Input>;
  const Control: typeof Input = as ?? Input;
  return (
    <Field label={label} hint={hint} optional={form.isOptional(name)} error={form.error(name)}>
      <Control {...rest} {...form.field(name, setValueAs && { setValueAs })} />
    </Field>
  );
}

interface CommandDialogProps<Values> extends Pick<
  SubmitDialogProps,
  | 'open'
  | 'onClose'
  | 'description'
  | 'submitIcon'
  | 'cancelLabel'
  | 'isCancelQuiet'
  | 'disabled'
  | 'children'
> {
  form: CommandForm<Values>;
  title: string;
  submitLabel?: string;
}

/**
 * Dialog with a short form for one command. Says if the command needs a network; the draft stays.
 */
export function CommandDialog<Values>({
  form,
  submitLabel,
  disabled = false,
  children,
  ...dialog
}: CommandDialogProps<Values>): ReactNode {
  // ignore a second press while the dialog closes
  const submit = (): void => void (dialog.open && form.submit());
  const leave = (): void => {
    if (form.busy) form.leave();
    dialog.onClose();
  };
  return (
    <SubmitDialog
      {...dialog}
      onClose={leave}
      submitLabel={submitLabel ?? dialog.title}
      onSubmit={submit}
      busy={form.busy}
      disabled={disabled || form.needsNetwork}
    >
      <UnreadDraft form={form} />
      {children}
      {form.needsNetwork && (
        <p className="label text-ink-2" role="status">
          {noNetworkText()}
        </p>
      )}
      {form.message && <FormRefusal>{form.message}</FormRefusal>}
    </SubmitDialog>
  );
}
