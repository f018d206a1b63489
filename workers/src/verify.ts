import { readConfig } from '#platform/common/config/config.js';
import { logAndKeyFiles } from '#platform/process/open-parts.js';
import { createProgress, print, runProcess } from '#platform/process/run-process.js';
import { openLogAndKeys } from './backups/installation.js';
import { checkFiles, damageLines, verifyLog } from './backups/verify.js';

/**
 * `npm run verify` reads the whole installation beside its processes: files, events, hash chains,
 * keys. It names what is damaged, and then ends with 2.
 */
runProcess(async () => {
  const config = readConfig(process.env);
  const { close, ...parts } = await openLogAndKeys(config);
  try {
    const complaints = logAndKeyFiles(config) ? checkFiles(config.dataDir) : [];
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
