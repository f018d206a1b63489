import { zodResolver } from '@hookform/resolvers/zod';
import { type FieldValues, type Path, useForm, type UseFormProps } from 'react-hook-form';
import type { z } from 'zod';
import { Problem } from '../../lib/server/api.js';

interface ZodFormOptions<Typed extends FieldValues, Sent> extends Pick<
  UseFormProps<Typed, unknown, Sent>,
  'defaultValues' | 'values' | 'resetOptions'
> {
  /** Called with valid values. */
  send: (values: Sent) => Promise<void>;
  /** Text of a refusal that concerns no field. */
  errorText: (error: unknown) => string;
}

/**
 * Form for an endpoint that is no command: checked by a schema, with the server's errors at their
 * fields.
 */
export function useZodForm<Typed extends FieldValues, Sent>(
  schema: z.ZodType<Sent, Typed>,
  { send, errorText, ...options }: ZodFormOptions<Typed, Sent>,
) {
  const form = useForm({ resolver: zodResolver(schema), ...options });
  const { errors, isSubmitting } = form.formState;
  /** Shows a refusal: errors at their fields, the first focused, and others above the form. */
  const showErrors = (error: unknown, message: string): void => {
    const refusedFields = error instanceof Problem ? Object.entries(error.fields) : [];
    const fieldErrors = refusedFields.filter(
      (entry): entry is [Path<Typed>, string] => entry[0] in form.getValues(),
    );
    fieldErrors.forEach(([name, text], index) =>
      form.setError(name, { message: text }, { shouldFocus: index === 0 }),
    );
    if (fieldErrors.length === 0 || fieldErrors.length < refusedFields.length)
      form.setError('root', { message });
  };
  const submit = form.handleSubmit((values) =>
    send(values).catch((error: unknown) => showErrors(error, errorText(error))),
  );
  return {
    ...form,
    errors,
    busy: isSubmitting,
    message: errors.root?.message,
    submit: () => void submit(),
    refuse: showErrors,
  };
}

/** Form of a schema. */
export type FormOf<Schema extends z.ZodType<unknown, FieldValues>> = ReturnType<
  typeof useZodForm<z.input<Schema>, z.output<Schema>>
>;
