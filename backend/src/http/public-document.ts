import type { Language } from '#domain/accounts/account.values.js';
import { initials } from '#domain/kernel/texts/initials.js';
import { texts } from '#domain/kernel/texts/texts.js';
import { wholeParts } from '#domain/kernel/texts/whole-parts.js';
import { moneyText } from '#domain/quotations/document-texts.js';
import { type Html, html } from './html.js';

const pageText = texts({ poweredBy: 'Powered by Fieldtrace' });

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
  const [rupees, decimals] = moneyText(paise).split('.');
  return html`${rupees}<span class="paise">.${decimals}</span>`;
}

/** Name whose units stay with their numbers where a line breaks. */
export const renderName = (name: string): Html =>
  html`${wholeParts(name).map((part, index) =>
    index % 2 === 1 ? html`<span class="whole">${part}</span>` : html`${part}`,
  )}`;

type Cost = {
  /** Quantity with its unit. */
  readonly quantity: string;
  readonly unitPricePaise: number;
  /** Discount in words. */
  readonly discount?: string | undefined;
  readonly amountPaise: number;
  /** Whether a total contains the amount. */
  readonly isCounted?: boolean;
};

/** Quantity and price of a line, with its amount at the right. */
export const renderCost = ({
  quantity,
  unitPricePaise,
  discount,
  amountPaise,
  isCounted = true,
}: Cost): Html =>
  html`<div class="cost">
    <p class="quantity">
      ${quantity}
      <span class="whole">× ${moneyText(unitPricePaise)}</span>
      ${discount !== undefined && html`<span class="discount">${discount}</span>`}
    </p>
    <p class="amount${isCounted ? '' : ' uncounted'}">${renderAmount(amountPaise)}</p>
  </div>`;

type PublicSeller = {
  readonly name: string;
  /** Path of its logo. */
  readonly logo: string | undefined;
  /** Line below its name, such as the person to ask, or who sent the link. */
  readonly person: Html | string | undefined;
};

/** Seller on top of a page: its logo or initials, its name, and the line about a person. */
export const renderSeller = ({ name, logo, person }: PublicSeller): Html =>
  html`${
      logo === undefined
        ? html`<span class="logo initials" aria-hidden="true">${initials(name)}</span>`
        : html`<img class="logo" src="${logo}" alt="" width="40" height="40" />`
    }
    <p class="seller" dir="auto">
      ${name} ${person && html`<span class="person">${person}</span>`}
    </p>`;

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
        <footer>${pageText(language, 'poweredBy')}</footer>
      </body>
    </html>`.markup;

const renderIcon = (path: string): Html =>
  html`<svg
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    stroke-width="1.75"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    <path d="${path}" />
  </svg>`;
export const shareIcon = renderIcon('M12 15V4m0 0L8 8m4-4 4 4M6 12H5v8h14v-8h-1');
export const whatsAppIcon = renderIcon(
  'M4 20l1.3-4.2A8.2 8.2 0 1 1 8.3 18.7zM9 8.7c-.6 2.9 3.4 6.9 6.3 6.3M9 8.7l1.2 1.8M15.3 15l-1.8-1.2',
);
export const downloadIcon = renderIcon('M12 4v11m0 0-4-4m4 4 4-4M5 20h14');
export const phoneIcon = renderIcon(
  'M13.8 16.6a1 1 0 0 0 1.2-.3l.4-.5A2 2 0 0 1 17 15h3a2 2 0 0 1 2 2v3a2 2 0 0 1-2 2A18 18 0 0 1 2 4a2 2 0 0 1 2-2h3a2 2 0 0 1 2 2v3a2 2 0 0 1-.8 1.6l-.5.4a1 1 0 0 0-.3 1.2 14 14 0 0 0 6.4 6.4',
);
