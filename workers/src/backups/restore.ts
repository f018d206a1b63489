import type { Clock } from '#platform/common/clock.js';
import { BadConfig } from '#platform/common/config/config.js';
import { FileRecords } from '#platform/files/file-records.js';
import { forgetBeforeRestore } from '#platform/notary/notary-state.js';
import { cpSync, constants, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import {
  LOG_FOLDER,
  MANIFEST_FILE,
  TOMBSTONES_FILE,
  VIEWS_FILE,
  openDataFolder,
  readManifest,
} from './backup-folder.js';
import { restoreLog } from './log-segments.js';
import { ErasedStreams, type ViewBuilding, adoptViews } from './restored-views.js';
import { type RemoveFiles, eraseAgain, readTombstones } from './tombstone-file.js';
import { IRREPLACEABLE_FILES, type Verification, checkFiles, verifyLog } from './verify.js';

/** Restored parts that hold files of records. */
type RestoredParts = Pick<ReturnType<typeof openDataFolder>, 'log' | 'files'> & {
  readonly records: FileRecords;
};

export type RestoreOptions = {
  readonly clock: Pick<Clock, 'now'>;
  readonly progress?: (events: number) => void;
  readonly createRemoveFiles: (parts: RestoredParts) => RemoveFiles;
  readonly views: ViewBuilding;
};

/**
 * Puts a backup into an empty data folder, then erases again everybody who was erased since, photos
 * and views included. Views that cannot be used are made at the first start.
 * @throws BadConfig if the folder is in use, or there is no complete backup
 */
export async function restore(
  backup: string,
  dataDir: string,
  { clock, createRemoveFiles, views: building, progress = () => {} }: RestoreOptions,
): Promise<
  Verification & {
    readonly erasures: number;
    readonly removedFiles: number;
    readonly complaints: readonly string[];
    /** Says whether the views are those of the backup. */
    readonly views: string;
  }
> {
  const { log, events } = readManifest(backup);
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0)
    throw new BadConfig(`DATA_DIR ${dataDir} is not empty. Name a folder that is not there yet.`);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const complaints: string[] = [];
  if (log)
    complaints.push(
      ...(await restoreLog(join(backup, LOG_FOLDER), log, join(dataDir, 'log.sqlite'))),
    );
  // Early backups have the log as one file.
  for (const name of [...IRREPLACEABLE_FILES, 'files'])
    if (existsSync(join(backup, name)))
      cpSync(join(backup, name), join(dataDir, name), {
        recursive: true,
        mode: constants.COPYFILE_FICLONE,
      });

  complaints.push(...checkFiles(dataDir, IRREPLACEABLE_FILES));
  const { close, ...parts } = openDataFolder(dataDir, clock);
  try {
    await forgetBeforeRestore(parts.secrets);
    const tombstoneFile = join(dirname(resolve(backup)), TOMBSTONES_FILE);
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
    const erasedStreams = new ErasedStreams();
    const verification = await verifyLog(parts, progress, (event, key) =>
      erasedStreams.add(event, key),
    );
    // The copy may have more events: closing an organization again appends some.
    if (verification.events < events)
      complaints.push(
        `${MANIFEST_FILE} counts ${events} events, and the copy has ${verification.events}.`,
      );
    const views = await adoptViews(
      join(backup, VIEWS_FILE),
      dataDir,
      parts,
      erasedStreams,
      clock.now(),
      building,
    );
    return { ...verification, erasures, removedFiles: files, complaints, views };
  } finally {
    await close();
  }
}
