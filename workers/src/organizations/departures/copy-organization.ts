import { domain } from '#domain/aggregates.js';
import type { Clock } from '#platform/common/clock.js';
import type { EventLog, Position, RecordedEvent } from '#platform/event-log/event-log.js';
import type { FileStore } from '#platform/files/file-store/file-store.js';
import type { KeyStore } from '#platform/sealing/key-store/key-store.js';
import type { KeyValueStore } from '#platform/storage/key-value-store/key-value-store.js';
import { createWriteSide } from '#platform/write-side/write-side.js';
import { copyFiles, listStoredFileKeys } from '../../moving/copy-files.js';
import { copySecrets } from '../../moving/copy-secrets.js';
import { isInvitationSent, recordInvitationSent } from '../sent-invitation-claims.js';
import { compareBeginnings, verifyStreams } from './compare-streams.js';
import { copyKeys } from './copy-keys.js';
import { type Scope, createScopeTest, readEvents, organizationStream } from './scope.js';
import { type ReservingInstallation, assertValuesAreFree, reserveValues } from './unique-values.js';

/** Parts of an installation that hold data of an organization. */
export type Parts = {
  readonly log: EventLog;
  readonly keys: KeyStore;
  readonly secrets: KeyValueStore;
  readonly files: Pick<FileStore, 'stat' | 'read' | 'put'>;
};

export type CopyOptions = {
  readonly clock: Clock;
  /** Last position that is copied. Default: all. */
  readonly until?: Position;
  /** Whether processes of the target may have added events to an earlier, incomplete copy. */
  readonly targetMayHaveChanged?: boolean;
  readonly progress?: (events: number) => void;
};

export type CopyResult = {
  readonly events: number;
  readonly records: number;
  readonly files: number;
};

const FILE_KINDS: readonly string[] = ['file', 'file-content', 'unreferred-file', 'held-file'];

/**
 * Copies an organization with the ids of its records: events, keys, accounts, passwords, files.
 * Then compares all of it. Idempotent; an interrupted copy resumes when run again. Claims are made
 * again in the target, because each installation names them by its own key.
 * @throws BadConfig if something here cannot be read, or the target holds something else under the
 * same id
 */
export async function copyOrganization(
  from: Parts,
  to: Parts,
  scope: Scope,
  { clock, until, targetMayHaveChanged = false, progress = () => {} }: CopyOptions,
): Promise<CopyResult> {
  const streams = new Set<string>();
  for await (const events of readEvents(from.log, scope, until))
    for (const { stream } of events) streams.add(stream);
  const reads = { from: from.log, to: to.log, read: createStreamReader(scope, until) };
  const lastCopiedRevisions = await compareBeginnings(streams, scope, {
    ...reads,
    targetMayHaveChanged,
  });
  const [source, target] = [
    await openReservingInstallation(from, clock),
    await openReservingInstallation(to, clock),
  ];
  const holders = [...streams].filter(
    (stream) => !stream.startsWith('account-') || scope.accounts.get(stream) === undefined,
  );
  await assertValuesAreFree(holders, source, target);

  let count = 0;
  for await (const events of readEvents(from.log, scope, until)) {
    await copyKeys(events, from.keys, to.keys);
    for (const { stream, revision, type, data, metadata } of events)
      if (revision > (lastCopiedRevisions.get(stream) ?? -1))
        await to.log.append(stream, revision - 1, [{ type, data, metadata }]);
    count += events.length;
    progress(count);
  }
  await reserveValues(holders, target);
  await copySentInvitations(scope, source, target);
  await copySecrets(from.secrets, to.secrets, {
    isCopied: createSecretTest(scope),
    replaces: true,
  });
  const files = await copyFiles(from.files, to.files, findFileKeys(scope, from.secrets));
  await verifyStreams(streams, reads);
  return { events: count, records: streams.size, files };
}

const openReservingInstallation = async (
  { log, keys, secrets }: Parts,
  clock: Clock,
): Promise<ReservingInstallation> => ({
  log,
  keys,
  clock,
  writeSide: await createWriteSide({ domain, log, keys, secrets, clock }),
});

const createStreamReader = (scope: Scope, until: Position | undefined) => {
  const isOfScope = createScopeTest(scope);
  return async (log: Pick<EventLog, 'read'>, stream: string): Promise<readonly RecordedEvent[]> =>
    (await log.read(stream)).filter(
      (event) => (until === undefined || event.position <= until) && isOfScope(event),
    );
};

/** Records sent invitations in the target, so that nobody gets one again. */
async function copySentInvitations(
  { organizationId }: Scope,
  source: ReservingInstallation,
  target: ReservingInstallation,
): Promise<void> {
  const { sealing, claims } = target.writeSide;
  const parts = { log: target.log, sealing, claims, now: target.clock.now };
  for (const { type, data } of await source.log.read(organizationStream(organizationId))) {
    if (type !== 'MemberInvited') continue;
    const { invitationId } = data as { readonly invitationId: string };
    const invitation = { organizationId, invitationId };
    if (await isInvitationSent(source.writeSide.claims, invitation))
      await recordInvitationSent(invitation, parts);
  }
}

/**
 * Files, their sizes, and passwords of members. Sessions are left out, because they are valid only
 * under this installation's address.
 */
function createSecretTest({ organizationId, accounts }: Scope) {
  const memberships = [...accounts].map(
    ([stream, end]) => [stream.slice('account-'.length), end] as const,
  );
  const usages = new Set([
    `organization ${organizationId}`,
    ...memberships.map(([id]) => `owner ${id}`),
  ]);
  const members = new Set(memberships.flatMap(([id, end]) => (end === undefined ? [id] : [])));
  return ({ kind, id }: { readonly kind: string; readonly id: string }): boolean => {
    if (FILE_KINDS.includes(kind)) return id.startsWith(`${organizationId}_`);
    if (kind === 'file-usage') return usages.has(id);
    return kind === 'password' && members.has(id);
  };
}

async function* findFileKeys(
  { organizationId }: Scope,
  secrets: Pick<KeyValueStore, 'readNames'>,
): AsyncGenerator<string> {
  for await (const key of listStoredFileKeys(secrets))
    if (key.startsWith(`${organizationId}_`)) yield key;
}
