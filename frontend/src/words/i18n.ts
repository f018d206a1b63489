import { type MessageDescriptor, setupI18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';

/**
 * Messages of the source language are in the code; other languages load a catalogue
 * (`language.ts`).
 */
export const i18n = setupI18n({ locale: 'en-IN', messages: { 'en-IN': {} } });
// messages with placeholders are compiled at build time; others are plain text
if (import.meta.env?.PROD) i18n.setMessagesCompiler((text) => text as never);

/**
 * Locale for `Intl`: the current language with Latin digits, which India uses in every language.
 */
export const intlLocale = (): string => `${i18n.locale}-u-nu-latn`;

/**
 * Translates English texts of the domain or the server. Numbers are placeholders of the message id,
 * so that one translation fits all.
 */
export function translated(english: string): string {
  // filters have this value, and the domain does not
  if (english === 'All') return t`All`;
  const numbers: string[] = [];
  const id = english.replace(/\d[\d,]*(?:\.\d+)?/g, (number) => `{${numbers.push(number) - 1}}`);
  return Object.hasOwn(i18n.messages, id) ? i18n._(id, { ...numbers }) : english;
}

/** Translates texts; other nodes stay. */
export const translatedNode = (words: ReactNode): ReactNode =>
  typeof words === 'string' ? translated(words) : words;

/** Names of values. */
export type Names<Value extends string> = Readonly<Record<Value, MessageDescriptor>>;

/** Options of a table of names, in its order. */
export const optionsOf = <Value extends string>(
  names: Names<Value>,
): readonly { value: Value; label: string }[] =>
  (Object.keys(names) as Value[]).map((value) => ({ value, label: i18n._(names[value]) }));

/** Options for values that are English texts themselves. */
export const choicesOf = <Value extends string>(
  values: readonly Value[],
): readonly { value: Value; label: string }[] =>
  values.map((value) => ({ value, label: translated(value) }));
