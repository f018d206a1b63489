import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { Problem } from '../lib/api.js';

/** Shows what the server refused: each error at its field, the first of them focused; what finds no field, above all of them. */
export function showRefusal<Fields extends FieldValues, Sent>(form: UseFormReturn<Fields, unknown, Sent>, error: unknown, words: string): void {
  const refused = error instanceof Problem ? Object.entries(error.fields) : [];
  const found = refused.filter((entry): entry is [Path<Fields>, string] => entry[0] in form.getValues());
  found.forEach(([name, message], index) => form.setError(name, { message }, { shouldFocus: index === 0 }));
  if (found.length === 0 || found.length < refused.length) form.setError('root', { message: words });
}

/** Sends a form whose fields are right. @param words what is said of a refusal that is no field's */
export const submitting = <Fields extends FieldValues, Sent>(
  form: UseFormReturn<Fields, unknown, Sent>,
  words: (error: unknown) => string,
  send: (values: Sent) => Promise<void>,
) => form.handleSubmit((values) => send(values).catch((error: unknown) => showRefusal(form, error, words(error))));
