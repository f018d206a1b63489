import Bowser from 'bowser';

/** Describes a browser by its user agent: "Chrome on Android". */
export function browserInWords(userAgent: string | undefined): string {
  if (!userAgent) return unknown;
  const { browser, os } = Bowser.parse(userAgent);
  return [browser.name, os.name].filter(Boolean).join(' on ') || unknown;
}

const unknown = 'Unknown browser';
