import { content, createQuotationContext } from '#domain/quotations/quotation.examples.js';
import { context, fullDetails } from '#domain/leads/lead.examples.js';
import type { QuotationVersion } from '#domain/quotations/quotation.js';
import { checkForSending, freeze } from '#domain/quotations/sending.js';
import { PdfMaker } from '#workers/documents/pdf-maker.js';
import { createQuotationDocument } from '#workers/quotations/pdf/quotation-document.js';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type Row, median, percentile, row } from '../table.js';

const DOCUMENTS = 200;
const FIRST_DOCUMENTS = 5;
const LONG_DOCUMENTS = 10;
const MEGABYTE = 1_000_000;
/** Time of creation that the documents name, in seconds since 1970. */
const CREATED_AT = 1_795_000_000;

/** Measures PDFs of quotations: ten lines, the first one of a process, 200 lines, memory. */
export async function benchPdf(): Promise<readonly Row[]> {
  const [shortVersion, longVersion] = [versionOf(10), versionOf(200)];
  const firstTimes: number[] = [];
  for (let round = 0; round < FIRST_DOCUMENTS; round++) {
    const maker = createBuiltMaker();
    firstTimes.push((await measureMake(maker, shortVersion)).ms);
    maker.onModuleDestroy();
  }
  const maker = createBuiltMaker();
  await measureMake(maker, shortVersion);
  const [shortTimes, longTimes] = [[], []] as [number[], number[]];
  let residentBytes = 0;
  for (let index = 0; index < DOCUMENTS; index++) {
    const measured = await measureMake(maker, shortVersion);
    shortTimes.push(measured.ms);
    residentBytes = Math.max(residentBytes, measured.residentBytes);
  }
  for (let index = 0; index < LONG_DOCUMENTS; index++) {
    const measured = await measureMake(maker, longVersion);
    longTimes.push(measured.ms);
    residentBytes = Math.max(residentBytes, measured.residentBytes);
  }
  maker.onModuleDestroy();
  return [
    row('pdf', `10 lines, 95th percentile of ${DOCUMENTS}`, percentile(shortTimes, 95), 'ms', {
      atMost: 100,
    }),
    row('pdf', `first in a process, median of ${FIRST_DOCUMENTS}`, median(firstTimes), 'ms', {
      atMost: 500,
    }),
    row('pdf', `200 lines, slowest of ${LONG_DOCUMENTS}`, Math.max(...longTimes), 'ms', {
      atMost: 1_000,
    }),
    row('pdf', 'memory of the process at most', residentBytes / MEGABYTE, 'MB', {
      atMost: 300,
    }),
  ];
}

/** Maker with the built process, as servers run it. */
function createBuiltMaker(): PdfMaker {
  const maker = new PdfMaker();
  const program = join(process.cwd(), 'dist/workers/src/documents/pdf-process.js');
  maker.options = { ...maker.options, program: () => program };
  return maker;
}

async function measureMake(maker: PdfMaker, version: QuotationVersion) {
  const data = createQuotationDocument(version, { lines: new Map() });
  const startedAt = performance.now();
  const { residentBytes } = await maker.make({ data, pictures: [], createdAt: CREATED_AT });
  return { ms: performance.now() - startedAt, residentBytes };
}

function versionOf(lines: number): QuotationVersion {
  const [line] = content.lines;
  const draft = {
    ...content,
    discountPaise: undefined,
    transportPaise: undefined,
    lines: Array.from({ length: lines }, (_, index) => ({
      ...line!,
      lineId: randomUUID(),
      name: `Solar panel ${index + 1}`,
    })),
  };
  const facts = {
    organization: createQuotationContext().organization,
    lead: fullDetails,
    products: new Map(),
    role: 'admin' as const,
    today: context.today,
  };
  const frozenFields = { version: 1, number: 'Q/2026-27/0042', salt: context.randomness };
  return freeze(draft, checkForSending(draft, facts), facts, frozenFields) as QuotationVersion;
}
