/**
 * Process that makes PDFs and draws pages one by one for `PdfMaker`. A document that needs too
 * much time or memory ends only this process.
 */
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { readCoverage, createGlyphCheck, mapTexts } from './glyphs.js';
import type { DocumentTask, PageTask, PdfAnswer, PdfTask } from './pdf-maker.js';

const template = fileURLToPath(import.meta.resolve('#workers/pdf/quotation.typ'));
const folder = join(template, '..');
const fonts = readdirSync(join(folder, 'fonts'))
  .filter((name) => name.endsWith('.ttf'))
  .map((name) => readFileSync(join(folder, 'fonts', name)));
const compiler = NodeCompiler.create({ workspace: folder, fontArgs: [{ fontBlobs: fonts }] });

const hasGlyph = createGlyphCheck(fonts.flatMap((font) => readCoverage(font)));
/** Limit of the characters that a report names. */
const MAX_MISSING = 30;
/** Drawn in place of a character without a glyph, where a standard forbids a missing glyph. */
const PLACEHOLDER = '?';

/** Characters of a document that no font has, each once. */
function findMissingGlyphs(data: unknown): readonly string[] {
  const missing = new Set<string>();
  mapTexts(data, (text) => {
    for (const character of text) if (!hasGlyph(character)) missing.add(character);
    return text;
  });
  return [...missing].slice(0, MAX_MISSING);
}

const withPlaceholders = (data: unknown): unknown =>
  mapTexts(data, (text) =>
    Array.from(text, (character) => (hasGlyph(character) ? character : PLACEHOLDER)).join(''),
  );

const PAGE_WIDTH_PX = 1_280;
/** Typst document that consists of a PDF's first page, and has its size. */
const PAGE_DOCUMENT = [
  '#set page(width: auto, height: auto, margin: 0pt)',
  `#image("page.pdf", page: 1, width: ${PAGE_WIDTH_PX}pt)`,
].join('\n');
/** Size of a page that is four times as high as wide. */
const MAX_PIXELS = 4 * PAGE_WIDTH_PX ** 2;

/** Evictions after which an unused intermediate result is dropped. */
const CACHE_AGE = 2;

function makePdf({ data, pictures, createdAt, standard }: DocumentTask): PdfAnswer {
  for (const { path, bytes } of pictures)
    compiler.mapShadow(join(folder, path), Buffer.from(bytes));
  const missing = findMissingGlyphs(data);
  const drawnData = standard === undefined || missing.length === 0 ? data : withPlaceholders(data);
  const pdf = compiler.pdf(
    { mainFilePath: template, inputs: { data: JSON.stringify(drawnData) } },
    { creationTimestamp: createdAt, ...(standard !== undefined && { pdfStandard: standard }) },
  );
  return { pdf, missing };
}

/** Draws the page at `PAGE_WIDTH_PX`; a page that is much higher than wide fails. */
async function drawPage({ pageOf }: PageTask): Promise<PdfAnswer> {
  compiler.mapShadow(join(folder, 'page.pdf'), Buffer.from(pageOf));
  const svg = compiler.svg({ mainFileContent: PAGE_DOCUMENT });
  const picture = await sharp(Buffer.from(svg), { limitInputPixels: MAX_PIXELS })
    .flatten({ background: '#fff' })
    .png()
    .toBuffer();
  return { picture };
}

async function perform(task: PdfTask): Promise<PdfAnswer> {
  try {
    return 'pageOf' in task ? await drawPage(task) : makePdf(task);
  } catch (error) {
    return { failed: String((error as { shortDiagnostics?: unknown }).shortDiagnostics ?? error) };
  } finally {
    compiler.resetShadow();
    compiler.evictCache(CACHE_AGE);
  }
}

process.on('message', (task: PdfTask) => {
  void perform(task).then((answer) =>
    process.send?.({ ...answer, residentBytes: process.memoryUsage.rss() }),
  );
});
process.on('disconnect', () => process.exit());
// Ctrl-C reaches the whole process group; the worker ends this process after its job.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
