import { BadConfig } from '#platform/common/config/config.js';
import type { EventLog, RecordedEvent } from '#platform/event-log/event-log.js';
import { isStreamErasure } from '#platform/sealing/platform-events.js';
import { createChainVerifier } from '#platform/sealing/chain.js';
import type { Scope } from './scope.js';

type ReadableLog = Pick<EventLog, 'read'>;

/**
 * Compares streams here with the target's streams of the same names.
 * @param streams streams of the organization
 * @param targetMayHaveChanged whether processes of the target may have worked on the copies
 * @returns last revision in the target, by stream that exists there
 * @throws BadConfig if a stream of the target has other events, or later ones
 */
export async function compareBeginnings(
  streams: Iterable<string>,
  scope: Scope,
  {
    from,
    to,
    read,
    targetMayHaveChanged,
  }: {
    readonly from: ReadableLog;
    readonly to: ReadableLog;
    readonly read: ReadStream;
    readonly targetMayHaveChanged: boolean;
  },
): Promise<ReadonlyMap<string, number>> {
  const lastRevisions = new Map<string, number>();
  for (const stream of streams) {
    const copies = await to.read(stream);
    if (copies.length === 0) continue;
    // An account may have been used there meanwhile, without or with another organization.
    const mayBeLonger = targetMayHaveChanged || scope.accounts.has(stream);
    assertSameBeginning(stream, scope, await read(from, stream), copies, mayBeLonger);
    lastRevisions.set(stream, copies.at(-1)!.revision);
  }
  return lastRevisions;
}

/** Reads the events of a stream that belong to the organization. */
export type ReadStream = (log: ReadableLog, stream: string) => Promise<readonly RecordedEvent[]>;

function assertSameBeginning(
  stream: string,
  { organizationId }: Scope,
  originals: readonly RecordedEvent[],
  copies: readonly RecordedEvent[],
  mayBeLonger: boolean,
): void {
  if (copies.some(isStreamErasure))
    throw new BadConfig(`${stream} was closed there: what was closed does not come back.`);
  const differingCopy = copies.find(({ metadata }, index) => {
    const original = originals[index];
    return original && original.metadata.hash !== metadata.hash;
  });
  if (differingCopy)
    throw new BadConfig(`${stream} is there already with other events: ids are used once.`);
  if (copies.length > originals.length && !mayBeLonger)
    throw new BadConfig(`Organization ${organizationId} is there already, and has later events.`);
}

/**
 * Verifies that every event is there, in whole hash chains.
 * @throws Error if one is not
 */
export async function verifyStreams(
  streams: Iterable<string>,
  {
    from,
    to,
    read,
  }: { readonly from: ReadableLog; readonly to: ReadableLog; readonly read: ReadStream },
): Promise<void> {
  for (const stream of streams) {
    const [originals, copies] = [await read(from, stream), await to.read(stream)];
    const verify = createChainVerifier();
    for (const [index, original] of originals.entries()) {
      const copy = copies[index];
      if (!copy || copy.metadata.hash !== original.metadata.hash)
        throw new Error(`${stream} at ${original.revision} is not there`);
      const broken = verify(copy);
      if (broken) throw new Error(`${stream} at ${broken.revision} is not what was written`);
    }
  }
}
