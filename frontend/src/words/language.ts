import {
  createElement,
  memo,
  useSyncExternalStore,
  type ComponentType,
  type ReactNode,
} from 'react';
import type { Messages } from '@lingui/core';
import { type Language, languages } from '#domain/accounts/account.values.js';
import { storeText, readStoredText } from '../browser/stored-text.js';
import { i18n } from './i18n.js';

/** Each language's name in itself. */
export const languageNames: Readonly<Record<Language, string>> = {
  'en-IN': 'English',
  'hi-IN': 'हिन्दी',
};

/** Storage key, also read by /theme.js before the first paint. */
const LANGUAGE_KEY = 'fieldtrace.language';
/** Storage key of a choice that is not sent to the account yet. */
const UNSENT_KEY = 'fieldtrace.language.news';

const isLanguage = (text: string | null | undefined): text is Language =>
  languages.some((language) => language === text);

/** Last language used in this browser. */
export function readBrowserLanguage(): Language | undefined {
  const stored = readStoredText(LANGUAGE_KEY);
  return isLanguage(stored) ? stored : undefined;
}

/** Whether a choice in this browser is not sent to the account yet. */
export const hasUnsentLanguage = (): boolean => readStoredText(UNSENT_KEY) !== undefined;

/**
 * Stores the language.
 * @param isUnsent set if it was chosen here and has to be sent to the account
 */
export function rememberLanguage(
  language: Language,
  { isUnsent }: { readonly isUnsent: boolean },
): void {
  storeText(LANGUAGE_KEY, language);
  storeText(UNSENT_KEY, isUnsent ? 'true' : undefined);
}

type Load = () => Promise<{ readonly messages: Messages; readonly fonts: readonly string[] }>;

/** Catalogues, one file per language. */
const catalogues: Readonly<Partial<Record<Language, Load>>> = {
  'hi-IN': () => import('./hi-IN.js'),
};
let wantedLanguage: Language = languages[0];

/**
 * Activates a language: with stored words first, then with current ones. Without either, the
 * language stays.
 */
export async function activateLanguage(language: Language): Promise<void> {
  wantedLanguage = language;
  const load = catalogues[language];
  if (load && !loadedLanguages.has(language)) {
    // read stored words at once, because the network may hang
    const storedWords = await readStoredWords(language);
    if (storedWords && !loadedLanguages.has(language)) i18n.load(language, storedWords);
    const renewedWords = loadCurrentWords(language, load, JSON.stringify(storedWords));
    if (!storedWords && !(await renewedWords)) return;
  }
  if (wantedLanguage !== language || i18n.locale === language) return;
  i18n.activate(language);
  document.documentElement.lang = language;
}
/** Languages whose current words are loaded. */
const loadedLanguages = new Set<Language>();
/** Counts changes of the shown words, to rerender. */
let wordsVersion = 0;

/** @returns whether the words arrived */
async function loadCurrentWords(
  language: Language,
  load: Load,
  storedJson: string | undefined,
): Promise<boolean> {
  try {
    const { messages, fonts } = await load();
    loadedLanguages.add(language);
    if (JSON.stringify(messages) !== storedJson) wordsVersion++;
    i18n.load(language, messages);
    void storeWords(language, messages, fonts);
    return true;
  } catch {
    return false;
  }
}

/** Activates the browser's language before the first screen, and follows other tabs. */
export async function startLanguage(): Promise<void> {
  addEventListener('storage', ({ key, newValue }) => {
    if (key === LANGUAGE_KEY && isLanguage(newValue)) void activateLanguage(newValue);
  });
  await activateLanguage(readBrowserLanguage() ?? languages[0]);
}

/** Stores the words, so that a new app version that opens offline can use the older words. */
async function storeWords(
  language: Language,
  messages: Messages,
  fonts: readonly string[],
): Promise<void> {
  try {
    await (
      await caches.open('words')
    ).put(addressOf(language), new Response(JSON.stringify(messages)));
    // the service worker answers from this cache
    const fontCache = await caches.open('seldom');
    for (const font of fonts) if (!(await fontCache.match(font))) await fontCache.add(font);
  } catch {
    // without storage the app still works online
  }
}

async function readStoredWords(language: Language): Promise<Messages | undefined> {
  try {
    return (await (await (await caches.open('words')).match(addressOf(language)))?.json()) as
      Messages | undefined;
  } catch {
    return undefined;
  }
}
const addressOf = (language: Language): string => `/words/${language}`;

/** Current language; rerenders when its words change too. */
export function useLanguage(): Language {
  useSyncExternalStore(onLanguageChange, () => `${i18n.locale} ${wordsVersion}`);
  return i18n.locale as Language;
}
const onLanguageChange = (listener: () => void): (() => void) => i18n.on('change', listener);

/** Rerenders a screen when the language changes. */
export function rerenderedByLanguage<Props extends object>(
  Shown: ComponentType<Props>,
): (props: Props) => ReactNode {
  return function InLanguage(props) {
    useLanguage();
    return createElement(Shown, props);
  };
}

/** React's `memo` that also rerenders when the language changes. */
export const memoized = <Props extends object>(Shown: ComponentType<Props>) =>
  memo(rerenderedByLanguage(Shown));
