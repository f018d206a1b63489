import { readConfig } from '#platform/common/config/config.js';
import { logAndKeyFiles } from '#platform/process/open-parts.js';
import { createProgress, print, runProcess } from '#platform/process/run-process.js';
import { openLogAndKeys } from './backups/installation.js';
import { verifyFile } from './backups/verify-file.js';
import { checkFiles, damageLines, verifyLog } from './backups/verify.js';

/**
 * `npm run verify` reads the whole installation beside its processes: files, events, hash chains,
 * keys. It names what is damaged, and then ends with 2.
 * `npm run verify -- <file> [<kept>]` verifies a record's proof file instead, which needs no
 * installation. `kept` is a file with a checkpoint, a public key or an earlier proof.
 */
runProcess(async () => {
  const [path, kept] = process.argv.slice(2);
  if (path !== undefined && !path.startsWith('--')) {
    const { isWhole, lines } = await verifyFile(path, kept);
    lines.forEach(print);
    process.exit(isWhole ? 0 : 2);
  }
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
