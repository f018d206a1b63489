import { UNKNOWN_BROWSER } from '#domain/kernel/texts/browser-text.js';
import Bowser from 'bowser';
import { LRUCache } from 'lru-cache';

/** Describes a browser by its user agent: "Chrome on Android". */
export function browserInWords(userAgent: string | undefined): string {
  if (!userAgent) return UNKNOWN_BROWSER;
  const known = parsed.get(userAgent);
  if (known !== undefined) return known;
  const { browser, os } = Bowser.parse(userAgent);
  const named = [browser.name, os.name].filter(Boolean).join(' on ');
  const words = named.slice(0, MAX_WORDS) || UNKNOWN_BROWSER;
  parsed.set(userAgent, words);
  return words;
}

const MAX_WORDS = 60;
/** Words of the browsers that were seen lately; parsing is slower than a command's checks. */
const parsed = new LRUCache<string, string>({ max: 1_000 });
