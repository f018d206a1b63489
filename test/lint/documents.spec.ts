import { describe, expect, test } from '@jest/globals';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join, posix, relative } from 'node:path';

const root = join(import.meta.dirname, '../..');
const generatedFolders = new Set(['node_modules', 'dist', 'data', 'test-results', '.git']);

/** Paths of all files below a folder, relative to the repository. */
const listFilesBelow = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return generatedFolders.has(entry.name) ? [] : listFilesBelow(path);
    return [relative(root, path)];
  });

const files = listFilesBelow(root);
const fileNames = new Set(files.map((file) => basename(file)));
const folders = new Set(files.map((file) => file.split('/')[0]));
const scripts = (
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object }
).scripts;

const readText = (file: string): string => readFileSync(join(root, file), 'utf8');
const withoutCode = (markdown: string): string => markdown.replaceAll(/^ *```.*?^ *```/gms, '');

/** Whether a path exists as it is, or as a module without its extension. */
const isThere = (path: string): boolean =>
  ['', '.ts', '.tsx', '.spec.ts', '.spec.tsx'].some((end) => existsSync(join(root, path + end)));

const sourceEnding = /\.(?:tsx?|mjs|mts|js|json|css|conf|md|ya?ml)$/;
/** Files of packages, of the build or of examples, which the documents name without a folder. */
const foreignFiles = new Set(['backup.json', 'manifest.json', 'record.json']);

/** Feature that docs/adding-a-feature.md takes as its example; it exists nowhere. */
const examplePath = /(?:^|\/)products?(?:$|[-./])/;

/** Folders against which a document's paths are resolved. */
const basesOf = (file: string): string[] => ['', dirname(file), 'frontend/src', 'domain/src'];

/** Whether a word in backticks names no file, or one that exists. */
function isExistingFile(word: string, file: string): boolean {
  // `./data` is a folder of the operator, and `.job.ts` the end of file names.
  if (!/^(?:\w|\.\.\/)[\w.@-]*(?:\/[\w.@-]+)*\/?$/.test(word)) return true;
  if (file === 'docs/adding-a-feature.md' && examplePath.test(word)) return true;
  if (!word.includes('/'))
    return !sourceEnding.test(word) || fileNames.has(word) || foreignFiles.has(word);
  const [first = ''] = word.split('/');
  if (generatedFolders.has(first)) return true;
  const isBelowDocument = first !== '..' && existsSync(join(root, dirname(file), first));
  if (!folders.has(first) && !isBelowDocument && !sourceEnding.test(word)) return true;
  return basesOf(file).some((base) => isThere(posix.join(base, word)));
}

/** Anchor of a heading, as GitHub makes it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
const anchorsOf = (markdown: string): string[] =>
  [...withoutCode(markdown).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));

/** Whether a link leads outside, or to a file and a heading that exist. */
function leadsSomewhere(link: string, file: string): boolean {
  if (/^[a-z]+:/.test(link)) return true;
  const [path = '', anchor] = link.split('#');
  const target = path ? posix.join(dirname(file), path) : file;
  if (!existsSync(join(root, target))) return false;
  return anchor === undefined || anchorsOf(readText(target)).includes(anchor);
}

const matchesOf = (markdown: string, pattern: RegExp): string[] =>
  [...markdown.matchAll(pattern)].map(([, part = '']) => part);

/** All names in sources. */
const identifiers = new Set(
  files
    .filter((file) => /\.(?:tsx?|mjs|js)$/.test(file))
    .flatMap((file) => readText(file).match(/[A-Za-z]\w*/g) ?? []),
);
/** Names of the example feature and field, of packages, and in placeholders. */
const foreignNames =
  /^(?:products?[A-Z]|Product[A-Z]|budgetPaise|BrowserRouter$|createBrowserRouter$)/;

/** Names with an inner capital in a word in backticks. */
const camelCaseNames = (word: string): string[] =>
  (word.match(/(?<![\w.$-])[A-Za-z]+[a-z][A-Z]\w*/g) ?? []).filter(
    (name) => !foreignNames.test(name),
  );

/** Length of a sentence of some twenty words. */
const MAX_CELL_LENGTH = 120;

/** Cells of all tables, with the words of their links. */
const cellsOf = (markdown: string): string[] =>
  matchesOf(markdown, /^ *\|(.+)\|$/gm)
    .filter((row) => !/^[\s|:-]+$/.test(row))
    .flatMap((row) => row.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').split(/(?<!\\)\|/))
    .map((cell) => cell.trim());

describe.each(files.filter((file) => file.endsWith('.md')))('%s', (file) => {
  const markdown = readText(file);

  test('links to files and headings that exist', () =>
    expect(
      matchesOf(withoutCode(markdown), /\]\(([^)\s]+)\)/g).filter(
        (link) => !leadsSomewhere(link, file),
      ),
    ).toEqual([]));

  test('names files that exist', () =>
    expect(
      matchesOf(withoutCode(markdown), /`([^`\n]+)`/g).filter(
        (word) => !isExistingFile(word, file),
      ),
    ).toEqual([]));

  test('names functions and fields that exist', () =>
    expect(
      matchesOf(withoutCode(markdown), /`([^`\n]+)`/g)
        .flatMap(camelCaseNames)
        .filter((name) => !identifiers.has(name)),
    ).toEqual([]));

  test('has no table cell longer than a sentence', () =>
    expect(cellsOf(withoutCode(markdown)).filter((cell) => cell.length > MAX_CELL_LENGTH)).toEqual(
      [],
    ));

  test('names scripts that exist', () =>
    expect(
      matchesOf(markdown, /npm run ([a-z][\w:-]*)/g).filter((script) => !(script in scripts)),
    ).toEqual([]));
});

test('sources name documents that exist', () => {
  const missing = files
    .filter((file) => /\.(?:tsx?|mjs|yml)$/.test(file))
    .flatMap((file) =>
      matchesOf(readText(file), /(?<![\w/])(docs\/[\w/-]+\.md)\b/g)
        .filter((path) => !existsSync(join(root, path)))
        .map((path) => `${file}: ${path}`),
    );
  expect(missing).toEqual([]);
});
