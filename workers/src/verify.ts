import { systemClock } from '#platform/common/clock.js';
import { readConfig } from '#platform/common/config/config.js';
import { EventLogOnSqlite } from '#platform/event-log/event-log-on-sqlite.js';
import { logAndKeyFiles, openParts } from '#platform/process/open-parts.js';
import { createProgress, print, runProcess } from '#platform/process/run-process.js';
import { KeyStoreOnSqlite } from '#platform/sealing/key-store/key-store-on-sqlite.js';
import { checkFiles, damageLines, verifyLog } from './backups/verify.js';

/**
 * `npm run verify` reads the whole installation beside its processes: files, events, hash chains,
 * keys. It names what is damaged, and then ends with 2.
 */
runProcess(async () => {
  const config = readConfig(process.env);
  const embedded = logAndKeyFiles(config);
  const { close, ...parts } = embedded
    ? openReadonly(embedded)
    : await openParts(config, ['log', 'keys'], {
        ...{ clock: systemClock, jobFailed: () => {}, onTrouble: () => {} },
      });
  try {
    const complaints = embedded ? checkFiles(config.dataDir) : [];
    const verification = await verifyLog(parts, createProgress('Verifying the log'));
    const lines = [...complaints, ...damageLines(verification)];
    lines.forEach((line) => print(line));
    const events = verification.events.toLocaleString('en-IN');
    print(
      lines.length === 0
        ? `${events} events, their keys and all chains of hashes are whole.`
        : `Of ${events} events, ${verification.damaged.length} records are damaged.`,
    );
    process.exit(lines.length === 0 ? 0 : 2);
  } finally {
    await close();
  }
});

function openReadonly(paths: { readonly log: string; readonly keys: string }) {
  const log = EventLogOnSqlite.open(paths.log, 'readonly');
  const keys = KeyStoreOnSqlite.open(paths.keys, 'readonly');
  return { log, keys, close: async () => void (await Promise.all([log.close(), keys.close()])) };
}
