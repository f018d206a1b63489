import { storeText, readStoredFields } from '../browser/stored-text.js';

/**
 * Typed values are stored until the tab closes, because a phone may discard the page while a code
 * is looked up.
 */
const STORAGE = 'sessionStorage';
const storageKeys = { 'sign-up': 'fieldtrace.sign-up', 'sign-in': 'fieldtrace.sign-in' } as const;
type Form = keyof typeof storageKeys;

/** Values that were typed into a form before a reload. Ignores those typed after another link. */
export function readTypedFields<Typed extends object>(form: Form, link: string): Partial<Typed> {
  const typed = readStoredFields<Typed & { link: string }>(storageKeys[form], STORAGE);
  return typed.link === link ? typed : {};
}

export const storeTypedFields = <Typed extends { readonly link: string }>(
  form: Form,
  typed: Typed,
): void => storeText(storageKeys[form], JSON.stringify(typed), STORAGE);

/** Called after sign-in: the next person at these forms is somebody else. */
export function clearTypedFields(): void {
  for (const storageKey of Object.values(storageKeys)) storeText(storageKey, undefined, STORAGE);
}
