import { organizationAggregate } from '#domain/organizations/organization.aggregate.js';
import { domain } from '#domain/aggregates.js';
import type { Clock } from '#platform/common/clock.js';
import { type EventLog, BEFORE_ALL, RevisionConflict } from '#platform/event-log/event-log.js';
import { readBatchesAfter } from '#platform/event-log/events-after.js';
import { createSelectionTest, parseStream } from '#platform/event-log/subject.js';
import { FileRecords } from '#platform/files/file-records.js';
import type { FileStore } from '#platform/files/file-store/file-store.js';
import type { StreamEnd } from '#platform/sealing/chain.js';
import type { KeyStore } from '#platform/sealing/key-store/key-store.js';
import { isStreamErasure } from '#platform/sealing/platform-events.js';
import type { KeyValueStore } from '#platform/storage/key-value-store/key-value-store.js';
import { eraseStream } from '#platform/write-side/erase-stream.js';
import { holdForDays } from '#platform/write-side/erasing.js';
import {
  type EventReading,
  type WriteSide,
  createEventReading,
  createWriteSide,
} from '#platform/write-side/write-side.js';
import { removeSecretsOfAccount } from '../../erasures/secrets-of-account.js';
import { removeFilesOfErased } from '../../erasures/files-of-erased.js';
import { type Scope, organizationStream, readScope } from './scope.js';

/** Parts of the installation that an organization leaves. */
export type ClosedParts = {
  readonly log: EventLog;
  readonly keys: KeyStore;
  readonly secrets: KeyValueStore;
  readonly files: FileStore;
};
export type ClosingOptions = {
  readonly clock: Clock;
  readonly erasureHoldDays: number;
  /** Whether processes of the installation run, whose commands may be under way. */
  readonly isRunning: boolean;
};

export type ClosingResult = {
  readonly records: number;
  readonly accounts: number;
  /** Number of accounts that stay, because they are known to another organization. */
  readonly keptAccounts: number;
  readonly files: number;
};

/** Ends an organization and erases it. Idempotent; an interrupted closing resumes. */
export async function closeOrganization(
  parts: ClosedParts,
  scope: Scope,
  options: ClosingOptions,
): Promise<ClosingResult> {
  return eraseOrganization(parts, await endOrganization(parts, scope, options), options);
}

/** Time in which a command that was under way is answered; requests are limited to 11 s. */
const LAST_COMMANDS_MS = 12_000;

/**
 * Ends the organization's own stream: from then on nobody is its member. Resolves when commands
 * that were under way are recorded. Idempotent.
 * @returns its final scope, because members may have joined or left since it was read
 */
export async function endOrganization(
  parts: ClosedParts,
  { organizationId, isClosed }: Scope,
  options: ClosingOptions,
): Promise<Scope> {
  const { clock, isRunning } = options;
  const stream = organizationStream(organizationId);
  if (!isClosed) {
    const writeSide = await openWriteSide(parts, options);
    // A command of a running process may be appended in between.
    while (
      !(await endStream(stream, await readStreamEnd(parts.log, stream), parts, writeSide, clock))
    );
  }
  if (isRunning) await clock.pause(LAST_COMMANDS_MS);
  return readScope(parts.log, organizationId);
}

/**
 * Erases every record of an ended organization, its members' accounts, their sessions and all
 * files. Idempotent; an interrupted erasure resumes when run again.
 */
export async function eraseOrganization(
  parts: ClosedParts,
  scope: Scope,
  options: ClosingOptions,
): Promise<ClosingResult> {
  const { clock, erasureHoldDays } = options;
  const { organizationId } = scope;
  const writeSide = await openWriteSide(parts, options);
  const accounts: string[] = [];
  for (const stream of scope.accounts.keys())
    if (!(await isKnownElsewhere(writeSide, stream, organizationId))) accounts.push(stream);
  let records = 0;
  for (;;) {
    const openStreams = await findOpenStreams(parts.log, organizationId, accounts);
    if (openStreams.size === 0) break;
    // A command of the account may be appended in between.
    for (const [stream, end] of openStreams)
      if (await endStream(stream, end, parts, writeSide, clock)) records++;
  }
  for (const stream of accounts)
    await removeSecretsOfAccount(parts.secrets, parseStream(stream).id);
  const heldUntil = holdForDays(erasureHoldDays)(clock.now());
  const fileParts = { ...parts, records: new FileRecords(parts.secrets) };
  const files = await removeFilesOfErased(fileParts, organizationStream(organizationId), heldUntil);
  return {
    records,
    files,
    accounts: accounts.length,
    keptAccounts: scope.accounts.size - accounts.length,
  };
}

async function openWriteSide(
  { log, keys, secrets }: ClosedParts,
  { clock, erasureHoldDays }: ClosingOptions,
): Promise<WriteSide & EventReading> {
  const reading = createEventReading({
    domain,
    log,
    keys,
    heldUntil: holdForDays(erasureHoldDays),
  });
  return createWriteSide({ domain, log, keys, secrets, clock, reading });
}

/** @returns false if a command of a running process came between */
async function endStream(
  stream: string,
  end: StreamEnd,
  { log }: Pick<ClosedParts, 'log'>,
  { sealing, eraser }: EventReading,
  clock: Clock,
): Promise<boolean> {
  try {
    await eraseStream(stream, end, { log, sealing, erase: eraser.erase, now: clock.now() });
    return true;
  } catch (error) {
    if (error instanceof RevisionConflict) return false;
    throw error;
  }
}

async function readStreamEnd(log: Pick<EventLog, 'read'>, stream: string): Promise<StreamEnd> {
  const { revision, metadata } = (await log.read(stream)).at(-1)!;
  return { revision, hash: metadata.hash };
}

/** Ends of the streams that are not erased yet; also of those with damaged events. */
async function findOpenStreams(
  log: Pick<EventLog, 'readAll'>,
  organizationId: string,
  accounts: readonly string[],
): Promise<ReadonlyMap<string, StreamEnd>> {
  const isOfOrganization = createSelectionTest({ organizationId, streams: accounts });
  const [openStreams, erased] = [new Map<string, StreamEnd>(), new Set<string>()];
  for await (const events of readBatchesAfter(log, BEFORE_ALL))
    for (const event of events) {
      const { stream, revision, metadata } = event;
      if (isStreamErasure(event)) erased.add(stream);
      else if (isOfOrganization(stream))
        openStreams.set(stream, { revision, hash: metadata.hash ?? '' });
    }
  for (const stream of erased) openStreams.delete(stream);
  return openStreams;
}

/** Whether an account is, or was, of another organization that is still there. */
async function isKnownElsewhere(
  { claims, folded }: WriteSide & EventReading,
  stream: string,
  organizationId: string,
): Promise<boolean> {
  const accountId = parseStream(stream).id;
  const membership = { kind: 'membership', value: accountId };
  for (const holder of await claims.findPastHolders(claims.claimName(membership, undefined))) {
    if (holder === organizationStream(organizationId)) continue;
    const { state } = await folded.load(organizationAggregate, holder);
    if (state.phase !== 'founded') continue;
    const { members, removed, left } = state;
    if (members.has(accountId) || removed.has(accountId) || left.has(accountId)) return true;
  }
  return false;
}
