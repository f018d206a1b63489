import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import { Problem } from '../lib/api.js';

/**
 * Puts each field error below its field, the first of them focused. Answers whether all of it found a place: if not, the
 * words belong on top of the form.
 */
export function placeErrors<Fields extends FieldValues>(error: unknown, names: readonly Path<Fields>[], setError: UseFormSetError<Fields>): boolean {
  if (!(error instanceof Problem)) return false;
  const found = Object.entries(error.fields).filter((entry): entry is [Path<Fields>, string] => (names as readonly string[]).includes(entry[0]));
  found.forEach(([name, message], index) => setError(name, { message }, { shouldFocus: index === 0 }));
  return found.length > 0 && found.length === Object.keys(error.fields).length;
}
