import { systemClock } from '#platform/common/clock.js';
import { BadConfig } from '#platform/common/config/config.js';
import type { EventLog } from '#platform/event-log/event-log.js';
import { describeMisfit } from '#platform/notary/misfit.js';
import type { PastCheckpoint } from '#platform/notary/checkpoints.js';
import { Notary } from '#platform/notary/notary.js';
import { openWithAnyKey } from '#platform/proof/checkpoint.js';
import { parseVerifierKey } from '#platform/proof/signed-note.js';
import { parseKept } from '#platform/proof/verify-proof.js';
import type { KeyStore } from '#platform/sealing/key-store/key-store.js';
import type { KeyValueStore } from '#platform/storage/key-value-store/key-value-store.js';
import { readFile } from 'node:fs/promises';

type Parts = {
  readonly log: EventLog;
  readonly keys: KeyStore;
  readonly secrets: KeyValueStore;
};

/**
 * Verifies log tree, checkpoints, heads and the key that signs them.
 * @param keptPath file with a checkpoint that somebody kept outside
 * @returns complaints, and a sentence about what was verified
 * @throws BadConfig if the file cannot be read
 */
export async function verifyNotary(
  parts: Parts,
  keptPath: string | undefined,
): Promise<{ readonly complaints: readonly string[]; readonly sentence: string }> {
  const notary = new Notary({ ...parts, clock: systemClock, host: '' });
  const kept = keptPath === undefined ? undefined : await readKept(keptPath);
  const keys = (await notary.readVerifierKeys()).map(parseVerifierKey);
  const head = kept === undefined ? undefined : openWithAnyKey(keys, kept)?.head;
  const keptRoots = head ? [{ size: head.size, root: head.root, isKept: true as const }] : [];
  const { checking } = notary;
  const misfits = [
    ...(await checking.findMisfits(keptRoots)),
    ...(await checking.findHeadsMisfits()),
  ];
  const complaints = [...new Set(misfits.map(describeMisfit))];
  if (kept !== undefined && !head)
    complaints.unshift('The kept checkpoint is not signed by a key of this log.');
  let newest: PastCheckpoint | undefined;
  for await (const checkpoint of notary.checkpoints.readAll()) newest = checkpoint;
  const andKept = head ? ` and the kept checkpoint of ${head.size} events` : '';
  return {
    complaints,
    sentence: newest
      ? `The log fits its checkpoint of ${newest.size} events from ${newest.at}${andKept}.`
      : 'No checkpoint has been signed yet.',
  };
}

async function readKept(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new BadConfig(`${path} cannot be read: ${error.message}`);
  });
  const { checkpoint } = parseKept(text);
  if (checkpoint === undefined) throw new BadConfig(`There is no checkpoint in ${path}`);
  return checkpoint;
}
