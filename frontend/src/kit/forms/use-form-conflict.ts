import { useEffect } from 'react';
import { isEqual } from '#domain/kernel/equality.js';
import { changedFieldNames, pick } from './field-values.js';
import type { FormDraft } from './use-form-draft.js';

/** Somebody else changed the same fields; the form shows the conflict. */
export class ConflictError extends Error {}

/**
 * Follows a record that changes while its form is open. Untouched fields take the new values;
 * different typed fields are a conflict.
 * @param values current initial values
 * @param canConflict whether the form is an edit that notices changes by others
 */
export function useFormConflict<Values extends object>(
  values: Values,
  currentValues: () => Values,
  draft: FormDraft<Values>,
  { canConflict, isBusy }: { readonly canConflict: boolean; readonly isBusy: boolean },
) {
  const changedFields = isBusy ? [] : changedFieldNames(draft.base, values);
  // Equal values are no conflict.
  const conflictingFields = changedFields.filter(
    (field) => !isEqual(values[field], currentValues()[field]),
  );
  const hasConflict =
    canConflict && conflictingFields.length > 0 && Object.keys(draft.readTyped()).length > 0;
  useEffect(() => {
    const wasRestored = draft.restore();
    if (!wasRestored && changedFields.length > 0 && !hasConflict)
      draft.restart(values, draft.readTyped());
  });
  return {
    /** Fields in conflict. Nothing is sent until the person has chosen. */
    fields: hasConflict ? conflictingFields : undefined,
    /** Resolves the conflict. Other fields keep their input either way. */
    resolve({ keepsTyped }: { readonly keepsTyped: boolean }): void {
      const typed = draft.readTyped();
      const keptFields = Object.keys(typed).filter(
        (field) => keepsTyped || !(conflictingFields as readonly string[]).includes(field),
      );
      draft.restart(values, pick(typed, keptFields) as Partial<Values>);
    },
  };
}
