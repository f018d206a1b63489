import { EventLogOnEventStore } from '#platform/event-log/event-log-on-eventstore.js';
import { BEFORE_ALL } from '#platform/event-log/event-log.js';
import type { Misfit } from '#platform/notary/misfit.js';
import { isMadeFromLog } from '#platform/notary/trees/tile-records.js';
import { copyLog } from '#workers/moving/copy-log.js';
import { fromBase64 } from '#platform/proof/encoding.js';
import { folders } from '#platform/testing/folders.js';
import { injectNotaryFaults } from '#platform/testing/notary/notary-faults.js';
import { NotarizedLog } from '#platform/testing/notary/notary-for-specs.js';
import { seededRandom } from '#platform/testing/notary/tampering.js';
import { countRuns } from '#platform/testing/times.js';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EventStoreStandIn } from './event-store-stand-in/event-store-stand-in.js';

/**
 * Tampering with a log on EventStoreDB by somebody with access to that server alone: tiles, records
 * and keys stay.
 */

const folder = folders();
let sourceFolder: string;
let keptCheckpoint: { readonly size: number; readonly root: Uint8Array };

async function runOnServer<Result>(
  path: string,
  work: (parts: NotarizedLog) => Promise<Result>,
): Promise<Result> {
  const standIn = await EventStoreStandIn.start(join(path, 'log.jsonl'));
  const parts = NotarizedLog.open(path, { log: EventLogOnEventStore.open(standIn.url) });
  try {
    return await work(parts);
  } finally {
    await parts.close();
    await standIn.stop();
  }
}

beforeAll(async () => {
  sourceFolder = folder();
  await runOnServer(sourceFolder, async (parts) => {
    for (let stream = 0; stream < 100; stream++) await parts.append(`count-${stream}`, 2);
    await parts.notary.coverNow();
    for (let stream = 50; stream < 110; stream++) await parts.append(`count-${stream}`, 1);
    const { size, root } = await parts.notary.coverNow();
    keptCheckpoint = { size, root: fromBase64(root)! };
    expect(await parts.notary.check()).toEqual([]);
    const proof = await parts.notary.proveRecord('count-70', 2, [0, 1]);
    expect(proof.others).toHaveLength(2);
  });
});

type Line = { readonly stream: string; readonly events: readonly { readonly data: string }[] };
const streamName = (line: string): string => (JSON.parse(line) as Line).stream;
/** Enough lines to remove an event: the last line is empty. */
const MIN_CUT_LINES = 4;
const isCounted = (line: string): boolean => line !== '' && /"stream":"count-/.test(line);

/** Edits of the log file's lines. A misfit must name one of the returned streams, or the log. */
const tamperings: Readonly<
  Record<string, (lines: string[], pick: (limit: number) => number) => readonly string[]>
> = {
  'a changed event': (lines, pick) => {
    const index = lines.indexOf(lines.filter(isCounted)[pick(150)]!);
    lines[index] = lines[index]!.replace(/number\\":(\d)/, (_, digit: string) => {
      return `number\\":${(Number(digit) % 9) + 1}`;
    });
    return [streamName(lines[index])];
  },
  'a removed append': (lines, pick) => {
    const index = lines.indexOf(lines.filter(isCounted)[pick(150)]!);
    const [removedLine] = lines.splice(index, 1);
    return [streamName(removedLine!)];
  },
  'an added append': (lines, pick) => {
    const index = lines.indexOf(lines.filter(isCounted)[pick(150)]!);
    lines.splice(index, 0, lines[index]!.replaceAll(/count-\d+/g, 'count-added'));
    return ['count-added'];
  },
  'two exchanged appends': (lines, pick) => {
    const countedLines = lines.filter(isCounted);
    const [firstIndex, secondIndex] = [pick(70), 80 + pick(60)].map((index) =>
      lines.indexOf(countedLines[index]!),
    );
    [lines[firstIndex!], lines[secondIndex!]] = [lines[secondIndex!]!, lines[firstIndex!]!];
    return [streamName(lines[firstIndex!]!), streamName(lines[secondIndex!]!)];
  },
  'a removed stream': (lines, pick) => {
    const stream = streamName(lines.filter(isCounted)[pick(150)]!);
    lines.splice(0, lines.length, ...lines.filter((line) => !line.includes(`"${stream}"`)));
    return [stream];
  },
  'a cut end': (lines, pick) => {
    lines.splice(lines.length - MIN_CUT_LINES - pick(50));
    return [];
  },
};

describe('tampering with a log on EventStoreDB', () => {
  test.each(Object.keys(tamperings))('%s is found and named', async (kind) => {
    for (let seed = 1; seed <= countRuns(10); seed++) {
      const path = folder();
      cpSync(sourceFolder, path, { recursive: true });
      const file = join(path, 'log.jsonl');
      const lines = readFileSync(file, 'utf8').split('\n');
      const random = seededRandom(seed);
      const streams = tamperings[kind]!(lines, (limit) => Math.floor(random() * limit));
      writeFileSync(file, lines.join('\n'));
      const misfits = await runOnServer(path, ({ notary }) =>
        notary.check(undefined, [{ ...keptCheckpoint, isKept: true }]),
      );
      expect({ misfits, named: misfits.some(isNamed(streams)) }).toMatchObject({ named: true });
    }
  });
});

test('no origin ever has two roots for one size, whatever is killed, rebuilt or restored', async () => {
  const closeFunctions: (() => Promise<unknown>)[] = [];
  const openLog = async () => {
    const standIn = await EventStoreStandIn.start(join(folder(), 'log.jsonl'));
    const log = EventLogOnEventStore.open(standIn.url);
    closeFunctions.push(() => log.close().then(() => standIn.stop()));
    return log;
  };
  await injectNotaryFaults({ faults: countRuns(50), createFolder: folder, openLog });
  await Promise.all(closeFunctions.map((close) => close()));
}, 3_600_000);

test('a log that was moved to EventStoreDB is signed on under its origin', async () => {
  const sourceParts = NotarizedLog.open(folder());
  for (let stream = 0; stream < 100; stream++) await sourceParts.append(`count-${stream}`, 3);
  const firstCheckpoint = await sourceParts.notary.coverNow();
  await runOnServer(folder(), async (targetParts) => {
    await targetParts.keys.copyFrom(sourceParts.keys, {
      sourceLog: await bindKeys(sourceParts),
      targetLog: await bindKeys(targetParts),
    });
    for await (const { kind, id, value } of sourceParts.secrets.readAll())
      if (!isMadeFromLog(kind)) await targetParts.secrets.put(kind, id, value, { expected: 0 });
    await copyLog(sourceParts.log, targetParts.log, { events: 0, position: BEFORE_ALL });
    expect(await targetParts.notary.readNewest()).toBeUndefined();
    const { note, size } = await targetParts.notary.coverNow();
    expect([note, size]).toEqual([firstCheckpoint.note, firstCheckpoint.size]);
    await targetParts.append('count-1', 1);
    const proof = await targetParts.notary.proveRecord('count-1', 3);
    expect(proof.checkpoint.note.split('\n')[0]).toBe(firstCheckpoint.note.split('\n')[0]);
    expect(await targetParts.notary.readVerifierKeys()).toEqual(
      await sourceParts.notary.readVerifierKeys(),
    );
    expect(await targetParts.notary.check()).toEqual([]);
  });
  await sourceParts.close();
});

/** Binds the keys to their log, as a start does. */
async function bindKeys({ log, keys }: NotarizedLog): Promise<string> {
  const identity = await log.readIdentity();
  await keys.bindToLog(identity, { hasEvents: false });
  return identity;
}

/** Whether a misfit names one of the streams, or the position in the log. */
const isNamed =
  (streams: readonly string[]) =>
  (misfit: Misfit): boolean =>
    misfit.part === 'log' || (misfit.part === 'event' && streams.includes(misfit.stream));
