import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fromBase64 } from '../proof/encoding.js';
import type { Checkpoint } from '../proof/record-proof.js';
import { SqliteFile } from '../storage/embedded/sqlite-file.js';
import { folders } from '../testing/folders.js';
import { NotarizedLog } from '../testing/notary/notary-for-specs.js';
import { TamperedFolder, seededRandom } from '../testing/notary/tampering.js';
import type { Misfit } from './misfit.js';

/** Number of tamperings; `npm test` tries a few of each kind. */
const TAMPERINGS = process.env['THOROUGH'] === '1' ? 10_000 : 34;

/** Timeout for a thorough run. */
const HOUR_MS = 3_600_000;
const createFolder = folders();
let source: string;
/** Newest checkpoint, kept outside the installation. */
let kept: Checkpoint;
/** Events that the tiles cover. */
let covered: number;

beforeAll(async () => {
  SqliteFile.synchronous = 'NORMAL';
  source = createFolder();
  const parts = NotarizedLog.open(source);
  for (let stream = 0; stream < 90; stream++) await parts.append(`count-${stream}`, 2);
  await parts.notary.coverNow();
  for (let stream = 60; stream < 130; stream++) await parts.append(`count-${stream}`, 1);
  await parts.notary.coverNow();
  await parts.append('count-1', 2);
  kept = await parts.notary.coverNow();
  covered = kept.size;
  await parts.append('count-2', 1);
  await parts.append('count-last', 2);
  expect(await parts.notary.check()).toEqual([]);
  await parts.close();
});
afterAll(() => {
  SqliteFile.synchronous = 'FULL';
});

/**
 * Misfits of a folder: those that the next hourly round finds, and with `withKept` those against
 * the kept checkpoint.
 */
async function checkLog(
  path: string,
  { withKept }: { readonly withKept: boolean },
): Promise<readonly Misfit[]> {
  const parts = NotarizedLog.open(path);
  try {
    const keptRoots = withKept
      ? [{ size: kept.size, root: fromBase64(kept.root)!, isKept: true as const }]
      : [];
    const misfits = await parts.notary.check(undefined, keptRoots);
    if (misfits.length > 0) return misfits;
    await parts.notary.runRound(async () => {}).catch(() => undefined);
    return await parts.notary.checking.findMisfits(keptRoots);
  } finally {
    await parts.close();
  }
}

/** Index of an event that no tile covers. */
const NOT_COVERED = -1;
const FORGED_DATA = '{"number":4711}';
const namesEvent =
  (stream: string, revision: number, index: number) =>
  (misfits: readonly Misfit[]): boolean =>
    misfits.some(
      (misfit) =>
        (misfit.part === 'event' && misfit.stream === stream && misfit.revision === revision) ||
        (misfit.part === 'log' && misfit.index === index),
    );
const namesPart =
  (...parts: readonly Misfit['part'][]) =>
  (misfits: readonly Misfit[]): boolean =>
    misfits.some(({ part }) => parts.includes(part));

/** Tampers with a folder, and returns whether the misfits name the change. */
type Tampering = (folder: TamperedFolder) => (misfits: readonly Misfit[]) => boolean;

const coveredRow = (tampered: TamperedFolder) => {
  const index = tampered.integer(0, covered - 1);
  return { index, row: tampered.rows()[index]! };
};

const tamperings: Readonly<Record<string, Tampering>> = {
  'a flipped bit of an event': (tampered) => {
    const rows = tampered.rows();
    const index = tampered.integer(0, rows.length - 1);
    const row = rows[index]!;
    const column = tampered.pick(['type', 'data', 'metadata', 'stream'] as const);
    let flipped = tampered.flip(row[column]);
    // SQLite refuses to rename it to a stream that already has the revision.
    const { revision } = row;
    while (
      column === 'stream' &&
      rows.some((each) => each.stream === flipped && each.revision === revision)
    )
      flipped = tampered.flip(row[column]);
    tampered.log((database) =>
      tampered.run(
        database,
        `UPDATE events SET ${column} = ? WHERE position = ?`,
        flipped,
        row.position,
      ),
    );
    return namesEvent(column === 'stream' ? flipped : row.stream, row.revision, index);
  },
  'another revision': (tampered) => {
    const { index, row } = coveredRow(tampered);
    tampered.log((database) =>
      tampered.run(
        database,
        'UPDATE events SET revision = revision + 1000 WHERE position = ?',
        row.position,
      ),
    );
    return namesEvent(row.stream, row.revision + 1000, index);
  },
  'a removed event': (tampered) => {
    const { index, row } = coveredRow(tampered);
    tampered.log((database) =>
      tampered.run(database, 'DELETE FROM events WHERE position = ?', row.position),
    );
    return namesEvent(row.stream, row.revision, index);
  },
  'an added event with a wrong hash': (tampered) => {
    const { row, index } = coveredRow(tampered);
    tampered.log((database) => {
      tampered.makeRoom(database, row.position);
      tampered.run(
        database,
        "INSERT INTO events SELECT ?1, 'count-added', 0, type, data, metadata FROM events WHERE position = ?1 + 1",
        row.position,
      );
    });
    return namesEvent('count-added', 0, index);
  },
  'an added event with a right hash': (tampered) => {
    const { row, index } = coveredRow(tampered);
    const added = { ...row, stream: 'count-added', revision: 0, type: 'Counted' };
    const [hashed] = tampered.rehash([added]);
    const rows = tampered.rows();
    const shifted = rows.toSpliced(index, 0, hashed!);
    tampered.write(shifted.map((each, index) => ({ ...each, position: index + 1 })));
    return namesEvent('count-added', 0, index);
  },
  'an event added by hand at the end': (tampered) => {
    const row = tampered.rows()[0]!;
    tampered.log((database) =>
      tampered.run(
        database,
        'INSERT INTO events (stream, revision, type, data, metadata) VALUES (?, ?, ?, ?, ?)',
        'count-added',
        0,
        row.type,
        row.data,
        row.metadata,
      ),
    );
    return namesEvent('count-added', 0, NOT_COVERED);
  },
  'two exchanged events': (tampered) => {
    const [one, other] = [coveredRow(tampered), coveredRow(tampered)];
    const neighbour = one.index === 0 ? 1 : one.index - 1;
    const target = one.index === other.index ? neighbour : other.index;
    const rows = tampered.rows();
    const [first, second] = [rows[one.index]!, rows[target]!];
    tampered.write(
      rows
        .with(one.index, { ...second, position: first.position })
        .with(target, { ...first, position: second.position }),
    );
    return (misfits) =>
      namesEvent(first.stream, first.revision, one.index)(misfits) ||
      namesEvent(second.stream, second.revision, target)(misfits);
  },
  'a cut end': (tampered) => {
    const { row, index } = coveredRow(tampered);
    tampered.log((database) =>
      tampered.run(database, 'DELETE FROM events WHERE position >= ?', row.position),
    );
    return (misfits) =>
      namesEvent(row.stream, row.revision, index)(misfits) || namesPart('checkpoint')(misfits);
  },
  'a removed stream': (tampered) => {
    const { row } = coveredRow(tampered);
    tampered.log((database) =>
      tampered.run(database, 'DELETE FROM events WHERE stream = ?', row.stream),
    );
    return namesPart('log', 'event');
  },
  'a stream rewritten with new hashes': (tampered) => {
    const counted = tampered
      .rows()
      .findIndex(({ type }, index) => index >= tampered.integer(0, 200) && type === 'Counted');
    const rows = tampered.rows();
    const row = rows[counted]!;
    tampered.write(tampered.rehash(rows.with(counted, { ...row, data: FORGED_DATA })));
    return namesEvent(row.stream, row.revision, counted);
  },
  'a rewritten log with new tiles': (tampered) => {
    const rows = tampered.rows();
    tampered.write(tampered.rehash(rows.with(3, { ...rows[3]!, data: FORGED_DATA })));
    tampered.secrets((database) =>
      database.exec("DELETE FROM secrets WHERE kind LIKE 'notary tree' OR kind LIKE '% tiles'"),
    );
    return namesPart('checkpoint');
  },
  'a changed tile': (tampered) => {
    tampered.secrets((database) => {
      const tiles = database
        .prepare("SELECT kind, id, value FROM secrets WHERE kind LIKE 'notary % tiles'")
        .all([]) as { kind: string; id: string; value: string }[];
      const { kind, id, value } = tampered.pick(tiles);
      const tile = JSON.parse(value) as { hashes: string; after?: string[] };
      const bytes = Buffer.from(tile.hashes, 'base64');
      if (tile.after !== undefined && tampered.integer(0, 9) === 0)
        tile.after[0] = String(Number(tile.after[0]) + 1).padStart(20, '0');
      else bytes[tampered.integer(0, bytes.length - 1)]! ^= 1 << tampered.integer(0, 7);
      tampered.run(
        database,
        'UPDATE secrets SET value = ? WHERE kind = ? AND id = ?',
        JSON.stringify({ ...tile, hashes: bytes.toString('base64') }),
        kind,
        id,
      );
    });
    return namesPart('tile', 'heads');
  },
  'a removed tile': (tampered) => {
    tampered.secrets((database) =>
      database.exec(
        "DELETE FROM secrets WHERE rowid IN (SELECT rowid FROM secrets WHERE kind LIKE 'notary % tiles' ORDER BY random() LIMIT 1)",
      ),
    );
    return namesPart('tile', 'heads');
  },
  'a changed checkpoint': (tampered) => {
    const rows = tampered.rows();
    const signings = rows.flatMap(({ type }, index) =>
      type === 'CheckpointSigned' ? [index] : [],
    );
    const index = tampered.pick(signings);
    const row = rows[index]!;
    const data = JSON.parse(row.data) as { size: number; root: string; note: string };
    const changed = tampered.pick([
      { ...data, size: data.size - 1 },
      { ...data, root: Buffer.from(rows[0]!.metadata).subarray(0, 32).toString('base64') },
      { ...data, note: data.note.replace('crm.', 'crn.') },
      { ...data, note: data.note.replace(`\n${data.size}\n`, `\n${data.size - 1}\n`) },
    ]);
    tampered.write(tampered.rehash(rows.with(index, { ...row, data: canonicalOf(changed) })));
    return namesPart('checkpoint', 'event');
  },
  'a changed key': (tampered) => {
    tampered.keys((database) =>
      database.exec("UPDATE keys SET key = randomblob(32) WHERE id LIKE 'notary-%'"),
    );
    return namesPart('key');
  },
  'a removed key': (tampered) => {
    tampered.keys((database) => database.exec("DELETE FROM keys WHERE id LIKE 'notary-%'"));
    return namesPart('key');
  },
  'a removed register of origins': (tampered) => {
    tampered.log((database) => database.exec("DELETE FROM events WHERE stream = 'notary-log'"));
    return namesPart('log', 'event', 'checkpoint');
  },
};
const canonicalOf = (value: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(value, Object.keys(value).toSorted());

/** Tamperings that only the holder of a checkpoint can find (docs/proof.md). */
const tamperingsOfWholeLog: Readonly<Record<string, (tampered: TamperedFolder) => void>> = {
  'a log rewritten and signed again with its key': (tampered) =>
    tampered.rewriteAndSign(tampered.integer(0, 100)),
  'a log rewritten without its notary, which begins anew': (tampered) => {
    const rows = tampered.rows().filter(({ stream }) => !stream.startsWith('notary-'));
    tampered.write(tampered.rehash(rows.with(3, { ...rows[3]!, data: FORGED_DATA })));
    tampered.forgetNotary();
  },
  'an end that was cut together with tiles and records': (tampered) => {
    const { position } = tampered.rows()[100]!;
    tampered.log((database) =>
      tampered.run(
        database,
        "DELETE FROM events WHERE position >= ? OR stream LIKE 'notary-%'",
        position,
      ),
    );
    tampered.forgetNotary();
  },
};

const kinds = Object.keys(tamperings);
const tamperingsPerKind = Math.max(2, Math.floor(TAMPERINGS / kinds.length));

async function runInCopy<Result>(
  seed: number,
  work: (tampered: TamperedFolder) => Promise<Result>,
): Promise<Result> {
  const parent = join(source, '..', `tampered-${process.pid}`);
  mkdirSync(parent, { recursive: true });
  const path = join(parent, String(seed));
  try {
    return await work(TamperedFolder.copy(source, path, seededRandom(seed)));
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}

describe('tampering with an installation', () => {
  test.each(kinds)(
    '%s is found and named',
    async (kind) => {
      for (let seed = 1; seed <= tamperingsPerKind; seed++)
        await runInCopy(seed, async (tampered) => {
          const isNamed = tamperings[kind]!(tampered);
          const misfits = await checkLog(tampered.path, { withKept: false });
          if (!isNamed(misfits)) throw new Error(`Seed ${seed}: ${JSON.stringify(misfits)}`);
        });
    },
    HOUR_MS,
  );

  test.each(Object.keys(tamperingsOfWholeLog))(
    '%s is found by a kept checkpoint',
    async (kind) => {
      for (let seed = 1; seed <= Math.ceil(tamperingsPerKind / 4); seed++)
        await runInCopy(seed, async (tampered) => {
          tamperingsOfWholeLog[kind]!(tampered);
          expect(await checkLog(tampered.path, { withKept: false })).toEqual([]);
          expect(await checkLog(tampered.path, { withKept: true })).toEqual([
            expect.objectContaining({ part: expect.stringMatching(/checkpoint|log/) }),
          ]);
        });
    },
    HOUR_MS,
  );

  test('nothing is found in a copy that nobody touched', async () => {
    await runInCopy(0, async ({ path }) =>
      expect(await checkLog(path, { withKept: true })).toEqual([]),
    );
  });
});
