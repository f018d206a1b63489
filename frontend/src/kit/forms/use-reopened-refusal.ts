import { useEffect, useRef } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { isEqual } from '#domain/kernel/equality.js';
import type { StoredRefusal } from '../../lib/outbox/outbox-item.js';

interface ReopenedRefusal {
  readonly refusal: StoredRefusal | undefined;
  /** Values of the refused command. */
  readonly refused: object;
  /** Whether the refusal is shown: the draft was read, and nothing was sent since. */
  readonly isShown: boolean;
  /** Field of the form at which an error of a command's field is shown. */
  readonly formFieldOf: (field: string) => string;
}

/**
 * Errors of a refused command in the form that opens it again, at fields that still have its
 * values. The first field is selected, so that typing replaces its text.
 */
export function useReopenedRefusal(
  form: UseFormReturn<FieldValues>,
  { refusal, refused, isShown, formFieldOf }: ReopenedRefusal,
): Readonly<Record<string, string>> {
  const errors = Object.entries(isShown && refusal ? refusal.fields : {})
    .map(([field, text]) => ({ field: field in refused ? field : formFieldOf(field), text }))
    .filter(
      ({ field }) =>
        field in refused &&
        isEqual(form.watch(field), (refused as Readonly<Record<string, unknown>>)[field]),
    )
    .map(({ field, text }) => [formFieldOf(field), text] as const);
  const firstField = errors[0]?.[0];
  const isFocusDecided = useRef(false);
  useEffect(() => {
    if (!isShown || isFocusDecided.current) return;
    // decided once, because a person may type the refused value again later
    isFocusDecided.current = true;
    if (firstField !== undefined) form.setFocus(firstField, { shouldSelect: true });
  }, [form, firstField, isShown]);
  return Object.fromEntries(errors);
}
