import { aggregates } from '#domain/aggregates.js';
import { addMilliseconds, pause } from '#platform/common/clock.js';
import { EventLogOnSqlite } from '#platform/event-log/event-log-on-sqlite.js';
import { eventCatalogue } from '#platform/sealing/event-catalogue.js';
import { KeyStoreOnSqlite } from '#platform/sealing/key-store/key-store-on-sqlite.js';
import { createSealing } from '#platform/sealing/sealing.js';
import { SqliteFile } from '#platform/storage/embedded/sqlite-file.js';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { type InflateRaw, createInflateRaw } from 'node:zlib';
import { cookieOf, createTeam } from '../../../test/acceptance/product/person.js';
import { Product } from '../../../test/acceptance/product/product.js';
import { createAppender, writeLeads } from '../large-log.js';
import { measureBytesInUse, collectingGarbage, readResidentBytes } from '../process-usage.js';
import { type Row, row } from '../table.js';
import { waitForViews } from '../wait-for-views.js';

const DAYS = 90;
/**
 * Newest days that are exported before memory is measured. Reading them fills the page caches of
 * SQLite (32 MB for the log, 64 MB for the views), which any other reading would fill.
 */
const WARM_UP_DAYS = 60;
const DAY_MS = 24 * 60 * 60_000;
const SAMPLE_MS = 2_000;
/**
 * Length of a ZIP entry's local header, and the offsets of the lengths of its name and extra field.
 */
const HEADER_BYTES = 30;
const NAME_LENGTH_AT = 26;
const EXTRA_LENGTH_AT = 28;
const LINE_FEED = 0x0a;

/** Measures the export of a large organization's whole feed: rows, time and memory. */
export async function benchAuditExport({
  events,
  print,
}: {
  readonly events: number;
  readonly print: (line: string) => void;
}): Promise<readonly Row[]> {
  const product = await Product.start({ env: collectingGarbage });
  try {
    const { admin, reps, organizationId } = await createTeam(product, 'Asha');
    await product.end();
    await writeInto(product.dataDir, organizationId, reps[0]!.id, events, print);
    await product.startListening();
    await waitForViews(product, 3_600_000);
    print('the views have all events');
    // Building views leaves free memory in the heap, which would hide the need of the export.
    await product.end();
    await product.startListening();
    await waitForViews(product);

    const countExported = async (query: string) => {
      const answer = await fetch(`${product.url}/api/audit.zip${query}`, {
        headers: { cookie: cookieOf(admin) },
      });
      if (!answer.ok) throw new Error(`The export was answered ${answer.status}`);
      return countRows(answer.body!);
    };
    const warmUpFrom = addMilliseconds(new Date().toISOString(), -WARM_UP_DAYS * DAY_MS);
    await countExported(`?from=${warmUpFrom.slice(0, 10)}`);
    const before = await measureBytesInUse(product);
    const samples: { readonly inUse: number; readonly resident: number }[] = [];
    const exporting = new AbortController();
    const sampling = sampleMemory(product, samples, exporting.signal);
    const since = performance.now();
    const { rows, bytes } = await countExported('');
    const seconds = (performance.now() - since) / 1_000;
    exporting.abort();
    await sampling;
    const inUse = Math.max(...samples.map((sample) => sample.inUse));
    const resident = Math.max(...samples.map((sample) => sample.resident));
    return [
      row(
        'audit-export',
        `${events} events: memory in use beside it`,
        (inUse - before) / 1e6,
        'MB',
        {
          atMost: 50,
          note: `${Math.round(before / 1e6)} MB before, ${samples.length} samples after a collection`,
        },
      ),
      row(
        'audit-export',
        'resident memory with what is not collected yet',
        (resident - before) / 1e6,
        'MB',
      ),
      row('audit-export', 'rows of the CSV', rows - 1, '', {
        atLeast: events,
        note: `${Math.round(bytes / 1e6)} MB in ZIP`,
      }),
      row('audit-export', 'time', seconds, 's'),
    ];
  } finally {
    await product.dispose();
  }
}

/** Adds a sample every two seconds: the memory right before and right after a collection. */
async function sampleMemory(
  product: Product,
  samples: { readonly inUse: number; readonly resident: number }[],
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const resident = readResidentBytes(product);
    samples.push({ resident, inUse: await measureBytesInUse(product) });
    await pause(SAMPLE_MS);
  }
}

/** Writes leads into the files of a product that does not run. */
async function writeInto(
  dataDir: string,
  organizationId: string,
  assignedTo: string,
  events: number,
  print: (line: string) => void,
): Promise<void> {
  SqliteFile.synchronous = 'NORMAL';
  const log = EventLogOnSqlite.open(join(dataDir, 'log.sqlite'));
  const keys = KeyStoreOnSqlite.open(join(dataDir, 'keys.sqlite'));
  const sealing = createSealing({
    catalogue: eventCatalogue(aggregates.map((aggregate) => aggregate.events)),
    keys,
  });
  try {
    const start = addMilliseconds(new Date().toISOString(), -DAYS * DAY_MS);
    const append = createAppender({ log, sealing, organizationId });
    await writeLeads({ events, days: DAYS, start, organizationId, assignedTo, append, print });
  } finally {
    await keys.close();
    await log.close();
  }
}

/**
 * Counts the lines of a ZIP's first file as a stream.
 * @throws Error if the file is truncated
 */
async function countRows(
  body: AsyncIterable<Uint8Array>,
): Promise<{ readonly rows: number; readonly bytes: number }> {
  let [rows, bytes] = [0, 0];
  const inflating = createInflateRaw();
  const counting = countLines(inflating).then((lines) => (rows = lines));
  // Bytes before the content of the first file; `undefined` once that content has begun.
  let head: Buffer | undefined = Buffer.alloc(0);
  for await (const chunk of body) {
    bytes += chunk.length;
    let content: Uint8Array = chunk;
    if (head) {
      head = Buffer.concat([head, chunk]);
      const start = findContentStart(head);
      if (start === undefined) continue;
      content = head.subarray(start);
      head = undefined;
    }
    // The inflater ends with the first file, so bytes of the next files are skipped.
    if (!inflating.readableEnded && !inflating.write(content))
      await new Promise((resolve) => inflating.once('drain', resolve));
  }
  inflating.end();
  await counting;
  return { rows, bytes };
}

function findContentStart(head: Buffer): number | undefined {
  if (head.length < HEADER_BYTES) return undefined;
  const start =
    HEADER_BYTES + head.readUInt16LE(NAME_LENGTH_AT) + head.readUInt16LE(EXTRA_LENGTH_AT);
  return head.length > start ? start : undefined;
}

async function countLines(text: InflateRaw): Promise<number> {
  let lines = 0;
  for await (const chunk of text as AsyncIterable<Buffer>)
    for (const byte of chunk) if (byte === LINE_FEED) lines++;
  return lines;
}
