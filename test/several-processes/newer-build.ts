import { cpSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Changes of a built text, each with the number of chunks that it changes. */
type Changes = readonly (readonly [text: RegExp, replacement: string, chunks: number])[];

const NEWER_VIEW: Changes = [[/(name: "lead-list",\s+version: )\d+/, '$1999', 1]];

/**
 * A requested quotation is recorded as `QuotationWished`, and follow-ups are in version 2. Former
 * events are read as before.
 */
const NEWER_EVENTS: Changes = [
  [/\tQuotationRequested: (object\(.*\)),\n/, '$&\tQuotationWished: $1,\n', 1],
  [/case "QuotationRequested":/g, '$& case "QuotationWished":', 3],
  [/type: "QuotationRequested"/g, 'type: "QuotationWished"', 1],
  [/\tQuotationRequested,\n/, '$&\tQuotationWished: QuotationRequested,\n', 1],
  [
    /function eventCatalogue\(definitions, upcasters = \{\}\) \{\n/,
    `$&\tif (definitions.some((events) => "FollowUpScheduled" in events))
\t\tupcasters = { FollowUpScheduled: [(data) => data] };\n`,
    1,
  ],
];

/**
 * Fills a folder with a copy of the built servers, which has a newer version of the view of leads,
 * or newer events, or both.
 * @returns the folder
 */
export function createNewerBuild(
  checkout: string,
  { hasNewerView = true, hasNewerEvents = false } = {},
): string {
  cpSync('package.json', join(checkout, 'package.json'));
  symlinkSync(resolve('node_modules'), join(checkout, 'node_modules'));
  symlinkSync(resolve('workers'), join(checkout, 'workers'));
  cpSync('dist', join(checkout, 'dist'), { recursive: true });
  const chunks = join(checkout, 'dist', 'chunks');
  const names = readdirSync(chunks).filter((name) => name.endsWith('.js'));
  const changes = [...(hasNewerView ? NEWER_VIEW : []), ...(hasNewerEvents ? NEWER_EVENTS : [])];
  for (const [text, replacement, expectedChunks] of changes) {
    const changedFiles = names.filter((name) => {
      const builtText = readFileSync(join(chunks, name), 'utf8');
      const changedText = builtText.replace(text, replacement);
      if (changedText !== builtText) writeFileSync(join(chunks, name), changedText);
      return changedText !== builtText;
    });
    if (changedFiles.length !== expectedChunks)
      throw new Error(
        `${text.source} is in ${changedFiles.length} chunks and not in ${expectedChunks}`,
      );
  }
  return checkout;
}
