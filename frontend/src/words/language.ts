import { createElement, useSyncExternalStore, type ComponentType, type ReactNode } from 'react';
import type { Messages } from '@lingui/core';
import { type Language, languages } from '#domain/accounts/account.values.js';
import { i18n } from './i18n.js';

/** What each language calls itself. */
export const languageNames: Readonly<Record<Language, string>> = { 'en-IN': 'English', 'hi-IN': 'हिन्दी' };

/** Also read by /theme.js, before the first paint. */
const keptLanguage = 'fieldtrace.language';
/** It was chosen here, and the account has not heard of it yet. */
const keptNews = 'fieldtrace.language.news';

const isLanguage = (text: string | null): text is Language => languages.some((language) => language === text);

/** The one that was last read here. */
export function languageOfBrowser(): Language | undefined {
  try {
    const kept = localStorage.getItem(keptLanguage);
    return isLanguage(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}

export function hasNewsOfLanguage(): boolean {
  try {
    return localStorage.getItem(keptNews) !== null;
  } catch {
    return false;
  }
}

/** @param isNews chosen here, and to be told to the account */
export function rememberLanguage(language: Language, isNews: boolean): void {
  try {
    localStorage.setItem(keptLanguage, language);
    if (isNews) localStorage.setItem(keptNews, 'true');
    else localStorage.removeItem(keptNews);
  } catch {
    // storage may be forbidden: the choice then holds for this page
  }
}

/** Catalogues, each a file that only its readers load. */
const catalogues: Readonly<Partial<Record<Language, () => Promise<{ readonly messages: Messages; readonly fonts: readonly string[] }>>>> = {
  'hi-IN': () => import('./hi-IN.js'),
};
let wanted: Language = languages[0];

/** Shows everything in this language, once its words are there. Without them, and without a network, it stays as it is. */
export async function speak(language: Language): Promise<void> {
  wanted = language;
  const load = catalogues[language];
  if (load && !(language in loaded)) {
    const messages = await load().then(
      ({ messages, fonts }) => {
        void keep(language, messages, fonts);
        return messages;
      },
      () => keptWords(language),
    );
    if (!messages) return;
    loaded[language] = true;
    i18n.load(language, messages);
  }
  if (wanted !== language || i18n.locale === language) return;
  i18n.activate(language);
  document.documentElement.lang = language;
}
const loaded: Partial<Record<Language, true>> = {};

/** Before the first screen: in the language of this browser; and with the other tabs from then on. */
export async function startLanguage(): Promise<void> {
  addEventListener('storage', ({ key, newValue }) => {
    if (key === keptLanguage && isLanguage(newValue)) void speak(newValue);
  });
  await speak(languageOfBrowser() ?? languages[0]);
}

/** Words of an older version are better than another language: a new one may open for the first time without a network. */
async function keep(language: Language, messages: Messages, fonts: readonly string[]): Promise<void> {
  try {
    await (await caches.open('words')).put(addressOf(language), new Response(JSON.stringify(messages)));
    // where the service worker looks for them
    const seldom = await caches.open('seldom');
    for (const font of fonts) if (!(await seldom.match(font))) await seldom.add(font);
  } catch {
    // a browser that keeps nothing still works while there is a network
  }
}

async function keptWords(language: Language): Promise<Messages | undefined> {
  try {
    return (await (await (await caches.open('words')).match(addressOf(language)))?.json()) as Messages | undefined;
  } catch {
    return undefined;
  }
}
const addressOf = (language: Language): string => `/words/${language}`;

export const useLanguage = (): Language => useSyncExternalStore(onLanguageChange, () => i18n.locale as Language);
const onLanguageChange = (changed: () => void): (() => void) => i18n.on('change', changed);

/** A part that nothing above it shows anew when the language changes: a screen, or what is remembered (`memo(inLanguage(Card))`). */
export function inLanguage<Props extends object>(Shown: ComponentType<Props>): (props: Props) => ReactNode {
  return function InLanguage(props) {
    useLanguage();
    return createElement(Shown, props);
  };
}
