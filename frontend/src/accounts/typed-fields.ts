import { storeText, readStoredFields } from '../browser/stored-text.js';

/**
 * Typed values are stored until the tab closes, because a phone may discard the page while a code
 * is looked up.
 */
const STORAGE = 'sessionStorage';
const storageKeys = { 'sign-up': 'fieldtrace.sign-up', 'sign-in': 'fieldtrace.sign-in' } as const;
type Form = keyof typeof storageKeys;

/** Values typed into a form before a reload. Values typed under another link do not count. */
export function readTypedFields<Typed extends object>(form: Form, link: string): Partial<Typed> {
  const typed = readStoredFields<Typed & { link: string }>(storageKeys[form], STORAGE);
  return typed.link === link ? typed : {};
}

export const storeTypedFields = <Typed extends { readonly link: string }>(
  form: Form,
  typed: Typed,
): void => storeText(storageKeys[form], JSON.stringify(typed), STORAGE);

/** Call after sign-in, because another person may use these forms next. */
export function clearTypedFields(): void {
  for (const storageKey of Object.values(storageKeys)) storeText(storageKey, undefined, STORAGE);
}
