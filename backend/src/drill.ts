import { systemClock } from '#platform/common/clock.js';
import { BadConfig, type Config, readConfig } from '#platform/common/config/config.js';
import { createProgress, print, runProcess } from '#platform/process/run-process.js';
import { ProjectionHost } from '#platform/read-side/projections/projection-host.js';
import { ReadStores } from '#platform/read-side/read-store/lanes.js';
import { ReadStoreOnSqlite } from '#platform/read-side/read-store/read-store-on-sqlite.js';
import { describeWrongDocument } from '#platform/read-side/past/view-check.js';
import { allProjections } from '#projections/all-projections.js';
import { checkAllViews } from '#projections/check-views.js';
import { createProjectionReader } from '#projections/event-reader.js';
import { type DrillOptions, type DrillResult, runDrill } from '#workers/backups/drill.js';
import { openLogAndKeys } from '#workers/backups/installation.js';
import { removeFilesOfErased } from '#workers/erasures/files-of-erased.js';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const hasLog = ({ servers, dataDir }: Config): boolean =>
  servers.eventStore !== undefined || existsSync(join(dataDir, 'log.sqlite'));

const buildViews: DrillOptions['buildViews'] = async ({ log, keys }, path) => {
  const store = new ReadStoreOnSqlite(join(path, 'views.sqlite'));
  const host = new ProjectionHost({
    log,
    store,
    projections: allProjections,
    ...createProjectionReader(keys),
  });
  try {
    await host.start(createProgress('Building the views'));
    return (await host.checkHealth()).parked.length;
  } finally {
    await host.stop();
    await store.close();
  }
};

const checkViews: DrillOptions['checkViews'] = async ({ log, keys }, path) => {
  const store = ReadStoreOnSqlite.openReadonly(join(path, 'views.sqlite'));
  try {
    const { wrong } = await checkAllViews({ log, keys, stores: new ReadStores([store]) });
    return wrong.map(describeWrongDocument);
  } finally {
    await store.close();
  }
};

const seconds = (milliseconds: number): string => `${(milliseconds / 1_000).toFixed(1)} s`;
const hours = (milliseconds: number): string => `${(milliseconds / 3_600_000).toFixed(1)} h`;
const countText = (count: number, noun: string): string =>
  `${count.toLocaleString('en-IN')} ${noun}`;

function reportLines(result: DrillResult): readonly string[] {
  const { backup, restoreMs, viewsMs, lostMs, lostEvents, complaints, views } = result;
  const since =
    lostEvents === undefined
      ? 'not compared, because there is no installation here'
      : `${countText(lostEvents, 'events')} were recorded since`;
  return [
    `${backup}: ${countText(result.events, 'events')}, ${countText(result.files, 'files')}, ${countText(result.erasures, 'erasures')}.`,
    `RTO ${seconds(restoreMs + viewsMs)}: restored in ${seconds(restoreMs)}, views ready ${seconds(viewsMs)} later.`,
    views,
    `RPO ${hours(lostMs)}: ${since}.`,
    ...(complaints.length === 0 ? ['The backup restores whole.'] : complaints),
  ];
}

/**
 * `npm run drill -- <folder>` practises a restore of the newest backup beside running processes,
 * and reports the time that a restore takes and the changes that it would lose. The exit code is 2
 * if the backup is damaged.
 */
runProcess(async () => {
  const [, , folder] = process.argv;
  if (folder === undefined) throw new BadConfig('Use it as: npm run drill -- <folder>');
  const config = readConfig(process.env);
  const running = hasLog(config) ? await openLogAndKeys(config) : undefined;
  try {
    const result = await runDrill(folder, {
      clock: systemClock,
      print,
      buildViews,
      checkViews,
      original: running?.log,
      views: { projections: allProjections, createReader: createProjectionReader },
      createRemoveFiles: (parts) => (stream, until) => removeFilesOfErased(parts, stream, until),
    });
    reportLines(result).forEach((line) => print(line));
    process.exit(result.complaints.length === 0 ? 0 : 2);
  } finally {
    await running?.close();
  }
});
