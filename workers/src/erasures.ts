import { aggregates } from '#domain/aggregates.js';
import { systemClock } from '#platform/common/clock.js';
import { BadConfig, readConfig } from '#platform/common/config/config.js';
import { parseStream } from '#platform/event-log/subject.js';
import { FileRecords } from '#platform/files/file-records.js';
import { openParts } from '#platform/process/open-parts.js';
import { print, runProcess } from '#platform/process/run-process.js';
import { eventCatalogue } from '#platform/sealing/event-catalogue.js';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readHeldRecords, readHeldRecord } from './erasures/held-records.js';

/**
 * `npm run erasures -- list` lists erased records with held keys; `… copy <record> <folder>` writes
 * a record's events to a folder, to be entered again (docs/operations.md, "An erasure by mistake").
 */
runProcess(async () => {
  const [, , action, stream = '', folder = ''] = process.argv;
  if (action !== 'list' && (action !== 'copy' || stream === '' || folder === ''))
    throw new BadConfig(
      'Use it as: npm run erasures -- list, or: npm run erasures -- copy <record> <folder>',
    );
  const parts = await openParts(readConfig(process.env), ['log', 'keys', 'secrets', 'files'], {
    clock: systemClock,
    onJobFailure: () => {},
    onTrouble: () => {},
  });
  try {
    if (action === 'list') await printHeldRecords(parts);
    else await copyHeldRecord(parts, stream, folder);
  } finally {
    await parts.close();
  }
  process.exit(0);
});

type Parts = Awaited<ReturnType<typeof openParts<'log' | 'keys' | 'secrets' | 'files'>>>;

async function printHeldRecords({ log, keys }: Parts): Promise<void> {
  let count = 0;
  for await (const { stream, erasedAt, until } of readHeldRecords({ log, keys, aggregates })) {
    print(`${stream} was erased at ${erasedAt} and is destroyed for good at ${until}`);
    count++;
  }
  print(`Erased records that are held: ${count}.`);
}

async function copyHeldRecord(
  { log, keys, secrets, files }: Parts,
  erasedStream: string,
  folder: string,
): Promise<void> {
  const events = await readHeldRecord(
    { log, keys, aggregates, catalogue: eventCatalogue(aggregates.map((each) => each.events)) },
    erasedStream,
  );
  if (events.length === 0)
    throw new BadConfig(
      `No key of ${erasedStream} is held: it was not erased, or its key is destroyed.`,
    );
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const recordData = events.map(
    ({ stream, type, data, metadata: { at, capturedAt, actorId } }) => ({
      of: stream,
      type,
      at,
      capturedAt,
      actorId,
      data,
    }),
  );
  await writeFile(join(folder, 'record.json'), `${JSON.stringify(recordData, undefined, 2)}\n`, {
    mode: 0o600,
  });
  const { id: leadId } = parseStream(erasedStream);
  let fileCount = 0;
  for (const { key, record } of await new FileRecords(secrets).findHeld()) {
    const isOfRecord = record.leadId === leadId || record.usedBy === erasedStream;
    const content = isOfRecord && (await files.read(key));
    if (!content) continue;
    await writeFile(join(folder, `${key}.${record.contentType.split('/')[1]}`), content, {
      mode: 0o600,
    });
    fileCount++;
  }
  print(
    `Copied to ${folder}. Events: ${events.length}, files: ${fileCount}. The record stays erased: enter anew what is to be kept, and remove the folder.`,
  );
}
