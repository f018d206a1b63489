import type { ComponentProps, ElementType, ReactNode } from 'react';
import { ActDialog, type ActDialogProps } from '../ui/dialog.js';
import { Field } from '../ui/field.js';
import { FormRefusal } from '../ui/form-errors.js';
import { Input } from '../ui/input.js';
import { noNetworkText } from './labels.js';
import { fieldName } from './field-names.js';
import { UnreadDraft } from './unread-draft.js';
import type { CommandForm } from './use-command-form.js';

type FormFieldProps<Values, Control extends ElementType> = {
  form: CommandForm<Values>;
  name: keyof Values & string;
  /** Left out, what the field is called everywhere. */
  label?: ReactNode;
  hint?: ReactNode;
  /** The control; a line of text by itself. */
  as?: Control;
  /** Converts the typed text to the value that the form holds. */
  setValueAs?: (typed: string) => unknown;
} & Omit<ComponentProps<Control>, 'form' | 'name' | 'label' | 'value' | 'onChange' | 'as'>;

/**
 * A field of a command's form: its label, what is wrong with it, and whether it may be left empty.
 */
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
  ActDialogProps,
  'open' | 'onClose' | 'description' | 'keep' | 'disabled' | 'children'
> {
  form: CommandForm<Values>;
  title: string;
  /** Label of the button; the title by default. */
  act?: string;
}

/**
 * A short form for one command. Where it cannot be sent without a network, it says so; what was
 * typed is kept.
 */
export function CommandDialog<Values>({
  form,
  act,
  disabled = false,
  children,
  ...dialog
}: CommandDialogProps<Values>): ReactNode {
  // one that is closing takes no second press
  const submit = (): void => void (dialog.open && form.submit());
  const leave = (): void => {
    if (form.busy) form.leave();
    dialog.onClose();
  };
  return (
    <ActDialog
      {...dialog}
      onClose={leave}
      act={act ?? dialog.title}
      onAct={submit}
      busy={form.busy}
      disabled={disabled || form.waits}
    >
      <UnreadDraft form={form} />
      {children}
      {form.waits && (
        <p className="label text-ink-2" role="status">
          {noNetworkText()}
        </p>
      )}
      {form.message && <FormRefusal>{form.message}</FormRefusal>}
    </ActDialog>
  );
}
