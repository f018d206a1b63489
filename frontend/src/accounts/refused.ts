import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import { Offline, Problem } from '../lib/api.js';

/** What to say when a door of these screens did not open: the server's words, or the catalogue's for this act. */
export function wordsFor(error: unknown, otherwise: string): string {
  if (error instanceof Offline) return 'No network. What you typed is kept; try again when you are online.';
  return error instanceof Problem && error.status < 500 ? error.detail : otherwise;
}

/** The words of a refusal that only another number mends: an account has verified this one. */
export const takenWords = (error: unknown): string | undefined =>
  error instanceof Problem && error.code === 'phone-taken' ? error.detail : undefined;

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
