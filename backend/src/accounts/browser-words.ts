import Bowser from 'bowser';

/** Browser and system, as far as a browser says: "Chrome on Android". */
export function browserInWords(userAgent: string | undefined): string {
  if (!userAgent) return unknown;
  const { browser, os } = Bowser.parse(userAgent);
  return [browser.name, os.name].filter(Boolean).join(' on ') || unknown;
}

const unknown = 'Unknown browser';
