/**
 * `npm run words` writes every word of the app into its catalogue, frontend/src/words/en-IN.json: what Lingui's macros mark in the
 * frontend, and the sentences of the domain and the server that a screen may show. With `check` it only says whether the file is as
 * it would be written.
 */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transform } from '@swc/core';
import ts from 'typescript';
import { withWords } from '../backend/scripts/swc-options.mjs';
import { Trouble, root, say, script } from '../backend/scripts/workshop.mjs';

const catalogue = join(root, 'frontend/src/words/en-IN.json');

const filesIn = (folder, isWanted) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => isWanted.test(file) && !/\.(spec|examples)\.tsx?$|testing\//.test(file))
    .map((file) => join(root, folder, file));

const parsed = (file, code) => ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
const isMacro = /@lingui\/(core|react)\/macro/;

/** Words by their ids, as the macros have written them. */
async function wordsIn(file) {
  const source = readFileSync(file, 'utf8');
  if (!isMacro.test(source)) return [];
  const { code } = await transform(source, { ...withWords(file), filename: file });
  const found = [];
  const visit = (node) => {
    if (ts.isObjectLiteralExpression(node) && code.slice(node.pos, node.getStart()).endsWith('/*i18n*/ ')) {
      const { id, message } = Object.fromEntries(node.properties.map(({ name, initializer }) => [name?.getText(), initializer?.text]));
      found.push([id, message]);
    }
    ts.forEachChild(node, visit);
  };
  visit(parsed(file, code));
  return found;
}
const wordsOfScreens = async () => (await Promise.all(filesIn('frontend/src', /\.tsx?$/).map(wordsIn))).flat();

const sentence = /^[A-Z][\w-]* (?:[a-z0-9{]|WhatsApp)/;
const value = /^[A-Z]/;

/**
 * What the domain and the server say, and the values that are words, are found by themselves, with `{0}`, `{1}` for numbers:
 * `translated` in frontend/src/words/i18n.ts does the same.
 */
function sentencesIn(file) {
  const found = [];
  const visit = (node) => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
      const text = ts.isTemplateExpression(node) ? [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('0') : node.text;
      let places = 0;
      const id = text.replace(/\d[\d,]*/g, () => `{${places++}}`);
      if ((file.endsWith('.values.ts') ? value : sentence).test(id)) found.push([id, id]);
    }
    ts.forEachChild(node, visit);
  };
  visit(parsed(file, readFileSync(file, 'utf8')));
  return found;
}
const sentencesOfServer = () => [...filesIn('domain/src', /\.ts$/), ...filesIn('backend/src', /(\.words|problem|parsed)\.ts$/)].flatMap(sentencesIn);

const byWords = new Intl.Collator('en').compare;

await script(async () => {
  const words = new Map([...sentencesOfServer(), ...(await wordsOfScreens())]);
  const sorted = [...words].sort(([oneId, one], [otherId, other]) => byWords(one, other) || byWords(oneId, otherId));
  const text = `${JSON.stringify(Object.fromEntries(sorted), undefined, 2)}\n`;
  if (!process.argv.includes('check')) writeFileSync(catalogue, text);
  else if (readFileSync(catalogue, 'utf8') !== text) throw new Trouble(`${catalogue} is not up to date: npm run words`);
  say(`${words.size} words and sentences`);
});
