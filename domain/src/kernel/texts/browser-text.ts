export const UNKNOWN_BROWSER = 'Unknown browser';

/** Translates a browser that the server recorded in English, such as `Chrome on Android`. */
export function browserText(
  recorded: string,
  translate: (word: 'browserOn' | 'unknownBrowser', ...given: string[]) => string,
): string {
  const [browser = '', system] = recorded.split(' on ');
  if (system !== undefined) return translate('browserOn', browser, system);
  return recorded === UNKNOWN_BROWSER ? translate('unknownBrowser') : recorded;
}
