export const UNKNOWN_BROWSER = 'Unknown browser';

/** Browser as the server recorded it in English, `Chrome on Android`, in the reader's language. */
export function browserText(
  recorded: string,
  translate: (word: 'browserOn' | 'unknownBrowser', ...given: string[]) => string,
): string {
  const [browser = '', system] = recorded.split(' on ');
  if (system !== undefined) return translate('browserOn', browser, system);
  return recorded === UNKNOWN_BROWSER ? translate('unknownBrowser') : recorded;
}
