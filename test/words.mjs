/**
 * `npm run words` writes every text of the app into the catalogue frontend/src/words/en-IN.json:
 * messages that Lingui's macros mark in the frontend, sentences of domain and server that a screen
 * may show, and texts that servers write. Catalogues of other languages keep their translations,
 * get an empty entry for each new text, and lose texts that are gone. With `check`, it writes
 * nothing: it fails if a file would change or a translation is missing.
 */
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { transform } from '@swc/core';
import prettier from 'prettier';
import ts from 'typescript';
import { withWords } from '../frontend/with-words.mjs';
import { ScriptError, root, print, runMain } from '../backend/scripts/tooling.mjs';

const catalogueOf = (language) => join(root, `frontend/src/words/${language}.json`);
const translatedLanguages = ['hi-IN'];

const listFiles = (folder, isWanted) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => isWanted.test(file) && !/\.(spec|examples)\.tsx?$|testing\//.test(file))
    .map((file) => join(root, folder, file));

const parse = (file, code) =>
  ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
const macroImport = /@lingui\/(core|react)\/macro/;

/** Messages of a file by id, as the macros compile them. */
async function extractWords(file) {
  const source = readFileSync(file, 'utf8');
  if (!macroImport.test(source)) return [];
  const { code } = await transform(source, { ...withWords(file), filename: file });
  const words = [];
  const visit = (node) => {
    if (
      ts.isObjectLiteralExpression(node) &&
      code.slice(node.pos, node.getStart()).endsWith('/*i18n*/ ')
    ) {
      const { id, message } = Object.fromEntries(
        node.properties.map(({ name, initializer }) => [name?.getText(), initializer?.text]),
      );
      words.push([id, message]);
    }
    ts.forEachChild(node, visit);
  };
  visit(parse(file, code));
  return words;
}
const extractWordsOfScreens = async () =>
  (await Promise.all(listFiles('frontend/src', /\.tsx?$/).map(extractWords))).flat();

const sentencePattern = /^[A-Z][\w-]* (?:[a-z0-9{]|WhatsApp)/;
const valuePattern = /^[A-Z]/;

/**
 * Whether a node is the table in a call of `texts`, or the list in one of `valueTexts`
 * (domain/src/kernel/texts/texts.ts).
 */
const isTextsCall = (node) =>
  ts.isCallExpression(node) && ['texts', 'valueTexts'].includes(node.expression.getText());

/**
 * Finds the sentences of the domain and the server, and values that are words. Numbers become
 * `{0}`, `{1}`, as in `translated` in frontend/src/words/i18n.ts.
 */
function findSentences(file) {
  const sentences = [];
  const visit = (node) => {
    // Messages of other errors appear only in the log.
    if ((ts.isNewExpression(node) && node.expression.getText() !== 'Problem') || isTextsCall(node))
      return;
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
      const text = ts.isTemplateExpression(node)
        ? [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('0')
        : node.text;
      let placeholderCount = 0;
      const id = text.replace(/\d[\d,]*(?:\.\d+)?/g, () => `{${placeholderCount++}}`);
      if ((file.endsWith('.values.ts') ? valuePattern : sentencePattern).test(id))
        sentences.push([id, id]);
    }
    ts.forEachChild(node, visit);
  };
  visit(parse(file, readFileSync(file, 'utf8')));
  return sentences;
}
/**
 * Files that are not searched: their texts are for developers and operators, or are translations
 * that this script writes.
 */
const skippedFiles =
  /\/(backend\/src\/([^/]+|(.+\/)?(commands|operations|demo|geocoder)\/.+|.+\/(web-app|pdf)\.ts)|texts\.[^/]+\.ts)$/;
const sentencesOfServer = () =>
  ['domain/src', 'backend/src']
    .flatMap((folder) => listFiles(folder, /\.ts$/))
    .filter((file) => !skippedFiles.test(file))
    .flatMap(findSentences);

/** Value without the `as` or `satisfies` around it. */
const unwrap = (node) => node.expression ?? node;

/** Table or list of values that a file imports by this name. */
function readImportedTable(source, name) {
  const { moduleSpecifier } = source.statements.find(
    (node) =>
      ts.isImportDeclaration(node) &&
      node.importClause?.namedBindings?.elements?.some((element) => element.name.text === name),
  );
  const path = join(dirname(source.fileName), moduleSpecifier.text.replace(/\.js$/, '.ts'));
  return parse(path, readFileSync(path, 'utf8'))
    .statements.filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => declarationList.declarations)
    .find((declaration) => declaration.name.text === name).initializer;
}

/**
 * Finds the words of a `texts` table, which servers write in the reader's language. Ids are those
 * of the same words on a screen: an imported table or list has values, which are their own ids.
 */
function findTexts(file) {
  const source = parse(file, readFileSync(file, 'utf8'));
  const texts = [];
  const visit = (node) => {
    if (isTextsCall(node)) {
      const [table] = node.arguments;
      const isImported = ts.isIdentifier(table);
      const { properties, elements } = unwrap(
        isImported ? readImportedTable(source, table.text) : table,
      );
      for (const { text } of elements ?? properties.map(({ initializer }) => initializer))
        if (text !== '') texts.push([isImported ? text : generateMessageId(text), text]);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts;
}
const textsOfServers = () =>
  ['domain/src', 'backend/src', 'workers/src']
    .flatMap((folder) => listFiles(folder, /\.ts$/))
    .flatMap(findTexts);

/** Module with the translations of these texts, which servers import. */
const fileOfTexts = (language) => join(root, `domain/src/kernel/texts/texts.${language}.ts`);
async function createModuleOfTexts(file, entries) {
  const code = `/** Written by \`npm run words\`: translations of the texts that servers write. */
    export const translations: Readonly<Record<string, string>> = ${JSON.stringify(Object.fromEntries(entries))};`;
  return prettier.format(code, { ...(await prettier.resolveConfig(file)), filepath: file });
}

/**
 * Placeholders and elements of a message. The words of a plural are left out, because languages
 * have other forms.
 */
function placeholdersIn(message) {
  const placeholders = new Set(message.match(/<\/?\d+\/?>/g));
  const visit = (token) => {
    if (!Array.isArray(token)) return;
    const [name, , choices] = token;
    placeholders.add(`{${name}}`);
    for (const words of Object.values(choices ?? {}))
      if (Array.isArray(words)) words.forEach(visit);
  };
  const compiled = compileMessageOrThrow(message);
  if (Array.isArray(compiled)) compiled.forEach(visit);
  return [...placeholders].sort().join(' ');
}

/** Difference between the placeholders of a text and of its translation; undefined if none. */
function differenceIn(english, translated) {
  try {
    const [expected, found] = [placeholdersIn(english), placeholdersIn(translated)];
    return expected === found
      ? undefined
      : `has ${found || 'no placeholders'} for ${expected || 'none'}`;
  } catch {
    return 'cannot be read';
  }
}

const compareTexts = new Intl.Collator('en').compare;
const textOf = (entries) => `${JSON.stringify(Object.fromEntries(entries), undefined, 2)}\n`;
const readIfThere = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '{}');

await runMain(async () => {
  const isCheck = process.argv.includes('check');
  const write = (file, text) => {
    if (!isCheck) writeFileSync(file, text);
    else if (readIfThere(file) !== text)
      throw new ScriptError(`${file} is not up to date: npm run words`);
  };
  const texts = new Map(textsOfServers());
  const words = new Map([...texts, ...sentencesOfServer(), ...(await extractWordsOfScreens())]);
  const sortedWords = [...words].sort(
    ([oneId, one], [otherId, other]) => compareTexts(one, other) || compareTexts(oneId, otherId),
  );
  write(catalogueOf('en-IN'), textOf(sortedWords));
  print(`${words.size} words and sentences`);

  for (const language of translatedLanguages) {
    const file = catalogueOf(language);
    const translated = JSON.parse(readIfThere(file));
    write(file, textOf(sortedWords.map(([id]) => [id, translated[id] ?? ''])));
    const serverTexts = sortedWords
      .filter(([id]) => texts.has(id) && translated[id])
      .map(([id, english]) => [english, translated[id]]);
    write(fileOfTexts(language), await createModuleOfTexts(fileOfTexts(language), serverTexts));
    const missing = sortedWords
      .filter(([id]) => !translated[id])
      .map(([id, english]) => `${id}: ${english}`);
    const problems = sortedWords.flatMap(([id, english]) => {
      const difference = translated[id] && differenceIn(english, translated[id]);
      return difference ? [`${id}: ${english}: ${translated[id]} ${difference}`] : [];
    });
    if (problems.length > 0)
      throw new ScriptError(`${file}: other placeholders than in English\n${problems.join('\n')}`);
    if (isCheck && missing.length > 0)
      throw new ScriptError(`${file}: not translated\n${missing.join('\n')}`);
    if (missing.length > 0)
      print([`${language}: ${missing.length} are not translated yet`, ...missing].join('\n'));
  }
});
