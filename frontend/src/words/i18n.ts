import { type MessageDescriptor, setupI18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';

/**
 * In the source language words come with the code that shows them; a catalogue is loaded for
 * another one (`language.ts`).
 */
export const i18n = setupI18n({ locale: 'en-IN', messages: { 'en-IN': {} } });
// Messages with placeholders are compiled at build time; all others are plain text.
if (import.meta.env?.PROD) i18n.setMessagesCompiler((text) => text as never);

/**
 * Locale for `Intl`: the language with Latin digits, which people in the field write in every
 * language.
 */
export const writing = (): string => `${i18n.locale}-u-nu-latn`;

/**
 * Translates English words of the domain, the server or a value. Its message id has `{0}`, `{1}` in
 * place of numbers, so that one translation fits all of them.
 */
export function translated(english: string): string {
  // a filter's value beside those of the domain
  if (english === 'All') return t`All`;
  const numbers: string[] = [];
  const id = english.replace(/\d[\d,]*/g, (number) => `{${numbers.push(number) - 1}}`);
  return Object.hasOwn(i18n.messages, id) ? i18n._(id, { ...numbers }) : english;
}

/** Translates texts; other nodes of a page pass unchanged. */
export const shown = (words: ReactNode): ReactNode =>
  typeof words === 'string' ? translated(words) : words;

/** Names of a kind's values, where the value itself is not the word. */
export type Names<Value extends string> = Readonly<Record<Value, MessageDescriptor>>;

/** The choices that a table of names has, in its order. */
export const optionsOf = <Value extends string>(
  names: Names<Value>,
): readonly { value: Value; label: string }[] =>
  (Object.keys(names) as Value[]).map((value) => ({ value, label: i18n._(names[value]) }));

/** Options of values that are words themselves. */
export const choicesOf = <Value extends string>(
  values: readonly Value[],
): readonly { value: Value; label: string }[] =>
  values.map((value) => ({ value, label: translated(value) }));
