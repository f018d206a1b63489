import type { Clock } from '#platform/common/clock.js';
import { BadConfig } from '#platform/common/config/config.js';
import { FileRecords } from '#platform/files/file-records.js';
import { forgetBeforeRestore } from '#platform/notary/notary-state.js';
import { cpSync, constants, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { MANIFEST, TOMBSTONES, openDataFolder } from './backup.js';
import { type RemoveFiles, eraseAgain, readTombstones } from './tombstone-file.js';
import { type Verification, checkFiles, verifyLog } from './verify.js';

/** Restored parts that hold files of records. */
export type RestoredParts = Pick<ReturnType<typeof openDataFolder>, 'log' | 'files'> & {
  readonly records: FileRecords;
};

/**
 * Puts a backup into an empty data folder, then erases again whoever was erased since, photos
 * included. Views are made at the first start.
 * @throws BadConfig if the folder is in use, or there is no complete backup
 */
export async function restore(
  backup: string,
  dataDir: string,
  {
    clock,
    createRemoveFiles,
    progress = () => {},
  }: {
    readonly clock: Pick<Clock, 'now'>;
    readonly progress?: (events: number) => void;
    readonly createRemoveFiles: (parts: RestoredParts) => RemoveFiles;
  },
): Promise<
  Verification & {
    readonly erasures: number;
    readonly removedFiles: number;
    readonly complaints: readonly string[];
  }
> {
  if (!existsSync(join(backup, MANIFEST)))
    throw new BadConfig(`${backup} is no complete backup: it has no ${MANIFEST}`);
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0)
    throw new BadConfig(`DATA_DIR ${dataDir} is not empty. Name a folder that is not there yet.`);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  for (const name of ['log.sqlite', 'keys.sqlite', 'secrets.sqlite', 'files'])
    if (existsSync(join(backup, name)))
      cpSync(join(backup, name), join(dataDir, name), {
        recursive: true,
        mode: constants.COPYFILE_FICLONE,
      });

  const complaints = [...checkFiles(dataDir)];
  const { close, ...parts } = openDataFolder(dataDir, clock);
  try {
    await forgetBeforeRestore(parts.secrets);
    const tombstoneFile = join(dirname(resolve(backup)), TOMBSTONES);
    const hasTombstones = existsSync(tombstoneFile);
    if (!hasTombstones)
      complaints.push(`${tombstoneFile} is missing, so nobody is erased again. Copy it there.`);
    const tombstones = hasTombstones ? await readTombstones(tombstoneFile) : [];
    const { erasures, files } = await eraseAgain(
      parts,
      createRemoveFiles({ ...parts, records: new FileRecords(parts.secrets) }),
      tombstones,
      clock.now(),
    );
    const verification = await verifyLog(parts, progress);
    return { ...verification, erasures, removedFiles: files, complaints };
  } finally {
    await close();
  }
}
