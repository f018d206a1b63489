/** Markup that is safe to send as it is. */
export class Html {
  constructor(readonly markup: string) {}
}
type Part = Html | string | number | false | undefined | readonly Html[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character]!);

function markupOf(part: Part): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Html) return part.markup;
  return Array.isArray(part)
    ? (part as readonly Html[]).map(({ markup }) => markup).join('')
    : escaped(String(part));
}

/** A template whose texts are escaped; other markup and lists of it stand in it as they are. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(String.raw({ raw: strings }, ...parts.map(markupOf)));
