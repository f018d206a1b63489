import { texts } from '#domain/kernel/texts/texts.js';
import type { FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { acceptedLanguage } from '../accepted-language.js';
import { Html, html } from '../html.js';
import { pageTokens } from '../public-style.js';

const pageText = texts({
  unavailableTitle: 'This page cannot be shown now',
  unavailable: 'Fieldtrace cannot answer at the moment. Try again in a moment.',
  tooManyTitle: 'Too many tries',
  tooMany: 'Please wait a moment, then try again.',
  tryAgain: 'Try again',
  sendAgain: 'Go back and send it again. It counts once.',
});

const style = `${pageTokens}
body { min-height: 100dvh; margin: 0; padding: 24px; box-sizing: border-box; display: grid; gap: 12px; place-content: center; justify-items: center; text-align: center; font: var(--font); background: var(--canvas); color: var(--ink); overflow-wrap: anywhere; }
h1, p { margin: 0; }
h1 { font-size: 24px; line-height: 1.25; }
p { color: var(--ink-2); }
a { display: flex; align-items: center; min-height: 48px; margin-top: 8px; padding: 0 24px; border-radius: 12px; background: var(--accent); color: var(--on-accent); font-weight: 600; text-decoration: none; }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
`;
/** Hash of all the text between the tags, white space included. */
const styleHash = createHash('sha256').update(style).digest('base64');

const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'x-robots-tag': 'noindex, nofollow',
  'content-security-policy': `default-src 'none'; style-src 'self' 'sha256-${styleHash}'; font-src 'self'; base-uri 'none'; frame-ancestors 'none'`,
};

/** Whether the answer is opened as a page, and not fetched by one of our scripts. */
const isPageRequest = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-mode'] === undefined
    ? (headers.accept?.includes('text/html') ?? false)
    : headers['sec-fetch-mode'] === 'navigate';

/**
 * Page for a temporary problem, in the browser's language; undefined where JSON is expected.
 */
export function problemPage(
  request: FastifyRequest,
  status: number,
): { readonly headers: Readonly<Record<string, string>>; readonly page: string } | undefined {
  if ((status < 500 && status !== 429) || !isPageRequest(request)) return undefined;
  const language = acceptedLanguage(request.headers['accept-language']);
  const [title, text] =
    status === 429
      ? ([pageText(language, 'tooManyTitle'), pageText(language, 'tooMany')] as const)
      : ([pageText(language, 'unavailableTitle'), pageText(language, 'unavailable')] as const);
  const isForm = request.method !== 'GET' && request.method !== 'HEAD';
  const { markup } = html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="stylesheet" href="/fonts.css" />
        ${new Html(`<style>${style}</style>`)}
      </head>
      <body>
        <h1>${title}</h1>
        <p>${text}</p>
        ${isForm ? html`<p>${pageText(language, 'sendAgain')}</p>` : html`<a href="">${pageText(language, 'tryAgain')}</a>`}
      </body>
    </html>`;
  return { headers: PAGE_HEADERS, page: markup };
}
