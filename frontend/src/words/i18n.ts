import { type MessageDescriptor, setupI18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';

/** In the source language words come with the code that shows them; a catalogue is loaded for another one (`language.ts`). */
export const i18n = setupI18n({ locale: 'en-IN', messages: { 'en-IN': {} } });
// What has places for values is compiled where the app is built, and the rest is as it is written.
if (import.meta.env?.PROD) i18n.setMessagesCompiler((text) => text as never);

/** What `Intl` is asked for: the language, with the digits that people in the field write in each of them. */
export const writing = (): string => `${i18n.locale}-u-nu-latn`;

/**
 * What the domain or the server says, and values that are words, in English. Its id is the text with `{0}`, `{1}` for its numbers, so
 * that one translation fits all of them.
 */
export function translated(english: string): string {
  // a filter's value beside those of the domain
  if (english === 'All') return t`All`;
  const numbers: string[] = [];
  const id = english.replace(/\d[\d,]*/g, (number) => `{${numbers.push(number) - 1}}`);
  return Object.hasOwn(i18n.messages, id) ? i18n._(id, { ...numbers }) : english;
}

/** The same of what may be a screen's own words, or parts of a page. */
export const shown = (words: ReactNode): ReactNode => (typeof words === 'string' ? translated(words) : words);

/** What each value of a kind is called, where the value itself is not the word. */
export type Names<Value extends string> = Readonly<Record<Value, MessageDescriptor>>;

/** The choices that a table of names has, in its order. */
export const optionsOf = <Value extends string>(names: Names<Value>): readonly { value: Value; label: string }[] =>
  (Object.keys(names) as Value[]).map((value) => ({ value, label: i18n._(names[value]) }));

/** The same of values that are words. */
export const choicesOf = <Value extends string>(values: readonly Value[]): readonly { value: Value; label: string }[] =>
  values.map((value) => ({ value, label: translated(value) }));
