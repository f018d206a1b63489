import Bowser from 'bowser';
import { LRUCache } from 'lru-cache';

/** Describes a browser by its user agent: "Chrome on Android". */
export function browserInWords(userAgent: string | undefined): string {
  if (!userAgent) return unknown;
  const known = parsed.get(userAgent);
  if (known !== undefined) return known;
  const { browser, os } = Bowser.parse(userAgent);
  const words = [browser.name, os.name].filter(Boolean).join(' on ').slice(0, MAX_WORDS) || unknown;
  parsed.set(userAgent, words);
  return words;
}

const MAX_WORDS = 60;
/** Words of the browsers that were seen lately; parsing is slower than a command's checks. */
const parsed = new LRUCache<string, string>({ max: 1_000 });

const unknown = 'Unknown browser';
