/** Markup that is safe to send unescaped. */
export class Html {
  constructor(readonly markup: string) {}
}
type TemplatePart = Html | string | number | false | undefined | readonly Html[];

const HTML_ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => HTML_ENTITIES[character]!);

function toMarkup(part: TemplatePart): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Html) return part.markup;
  return Array.isArray(part)
    ? (part as readonly Html[]).map(({ markup }) => markup).join('')
    : escapeHtml(String(part));
}

/** Template that escapes texts and inserts `Html` unchanged. */
export const html = (strings: TemplateStringsArray, ...parts: readonly TemplatePart[]): Html =>
  new Html(String.raw({ raw: strings }, ...parts.map(toMarkup)));
