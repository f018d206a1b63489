import { UNKNOWN_BROWSER } from '#domain/kernel/texts/browser-text.js';
import Bowser from 'bowser';
import { LRUCache } from 'lru-cache';

/** Describes a browser by its user agent: "Chrome on Android". */
export function describeBrowser(userAgent: string | undefined): string {
  if (!userAgent) return UNKNOWN_BROWSER;
  const cached = descriptions.get(userAgent);
  if (cached !== undefined) return cached;
  const { browser, os } = Bowser.parse(userAgent);
  const name = [browser.name, os.name].filter(Boolean).join(' on ');
  const description = name.slice(0, MAX_CHARACTERS) || UNKNOWN_BROWSER;
  descriptions.set(userAgent, description);
  return description;
}

const MAX_CHARACTERS = 60;
/** Cache, because parsing a user agent is slower than the checks of a command. */
const descriptions = new LRUCache<string, string>({ max: 1_000 });
