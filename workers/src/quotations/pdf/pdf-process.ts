import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { coverageOf, glyphCheck, mapTexts } from './glyphs.js';
import type { PdfAnswer, PdfTask } from './pdf-maker.js';

/**
 * Process that makes PDFs one by one for `PdfMaker`. A document that needs too much time or memory
 * ends only this process.
 */
const template = fileURLToPath(import.meta.resolve('#workers/pdf/quotation.typ'));
const folder = join(template, '..');
const fonts = readdirSync(join(folder, 'fonts'))
  .filter((name) => name.endsWith('.ttf'))
  .map((name) => readFileSync(join(folder, 'fonts', name)));
const compiler = NodeCompiler.create({ workspace: folder, fontArgs: [{ fontBlobs: fonts }] });

const hasGlyph = glyphCheck(fonts.flatMap((font) => coverageOf(font)));
/** Most characters that a report names. */
const MOST_MISSING = 30;
/** Stands for a character without a glyph where a standard forbids an empty one. */
const PLACEHOLDER = '?';

/** Characters of a document that no font has, each once. */
function missingIn(data: unknown): readonly string[] {
  const missing = new Set<string>();
  mapTexts(data, (text) => {
    for (const character of text) if (!hasGlyph(character)) missing.add(character);
    return text;
  });
  return [...missing].slice(0, MOST_MISSING);
}

const withPlaceholders = (data: unknown): unknown =>
  mapTexts(data, (text) =>
    Array.from(text, (character) => (hasGlyph(character) ? character : PLACEHOLDER)).join(''),
  );

/** Evictions after which an unused intermediate result is dropped. */
const CACHE_AGE = 2;

function make({ data, pictures, createdAt, standard }: PdfTask): PdfAnswer {
  try {
    for (const { path, bytes } of pictures)
      compiler.mapShadow(join(folder, path), Buffer.from(bytes));
    const missing = missingIn(data);
    const shown = standard === undefined || missing.length === 0 ? data : withPlaceholders(data);
    const pdf = compiler.pdf(
      { mainFilePath: template, inputs: { data: JSON.stringify(shown) } },
      { creationTimestamp: createdAt, ...(standard !== undefined && { pdfStandard: standard }) },
    );
    return { pdf, missing };
  } catch (error) {
    return { failed: String((error as { shortDiagnostics?: unknown }).shortDiagnostics ?? error) };
  } finally {
    compiler.resetShadow();
    compiler.evictCache(CACHE_AGE);
  }
}

process.on('message', (task: PdfTask) => {
  const answer = make(task);
  process.send?.({ ...answer, residentBytes: process.memoryUsage.rss() });
});
process.on('disconnect', () => process.exit());
// Ctrl-C reaches the whole process group; the worker ends this process after its job.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
