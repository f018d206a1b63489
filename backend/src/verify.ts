import { type Config, readConfig } from '#platform/common/config/config.js';
import { logAndKeyFiles } from '#platform/process/open-parts.js';
import { createProgress, print, runProcess } from '#platform/process/run-process.js';
import { describeWrongDocument } from '#platform/read-side/past/view-check.js';
import { viewSetOf } from '#platform/read-side/projections/view-set.js';
import { allProjections } from '#projections/all-projections.js';
import { checkAllViews } from '#projections/check-views.js';
import { openInstallation } from '#workers/backups/installation.js';
import { verifyFile } from '#workers/backups/verify-file.js';
import { verifyNotary } from '#workers/backups/verify-notary.js';
import { checkFiles, damageLines, verifyLog } from '#workers/backups/verify.js';

/**
 * `npm run verify` reads the whole installation beside its processes: files, events, hash chains,
 * keys. It names what is damaged, and then ends with 2.
 * `npm run verify -- --log [<kept>]` also verifies the log tree, its checkpoints, the heads, and
 * the views of a sample of records. `kept` is a file with a checkpoint from outside.
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
  const complaints = await verifyInstallation(
    readConfig(process.env),
    path === '--log' ? { kept } : undefined,
  );
  process.exit(complaints === 0 ? 0 : 2);
});

/** @returns the number of complaints, which are printed */
async function verifyInstallation(
  config: Config,
  proof: { readonly kept: string | undefined } | undefined,
): Promise<number> {
  const { close, ...parts } = await openInstallation(config, viewSetOf(allProjections));
  try {
    const complaints = logAndKeyFiles(config) ? checkFiles(config.dataDir) : [];
    const verification = await verifyLog(parts, createProgress('Verifying the log'));
    const lines = [...complaints, ...damageLines(verification)];
    const sentences: string[] = [];
    if (proof) {
      const notary = await verifyNotary(parts, proof.kept);
      const views = await verifyViews(parts);
      lines.push(...notary.complaints, ...views.complaints);
      sentences.push(notary.sentence, views.sentence);
    }
    lines.forEach(print);
    const events = verification.events.toLocaleString('en-IN');
    if (lines.length > 0)
      print(`Damaged records: ${verification.damaged.length}, in a log of ${events} events.`);
    else {
      print(`${events} events, their keys and all hash chains are intact.`);
      sentences.forEach(print);
    }
    return lines.length;
  } finally {
    await close();
  }
}

type Installation = Awaited<ReturnType<typeof openInstallation>>;

/** Compares the views of a sample of records with a fold of their events. */
async function verifyViews({ log, keys, stores }: Omit<Installation, 'close'>): Promise<{
  readonly complaints: readonly string[];
  readonly sentence: string;
}> {
  if (!stores) return { complaints: [], sentence: 'There are no views yet.' };
  const { records, wrong, missing } = await checkAllViews({ log, keys, stores });
  return {
    complaints: [
      ...wrong.map(describeWrongDocument),
      ...missing.map(
        (lane) =>
          `Lane ${lane} of the views was never projected: PROJECTION_LANES or the build differs from that of the projections.`,
      ),
    ],
    sentence: `The views of ${records} records match their events, and no view has further records.`,
  };
}
