import type { Language } from '#domain/accounts/account.values.js';
import { texts } from '#domain/kernel/texts/texts.js';
import { moneyText } from '#domain/quotations/document-texts.js';
import { type Html, html } from './html.js';

const words = texts({ poweredBy: 'Powered by Fieldtrace' });

type PublicDocument = {
  readonly language: Language;
  readonly title: string;
  readonly description: string;
  /** URL with the host; undefined if the installation's host is unknown. */
  readonly address?: string;
  /** Other tags of the head: robots, preview picture. */
  readonly tags: Html;
  /** Paths of its style and its script. */
  readonly style: string;
  readonly script: string;
};

/** Amount with its paise in small digits. */
export function renderAmount(paise: number): Html {
  const [rupees, rest] = moneyText(paise).split('.');
  return html`${rupees}<span class="paise">.${rest}</span>`;
}

/** HTML document of a page that everybody with its address can read. */
export const renderPublicDocument = (
  { language, title, description, address, tags, style, script }: PublicDocument,
  body: Html,
): string =>
  html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <meta name="description" content="${description}" />
        <meta property="og:type" content="website" />
        <meta property="og:title" content="${title}" />
        <meta property="og:description" content="${description}" />
        ${address !== undefined && html`<meta property="og:url" content="${address}" />`} ${tags}
        <link rel="icon" href="/icons/logo.svg" />
        <link rel="stylesheet" href="/fonts.css" />
        <link rel="stylesheet" href="${style}" />
        <script defer src="${script}"></script>
      </head>
      <body>
        ${body}
        <footer>${words(language, 'poweredBy')}</footer>
      </body>
    </html>`.markup;
