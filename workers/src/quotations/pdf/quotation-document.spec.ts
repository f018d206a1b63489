import { createQuotationDocument } from './quotation-document.js';
import {
  content,
  contentInFull,
  createQuotationContext,
  sent,
} from '#domain/quotations/quotation.examples.js';
import { checkForSending, freeze } from '#domain/quotations/sending.js';
import { fullDetails, context } from '#domain/leads/lead.examples.js';
import type { QuotationContent } from '#domain/quotations/quotation.commands.js';
import type { QuotationVersion } from '#domain/quotations/quotation.js';
import { Unavailable } from '#platform/common/unavailable.js';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import jsqr from 'jsqr';
import sharp from 'sharp';
import { v7 as newId } from 'uuid';
import { upiAdvance } from '#domain/quotations/upi.js';
import { qrCodeSvg } from '#platform/common/qr-code.js';
import { signatureSvg } from './signature.js';
import { PdfMaker } from '../../documents/pdf-maker.js';

// The package's own types name its default export twice.
const readQr = jsqr as unknown as typeof jsqr.default;
const testingFolder = join(fileURLToPath(import.meta.url), '../../../../../platform/src/testing');
const fromSource = [
  '--conditions=source',
  '--import',
  pathToFileURL(join(testingFolder, 'register-typescript.mjs')).href,
];

let maker: PdfMaker;
let folder: string;
beforeAll(() => {
  maker = new PdfMaker();
  maker.execArgv = fromSource;
  // The process compiles its source first, which is slow on a loaded machine.
  maker.options = { ...maker.options, workTimeoutMs: 60_000 };
  folder = mkdtempSync(join(tmpdir(), 'fieldtrace-pdf-'));
});
afterAll(() => {
  maker.onModuleDestroy();
  rmSync(folder, { recursive: true, force: true });
});

const createdAt = 1_795_000_000;
const createVersion = (draft: QuotationContent): QuotationVersion => {
  const facts = {
    organization: createQuotationContext().organization,
    lead: fullDetails,
    products: new Map(),
    role: 'admin' as const,
    today: context.today,
  };
  const identity = { version: 1, number: 'Q/2026-27/0042', salt: context.randomness };
  return freeze(draft, checkForSending(draft, facts), facts, identity) as QuotationVersion;
};
/** Version whose first line has other fields. */
function createVersionWithLine(fields: Partial<QuotationContent['lines'][number]>) {
  const [firstLine, ...otherLines] = content.lines;
  return createVersion({ ...content, lines: [{ ...firstLine!, ...fields }, ...otherLines] });
}
const makeDocument = (version: QuotationVersion, usedMaker = maker) =>
  usedMaker.make({
    data: createQuotationDocument(version, { lines: new Map() }),
    pictures: [],
    createdAt,
  });
const makePdf = async (version: QuotationVersion) => (await makeDocument(version)).pdf;

function readText(pdf: Uint8Array): string {
  const path = join(folder, 'quotation.pdf');
  writeFileSync(path, pdf);
  return execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' });
}

/** Pairs of words on a page whose boxes overlap, without the space above and below the letters. */
function findOverlaps(pdf: Uint8Array): readonly string[] {
  const path = join(folder, 'boxes.pdf');
  writeFileSync(path, pdf);
  const pages = execFileSync('pdftotext', ['-bbox', path, '-'], { encoding: 'utf8' }).split(
    '<page',
  );
  const wordBox = /xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(.*?)</g;
  return pages.flatMap((page) => {
    const words = [...page.matchAll(wordBox)].map(([, left, top, right, bottom, text]) => {
      const letterMargin = (Number(bottom) - Number(top)) / 3;
      return {
        left: Number(left),
        right: Number(right),
        text,
        top: Number(top) + letterMargin,
        bottom: Number(bottom) - letterMargin,
      };
    });
    type Word = (typeof words)[number];
    const overlap = (one: Word, other: Word): boolean =>
      Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
      Math.min(one.bottom, other.bottom) > Math.max(one.top, other.top);
    return words.flatMap((word, index) =>
      words
        .slice(index + 1)
        .filter((other) => overlap(word, other))
        .map((other) => `${word.text} / ${other.text}`),
    );
  });
}
/** Columns `emb`, `sub` and `uni` of `pdffonts`: the font is embedded, its text can be copied. */
const EMBEDDED_WITH_UNICODE = /yes yes yes/;
const listFonts = () =>
  execFileSync('pdffonts', [join(folder, 'quotation.pdf')], { encoding: 'utf8' })
    .split('\n')
    .slice(2)
    .filter((row) => row !== '');
const withoutSpaces = (text: string) => text.replace(/[\s\u200b]/gu, '');

describe('the PDF of a quotation', () => {
  test('has seller, customer, lines, totals, and the total in words', async () => {
    const text = readText(await makePdf(sent.data as QuotationVersion));
    for (const expected of [
      'Sharma Solar Private Limited',
      'GSTIN 27AAPFU0939F1ZV',
      'Rajesh Patil',
      'Q/2026-27/0042',
      'Solar panel 540 W',
      'HSN 8541',
      '10 pieces',
      '₹1,28,250.00',
      '₹1,46,250.00',
      'Rupees One Lakh Forty-Six Thousand Two Hundred Fifty Only',
      'Quotation, not a tax invoice',
      'GST at the rate on the day of the invoice',
      'Page 1 of 1',
    ])
      expect(text).toContain(expected);
    expect(text).not.toContain('Tax invoice');
    expect(text).not.toContain(context.randomness);
  });
  test.each(['en-IN', 'hi-IN'] as const)(
    'has the newest checkpoint on each page, in %s',
    async (language) => {
      const version = createVersion({ ...content, language });
      const checkpoint = { at: '29 Nov 2026, 6:00 am', root: 'qOhFWJTLNo/GQsTqO1+TXN' };
      const data = createQuotationDocument(version, { lines: new Map() }, { checkpoint });
      const text = withoutSpaces(
        readText((await maker.make({ data, pictures: [], createdAt })).pdf),
      );
      for (const expected of Object.values(checkpoint))
        expect(text).toContain(withoutSpaces(expected));
      expect(text).toContain(withoutSpaces(data.words['notATaxInvoice']!));
    },
  );
  test('is drawn, its first page in proportion and on white', async () => {
    const page = await maker.drawFirstPage(await makePdf(sent.data as QuotationVersion));
    const { width = 0, height = 0, hasAlpha } = await sharp(page).metadata();
    expect([width, Math.round((height / width) * 100), hasAlpha]).toEqual([1_280, 141, false]);
    const { channels } = await sharp(page).stats();
    expect(channels.map(({ max }) => max)).toEqual([255, 255, 255]);
    expect(channels[0]!.min).toBeLessThan(80);
  });
  test('is not drawn if it is damaged, and the next one is', async () => {
    expect(await maker.drawFirstPage(Buffer.from('%PDF-1.4\nnothing'))).toBeUndefined();
    expect(await maker.drawFirstPage(await makePdf(sent.data as QuotationVersion))).toBeDefined();
  });
  test('embeds its fonts with Unicode', async () => {
    readText(await makePdf(sent.data as QuotationVersion));
    expect(listFonts().length).toBeGreaterThan(0);
    for (const font of listFonts()) expect(font).toMatch(EMBEDDED_WITH_UNICODE);
  });
  test('has the same bytes for the same version', async () => {
    const version = createVersion(contentInFull);
    expect(
      Buffer.compare(Buffer.from(await makePdf(version)), Buffer.from(await makePdf(version))),
    ).toBe(0);
  });
  test('is in Hindi where that was chosen', async () => {
    const text = readText(await makePdf(createVersion({ ...content, language: 'hi-IN' })));
    expect(withoutSpaces(text)).toContain(withoutSpaces('रुपये एक लाख छियालीस हज़ार दो सौ पचास मात्र'));
  });
  test.each([
    ['Devanagari', 'Model:क्षत्रिय विद्युत् श्रीमती'],
    ['Bengali', 'বাংলা সৌর প্যানেল ক্ষমতা'],
    ['Gujarati', 'ગુજરાતી સૌર પેનલ'],
    ['Gurmukhi', 'ਪੰਜਾਬੀ ਸੂਰਜੀ ਪੈਨਲ'],
    ['Kannada', 'ಕನ್ನಡ ಸೌರ ಫಲಕ'],
    ['Malayalam', 'മലയാളം സൗരം'],
    ['Odia', 'ଓଡ଼ିଆ ସୌର ଶକ୍ତି'],
    ['Tamil', 'தமிழ் சூரிய மின்'],
    ['Telugu', 'తెలుగు సౌర ఫలకం'],
  ])('can be searched in %s', async (_, name) => {
    const text = readText(await makePdf(createVersionWithLine({ name })));
    expect(withoutSpaces(text)).toContain(withoutSpaces(name));
    for (const font of listFonts()) expect(font).toMatch(EMBEDDED_WITH_UNICODE);
  });
  test('has 1,000 Hindi words as they were written', async () => {
    const catalogue = readFileSync('frontend/src/words/hi-IN.json', 'utf8');
    const words = [...new Set(catalogue.match(/[\p{Script=Devanagari}\u200c\u200d]+/gu))];
    const sample = words.slice(0, 1_000);
    expect(sample).toHaveLength(1_000);
    const [line] = content.lines;
    const lines = Array.from({ length: 10 }, (_, index) => ({
      ...line!,
      lineId: newId(),
      description: sample.slice(index * 100, index * 100 + 100).join(' '),
    }));
    const text = withoutSpaces(readText(await makePdf(createVersion({ ...content, lines }))));
    expect(sample.filter((word) => !text.includes(word))).toEqual([]);
  });
  test('has the sign of the rupee at every amount', async () => {
    const text = readText(await makePdf(createVersion({ ...contentInFull, language: 'en-IN' })));
    const amounts = text.match(/\S*\d\.\d\d(?!\d)/gu) ?? [];
    expect(amounts.length).toBeGreaterThan(20);
    for (const amount of amounts) expect(amount).toMatch(/^−?₹[\d,]+\.\d\d$/u);
  });
  test('keeps words, rates and totals on one page, wherever the lines end', async () => {
    const [first] = content.lines;
    for (let count = 14; count <= 34; count++) {
      const lines = Array.from({ length: count }, () => ({ ...first!, lineId: newId() }));
      const pages = readText(await makePdf(createVersion({ ...content, lines }))).split('\f');
      const [wordsPage, subtotalPage] = ['Amount in words', 'Subtotal'].map((text) =>
        pages.findIndex((page) => page.includes(text)),
      );
      const totalPage = pages.findLastIndex((page) => /^.*\bTotal\b +₹/mu.test(page));
      expect({ count, wordsPage, subtotalPage }).toEqual({
        count,
        wordsPage: totalPage,
        subtotalPage: totalPage,
      });
      for (const page of pages.filter((page) => page.includes('Solar panel')))
        expect(page).toMatch(/No\. +Item +Quantity/);
    }
  });
  test('keeps the beginning of a description on the page of its line', async () => {
    const [first] = content.lines;
    const readPages = async (descriptions: readonly string[]) => {
      const lines = descriptions.map((description, index) => {
        const name = `Panel ${index + 1}.`;
        return { ...first!, lineId: newId(), name, description };
      });
      return readText(await makePdf(createVersion({ ...content, lines }))).split('\f');
    };
    for (let rows = 1; rows <= 8; rows++) {
      const descriptions = Array.from({ length: 40 }, (_, index) =>
        [`About ${index + 1}.`, ...Array.from({ length: rows - 1 }, () => 'More')].join('\n'),
      );
      const pages = await readPages(descriptions);
      const findPage = (text: string) => pages.findIndex((page) => page.includes(text));
      for (let line = 1; line <= 40; line++) {
        expect(findPage(`Panel ${line}.`)).toBeGreaterThanOrEqual(0);
        expect([line, findPage(`About ${line}.`)]).toEqual([line, findPage(`Panel ${line}.`)]);
      }
    }
    const longDescription = Array.from({ length: 480 }, (_, row) => `${row}.`).join('\n');
    const pages = await readPages([longDescription, longDescription]);
    const secondLinePage = pages.findIndex((page) => page.includes('Panel 2.'));
    expect(pages[secondLinePage]).toMatch(/Panel 2\.[^]*^\s+0\.$[^]*^\s+9\.$/m);
    const rows = pages.flatMap((page) => page.match(/^\s+\d+\.$/gm) ?? []);
    expect(rows).toHaveLength(960);
  });
  test.each(['en-IN', 'hi-IN'] as const)(
    'has no overlapping texts with the longest names and amounts, in %s',
    async (language) => {
      const [first] = content.lines;
      const names = [
        'W'.repeat(120),
        'UNINTERRUPTIBLE three-phase inverter '.repeat(4).slice(0, 120),
        'क्षत्रियविद्युत्श्रीमती इन्वर्टर '.repeat(4).slice(0, 120),
      ];
      const lines = Array.from({ length: 12 }, (_, index) => ({
        ...first!,
        lineId: newId(),
        name: names[index % names.length]!,
        unitPricePaise: 9_99_999_00,
        quantityThousandths: index === 0 ? 900_000 : 1_000,
        discountBasisPoints: 1_234,
      }));
      const version = createVersion({ ...content, language, lines });
      const path = 'pictures/line.svg';
      const bytes = Buffer.from(qrCodeSvg('picture'));
      const { pdf } = await maker.make({
        data: createQuotationDocument(version, {
          lines: new Map(lines.slice(0, 6).map(({ lineId }) => [lineId, path])),
        }),
        pictures: [{ path, bytes }],
        createdAt,
      });
      expect(findOverlaps(pdf)).toEqual([]);
    },
  );
  test('takes texts as they are, never as markup', async () => {
    const name = '#panic("x") *b* $1$ <a> // @r \\ _i_';
    const text = readText(await makePdf(createVersionWithLine({ name })));
    expect(withoutSpaces(text)).toContain(withoutSpaces(name));
  });
  test.each([
    ['long words', 'W'.repeat(120)],
    ['a name of 2,000 characters', 'Venkatanarasimharajuvaripeta '.repeat(69).slice(0, 2_000)],
    ['emoji', '🏠🔋 Solar 👨‍👩‍👧'],
    ['right-to-left text', 'شركة الطاقة'],
    ['a script without a font', 'ᎣᏏᏲ 太陽'],
  ])('is made with %s', async (_, name) => {
    const description = name.repeat(16).slice(0, 2_000);
    const version = createVersionWithLine({ name, description });
    expect((await makePdf(version)).length).toBeGreaterThan(1_000);
  });
});

const withSeller = (fields: object): QuotationVersion => ({
  ...(sent.data as QuotationVersion),
  seller: {
    ...sent.data.seller,
    upiId: 'sharma.solar@okhdfc',
    upiKind: 'person',
    advanceBasisPoints: 2_500,
    ...fields,
  },
});

/** Document with the QR code of its advance, as the job makes it. */
function makeWithAdvance(version: QuotationVersion): Promise<{ readonly pdf: Uint8Array }> {
  const advance = upiAdvance(version, version.totalPaise);
  const path = 'pictures/advance.svg';
  return maker.make({
    data: createQuotationDocument(version, { lines: new Map(), ...(advance && { qr: path }) }),
    pictures: advance ? [{ path, bytes: Buffer.from(qrCodeSvg(advance.link)) }] : [],
    createdAt,
  });
}

/** Text of the QR code on the first page. */
async function readQrCode(pdf: Uint8Array): Promise<string | undefined> {
  writeFileSync(join(folder, 'scanned.pdf'), pdf);
  execFileSync('pdftoppm', ['-r', '150', '-png', '-singlefile', 'scanned.pdf', 'scanned'], {
    cwd: folder,
  });
  const { data, info } = await sharp(join(folder, 'scanned.png'))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return readQr(new Uint8ClampedArray(data), info.width, info.height)?.data;
}

describe('the QR code', () => {
  test('asks for the amount that is printed as the advance', async () => {
    const version = withSeller({});
    const { pdf } = await makeWithAdvance(version);
    const link = await readQrCode(pdf);
    const fields = new URL(link!).searchParams;
    expect(fields.get('am')).toBe('36562.50');
    expect(fields.get('pa')).toBe('sharma.solar@okhdfc');
    expect(readText(pdf)).toContain('₹36,562.50');
  });
  test('is hidden above the limit of a person, and the UPI id stays', async () => {
    const { pdf } = await makeWithAdvance(withSeller({ advanceBasisPoints: 10_000 }));
    expect(await readQrCode(pdf)).toBeUndefined();
    expect(readText(pdf)).toContain('sharma.solar@okhdfc');
  });
});

describe('the accepted copy', () => {
  const acceptance = {
    at: '21 Nov 2026, 3:00 pm',
    name: 'Rajesh Patil',
    phone: '+919822041736',
    device: 'Chrome on Android',
    network: '49.36.10.20',
    pdfSha256: 'ab'.repeat(32),
  };
  const makeCopy = (version: QuotationVersion) =>
    maker.make({
      data: createQuotationDocument(
        version,
        { lines: new Map(), signature: 'pictures/signature.svg' },
        { acceptance },
      ),
      pictures: [
        {
          path: 'pictures/signature.svg',
          bytes: Buffer.from(signatureSvg('40,120 80,60 120,140;160,100 240,100;9000,1')!),
        },
      ],
      createdAt,
      standard: 'a-2b',
    });
  test('has a certificate, and is PDF/A-2b', async () => {
    const { pdf } = await makeCopy(sent.data as QuotationVersion);
    const text = readText(pdf);
    for (const expected of ['Certificate of acceptance', ...Object.values(acceptance)])
      expect(withoutSpaces(text)).toContain(withoutSpaces(expected));
    expect(Buffer.from(pdf).toString('latin1')).toMatch(/pdfaid:part>2<.*pdfaid:conformance>B</s);
  });
  test('is made even if it has characters without a glyph', async () => {
    const version = createVersionWithLine({ name: 'Panel 🏠 太' });
    expect((await makeCopy(version)).missing).toEqual(['🏠', '太']);
  });
});

test('characters that no font has are named, and those that are never drawn are not', async () => {
  const makeWithName = (name: string) => makeDocument(createVersionWithLine({ name }));
  expect((await makeWithName('Panel 🏠 太陽 🏠')).missing).toEqual(['🏠', '太', '陽']);
  expect((await makeWithName('क्षत्रिय ₹ ਪੰਜਾਬੀ \u200d\ufe0f “é” × −')).missing).toEqual([]);
});

describe('the process that makes PDFs', () => {
  test('ends after a number of documents, and the next one starts another', async () => {
    const { options } = maker;
    maker.options = { ...options, maxDocuments: 1 };
    await makePdf(sent.data as QuotationVersion);
    expect((await makePdf(sent.data as QuotationVersion)).length).toBeGreaterThan(1_000);
    maker.options = options;
  });
  test('may be killed in mid-document: the next try makes it', async () => {
    const version = createVersion(contentInFull);
    await makePdf(version);
    const { child } = maker as unknown as { readonly child: { kill(signal: string): void } };
    const failing = makePdf(version);
    // A stopped process cannot finish the document before it is killed.
    child.kill('SIGSTOP');
    setImmediate(() => child.kill('SIGKILL'));
    await expect(failing).rejects.toThrow(Unavailable);
    expect((await makePdf(version)).length).toBeGreaterThan(1_000);
  });
  test('makes the documents that jobs wait for before it ends', async () => {
    const stoppingMaker = new PdfMaker();
    stoppingMaker.execArgv = fromSource;
    stoppingMaker.options = maker.options;
    const version = createVersion(contentInFull);
    const made = makeDocument(version, stoppingMaker);
    stoppingMaker.onModuleDestroy();
    const next = makeDocument(version, stoppingMaker);
    expect((await made).pdf.length).toBeGreaterThan(1_000);
    expect((await next).pdf).toEqual((await made).pdf);
    expect(stoppingMaker).toMatchObject({ child: undefined });
  });
  test('is ended when a document takes too long, which may be tried again', async () => {
    const { options } = maker;
    maker.options = { ...options, workTimeoutMs: 1 };
    await expect(makePdf(sent.data as QuotationVersion)).rejects.toThrow(Unavailable);
    maker.options = options;
    expect((await makePdf(sent.data as QuotationVersion)).length).toBeGreaterThan(1_000);
  });
});
