import {
  createElement,
  memo,
  useSyncExternalStore,
  type ComponentType,
  type ReactNode,
} from 'react';
import type { Messages } from '@lingui/core';
import { type Language, languages } from '#domain/accounts/account.values.js';
import { keepText, keptText } from '../ui/kept-text.js';
import { i18n } from './i18n.js';

/** Name of each language in itself. */
export const languageNames: Readonly<Record<Language, string>> = {
  'en-IN': 'English',
  'hi-IN': 'हिन्दी',
};

/** Also read by /theme.js, before the first paint. */
const keptLanguage = 'fieldtrace.language';
/** Set if the language was chosen here and not yet sent to the account. */
const keptNews = 'fieldtrace.language.news';

const isLanguage = (text: string | null | undefined): text is Language =>
  languages.some((language) => language === text);

/** The one that was last read here. */
export function languageOfBrowser(): Language | undefined {
  const kept = keptText(keptLanguage);
  return isLanguage(kept) ? kept : undefined;
}

export const hasNewsOfLanguage = (): boolean => keptText(keptNews) !== undefined;

/** @param isNews chosen here, and to be told to the account */
export function rememberLanguage(language: Language, isNews: boolean): void {
  keepText(keptLanguage, language);
  keepText(keptNews, isNews ? 'true' : undefined);
}

type Load = () => Promise<{ readonly messages: Messages; readonly fonts: readonly string[] }>;

/** Catalogues, each a file that only its readers load. */
const catalogues: Readonly<Partial<Record<Language, Load>>> = {
  'hi-IN': () => import('./hi-IN.js'),
};
let wanted: Language = languages[0];

/**
 * Shows everything in this language, once its words are there: those of the last time, and behind
 * them today's. Without any, and without a network, it stays as it is.
 */
export async function activateLanguage(language: Language): Promise<void> {
  wanted = language;
  const load = catalogues[language];
  if (load && !loaded.has(language)) {
    // a network may hang, and what is kept is read at once
    const kept = await keptWords(language);
    if (kept && !loaded.has(language)) i18n.load(language, kept);
    const renewed = renew(language, load, JSON.stringify(kept));
    if (!kept && !(await renewed)) return;
  }
  if (wanted !== language || i18n.locale === language) return;
  i18n.activate(language);
  document.documentElement.lang = language;
}
/** Languages whose loaded messages are of this version. */
const loaded = new Set<Language>();
/** Counts on where what is shown has other words than before. */
let edition = 0;

/** @returns whether they have come */
async function renew(language: Language, load: Load, kept: string | undefined): Promise<boolean> {
  try {
    const { messages, fonts } = await load();
    loaded.add(language);
    if (JSON.stringify(messages) !== kept) edition++;
    i18n.load(language, messages);
    void keepWords(language, messages, fonts);
    return true;
  } catch {
    return false;
  }
}

/**
 * Before the first screen: in the language of this browser; and with the other tabs from then on.
 */
export async function startLanguage(): Promise<void> {
  addEventListener('storage', ({ key, newValue }) => {
    if (key === keptLanguage && isLanguage(newValue)) void activateLanguage(newValue);
  });
  await activateLanguage(languageOfBrowser() ?? languages[0]);
}

/**
 * Words of an older version are better than another language: a new one may open for the first time
 * without a network.
 */
async function keepWords(
  language: Language,
  messages: Messages,
  fonts: readonly string[],
): Promise<void> {
  try {
    await (
      await caches.open('words')
    ).put(addressOf(language), new Response(JSON.stringify(messages)));
    // where the service worker looks for them
    const seldom = await caches.open('seldom');
    for (const font of fonts) if (!(await seldom.match(font))) await seldom.add(font);
  } catch {
    // a browser that keeps nothing still works while there is a network
  }
}

async function keptWords(language: Language): Promise<Messages | undefined> {
  try {
    return (await (await (await caches.open('words')).match(addressOf(language)))?.json()) as
      Messages | undefined;
  } catch {
    return undefined;
  }
}
const addressOf = (language: Language): string => `/words/${language}`;

/** Whoever asks is shown anew also when its words are renewed. */
export function useLanguage(): Language {
  useSyncExternalStore(onLanguageChange, () => `${i18n.locale} ${edition}`);
  return i18n.locale as Language;
}
const onLanguageChange = (changed: () => void): (() => void) => i18n.on('change', changed);

/** A part that nothing above it draws anew when the language changes: a screen. */
export function inLanguage<Props extends object>(
  Shown: ComponentType<Props>,
): (props: Props) => ReactNode {
  return function InLanguage(props) {
    useLanguage();
    return createElement(Shown, props);
  };
}

/** React's `memo`, drawn anew when the language changes too. */
export const memoized = <Props extends object>(Shown: ComponentType<Props>) =>
  memo(inLanguage(Shown));
