import { aggregates } from '#domain/aggregates.js';
import { BadConfig, readConfig } from '#platform/common/config/config.js';
import { Unavailable } from '#platform/common/unavailable.js';
import { logAndKeyFiles } from '#platform/process/open-parts.js';
import { createProgress, print, runProcess } from '#platform/process/run-process.js';
import { areUsable } from '#platform/read-side/projections/built-views.js';
import { resolveProcessors } from '#platform/read-side/projections/generations.js';
import { ProjectionHost } from '#platform/read-side/projections/projection-host.js';
import { viewSetOf } from '#platform/read-side/projections/view-set.js';
import {
  ReadStoreOnSqlite,
  builtViewsPath,
  draftOfBuiltViews,
  removeSqliteFiles,
} from '#platform/read-side/read-store/read-store-on-sqlite.js';
import { LIVE_TRACK } from '#platform/read-side/read-store/read-store.js';
import type { KeyStore } from '#platform/sealing/key-store/key-store.js';
import { SqliteFile } from '#platform/storage/embedded/sqlite-file.js';
import { createEraser } from '#platform/write-side/erasing.js';
import { createFoldedStreams } from '#platform/write-side/folded-streams.js';
import { allProjections } from '#projections/all-projections.js';
import { createEventReader, createProjectionReader } from '#projections/event-reader.js';
import { openLogAndKeys } from '#workers/backups/installation.js';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Takes the place of destroying keys, which only the running process does. Throws `Unavailable`
 * until that process has destroyed them, so that the host retries.
 */
const requireDestroyedKeys =
  (keys: Pick<KeyStore, 'get'>): KeyStore['destroy'] =>
  async (ids) => {
    const found = await keys.get(ids);
    if ([...found.values()].some((key) => 'key' in key))
      throw new Unavailable('An erasure is not complete yet: Fieldtrace has to run meanwhile');
  };

/**
 * Store for the new views. Its `readCheckpointsOfOtherSets` includes the checkpoint of the replaced
 * views, so that browsers continue with the new ones.
 */
class BuiltViews extends ReadStoreOnSqlite {
  constructor(
    path: string,
    private readonly replacedPath: string,
  ) {
    super(path);
  }

  override async readCheckpointsOfOtherSets() {
    if (!existsSync(this.replacedPath)) return [];
    const store = ReadStoreOnSqlite.openReadonly(this.replacedPath);
    try {
      const checkpoint = await store.readCheckpoint(LIVE_TRACK);
      const { missing } = await resolveProcessors(store, allProjections, { isSameLog: true });
      // A repair replaces views of the same set: browsers may hold wrong documents, and start over.
      return checkpoint && missing.length > 0 ? [checkpoint] : [];
    } finally {
      await store.close();
    }
  }
}

/**
 * `npm run build-views` builds the views of this build beside the running process of another one.
 * The next start of this build reads them at once.
 */
runProcess(async () => {
  const config = readConfig(process.env);
  if (!logAndKeyFiles(config) || config.servers.mongo !== undefined)
    throw new BadConfig(
      'Only embedded views are built like this. On MongoDB the new projections build theirs beside the old ones.',
    );
  SqliteFile.synchronous = 'NORMAL';
  const views = join(config.dataDir, 'views.sqlite');
  const set = viewSetOf(allProjections);
  const [builtPath, draftPath] = [builtViewsPath(views, set), draftOfBuiltViews(views, set)];
  removeSqliteFiles(draftPath);
  const { log, keys, close } = await openLogAndKeys(config);
  const store = new BuiltViews(draftPath, views);
  const reader = createEventReader(keys);
  const erase = createEraser({
    log,
    aggregates,
    folded: createFoldedStreams({ log, reader }),
    keys: { destroy: requireDestroyedKeys(keys), removeClaimsOfHolder: async () => {} },
  });
  const host = new ProjectionHost({
    log,
    store,
    projections: allProjections,
    ...createProjectionReader(keys),
    erase,
    onTrouble: ({ message }) => print(message),
  });
  await host.start(createProgress('Building the views'));
  await host.stop();
  const checkpoint = await store.readCheckpoint(LIVE_TRACK);
  await store.close();
  if (existsSync(`${draftPath}-wal`))
    throw new Unavailable(`${draftPath} cannot be written: the disk is full`);
  renameSync(draftPath, builtPath);
  // From here on the running process removes the file when somebody is erased.
  if (!(await areUsable(log, checkpoint))) {
    rmSync(builtPath, { force: true });
    throw new Unavailable('Somebody was erased meanwhile. Build the views again.');
  }
  await close();
  print('The views are built. Stop Fieldtrace, and start this build.');
  process.exit(0);
});
