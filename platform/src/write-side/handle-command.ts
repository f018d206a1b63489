import type { AnyDecider } from '#domain/kernel/aggregate.js';
import type { AccountContext, ConsultedRecord } from '#domain/kernel/decider.js';
import { DEFAULT_TIME_ZONE, dayIn } from '#domain/kernel/values/days.js';
import type { Message } from '#domain/kernel/texts/message.js';
import { type Account, mayChange } from '#domain/kernel/policy.js';
import { refuse } from '#domain/kernel/refusal.js';
import type { CommandDefinition } from '#domain/kernel/schema.js';
import { canonicalJson } from '../event-log/canonical.js';
import {
  type EventLog,
  type AppendResult,
  DamagedStream,
  RevisionConflict,
  NO_STREAM,
} from '../event-log/event-log.js';
import { findOrganizationOfStream, streamName, parseStream } from '../event-log/subject.js';
import { failpoint } from '../common/failpoint.js';
import { isErasure } from '../sealing/platform-events.js';
import type { NewKey } from '../sealing/key-store/key-store.js';
import { type ChainHead, type Sealing, KeyDestroyed } from '../sealing/sealing.js';
import { computeFingerprint } from './fingerprint.js';
import { createMetadata } from './event-metadata.js';
import type { Clock } from '../common/clock.js';
import { type ClaimIndex, Claims, createReservations, holdsValue } from './claims.js';
import type { CommandResult, CachedLookup, Folded, FoldedStreams } from './folded-streams.js';
import type { Erase } from './erasing.js';
import { createKeyedMutex } from '../common/keyed-mutex.js';
import { recordAppend, spanTime } from '../common/tracing/tracing.js';
import {
  type KnownOrganization,
  type Organizations,
  needsOrganization,
  createPermissionCheck,
} from './permission.js';
import { fileKey } from '../files/file-records.js';
import { type AddedFile, type References, createReferenceCheck } from './references.js';
import {
  type Answer,
  Busy,
  type Request,
  StaleRevision,
  captureTime,
  clockCorrection,
} from './request.js';

export type CommandHandlingOptions = {
  readonly log: EventLog;
  readonly sealing: Sealing;
  /** Shared cache of folded streams, so that the process reads each event once. */
  readonly folded: FoldedStreams;
  readonly accounts: CachedLookup<Account>;
  readonly organizations: Organizations;
  readonly references: References;
  /** States of records in the organization, by id. */
  readonly consult: (
    records: readonly ConsultedRecord[],
    organizationId: string | undefined,
  ) => Promise<ReadonlyMap<string, unknown>>;
  readonly erase: Erase;
  readonly index: ClaimIndex;
  readonly personalValues: ReadonlySet<string>;
  readonly clock: Clock;
  /**
   * HMAC under an installation key. Names claims, and fingerprints commands of records without a
   * key.
   */
  readonly hmac: (text: string) => string;
  /** Returns 32 random hexadecimal digits. */
  readonly randomness: () => string;
  /** Called after each conflict, before the command is decided again. */
  readonly onConflict?: () => void;
};

const MAX_TRIES = 5;
/**
 * Retries for a command that takes a number of a series. At each conflict another process has taken
 * the next number.
 */
const MAX_TRIES_IN_SERIES = 20;
/** Number of retries after which the pause stays the same. */
const MAX_DOUBLINGS = 5;
/** Pattern of the name of a stream whose record has a UUID. */
const RECORD_STREAM = /^[a-z]+-([^_\n]+_)?[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * The write side of a command: read, answer a repetition or authorize, check references, decide,
 * reserve, seal, append.
 */
export const createCommandHandling = (ports: CommandHandlingOptions) => {
  const { log, sealing, folded, erase, clock, hmac, randomness } = ports;
  const claims = new Claims(ports);
  const createReservationAppends = createReservations({ ...ports, claims });
  const checkPermission = createPermissionCheck(ports);
  const checkReferences = createReferenceCheck(ports.references);
  const runExclusively = createKeyedMutex();
  const runExclusivelyInSeries = createKeyedMutex();

  /**
   * @throws Refusal if a rule refuses
   * @throws StaleRevision if the record changed since the sender saw it
   * @throws Busy, Unavailable, UnreadableLog, KeysMissing if a retry may succeed
   */
  return async function handle(
    decider: AnyDecider,
    definition: CommandDefinition,
    request: Request<Message>,
  ): Promise<Answer> {
    const { id, actorId, command, sent, internal } = request;
    const {
      may: rule,
      recordByClaim,
      needsMemberAccounts,
      withoutOrganization = 'organization-needed',
    } = definition;
    if (request.refused) return findRecordedAnswer(request.refused);
    if (rule === 'internal' && !internal) return refuse('not-allowed');
    const ruleNeedsOrganization = needsOrganization(rule) && !internal;
    const isForOrganization = decider.scope === 'organization' || ruleNeedsOrganization;
    if (isForOrganization && !request.organizationId) return refuse(withoutOrganization);

    const namingValue = recordByClaim && {
      ...recordByClaim,
      value: textField(command.data, recordByClaim.field),
    };
    const stream = await findStreamOfRecord();
    let maxTries = MAX_TRIES;
    return runExclusively(stream, decideWithRetries);

    /** Stream of the record that holds the naming value, or whose id the command names. */
    async function findStreamOfRecord(): Promise<string> {
      if (!namingValue) return computeStream();
      const claim = claims.claimName(namingValue, undefined);
      const reservation = await claims.readLastReservation(claim);
      return reservation?.data.holder ?? refuse(namingValue.unknown, namingValue.field);
    }

    function computeStream(): string {
      const { organizationId } = request;
      const recordId = decider.streamId(command.data, {
        accountId: actorId,
        organizationId,
        now: clock.now(),
      });
      return decider.scope === 'organization'
        ? streamName(decider.category, organizationId!, recordId)
        : `${decider.category}-${recordId}`;
    }

    /** Answer of a command that was recorded with a body that today's schema refuses. */
    async function findRecordedAnswer(refused: Error): Promise<Answer> {
      const namedStream = recordByClaim ? undefined : findStreamNamedByBody();
      if (namedStream === undefined) throw refused;
      const { commandResults, chainHead } = await folded.load(decider, namedStream);
      const earlier = commandResults.get(id);
      if (!earlier) throw refused;
      const resultKey = await findKeyOfResult(earlier, chainHead);
      if (!hasFingerprint(toContent(command.data), earlier, resultKey)) throw refused;
      return { id: parseStream(namedStream).id, ...(await answerWith(earlier)) };
    }

    /** Undefined if the unchecked body names no record. */
    function findStreamNamedByBody(): string | undefined {
      if (typeof command.data !== 'object' || command.data === null) return undefined;
      if (decider.scope === 'organization' && !request.organizationId) return undefined;
      try {
        const namedStream = computeStream();
        return RECORD_STREAM.test(namedStream) ? namedStream : undefined;
      } catch {
        // An unchecked body may hold anything in place of an id.
        return undefined;
      }
    }

    /** Decides the command again after a conflict with another process or a fence. */
    async function decideWithRetries(): Promise<Answer> {
      for (let attempt = 1; attempt <= maxTries; attempt++) {
        try {
          return { id: parseStream(stream).id, ...(await attemptOnce({ isRetry: attempt > 1 })) };
        } catch (error) {
          // People get a refusal, because retries cannot help. Internal commands wait until the
          // record is repaired.
          const isDamaged = error instanceof DamagedStream && !error.isTemporary;
          if (!internal && isDamaged && error.stream === stream) return refuse('record-damaged');
          // A second attempt would have read the erasure that destroyed the key. There is none, so
          // the record is damaged.
          if (!internal && error instanceof KeyDestroyed && attempt > 1)
            return refuse('record-damaged');
          if (!(error instanceof RevisionConflict)) throw error;
          ports.onConflict?.();
          await clock.pause(Math.random() * 10 * 2 ** Math.min(attempt, MAX_DOUBLINGS));
        }
      }
      throw new Busy();
    }

    async function attemptOnce({ isRetry }: { isRetry: boolean }): Promise<AppendResult> {
      // Reads the record, the sender's rights and the claims in one round trip.
      const organizationId = request.organizationId ?? findOrganizationOfStream(stream) ?? '';
      const permission = checkPermission({
        rule,
        needsMemberAccounts,
        internal,
        actorId,
        organizationId,
        claimsMembership: request.organizationId !== undefined,
      });
      permission.catch(() => undefined);
      const expectedClaims = claims.startReading(definition, {
        data: command.data,
        actorId,
        stream,
      });
      const record = await folded.load(decider, stream);
      // An earlier attempt may have claimed a value while the record was erased.
      if (isRetry && (await isKeyErased(record))) await ports.index.removeClaimsOfHolder(stream);
      const earlierResult = record.commandResults.get(id);
      const resultKey = earlierResult && (await findKeyOfResult(earlierResult, record.chainHead));
      // Checked before permission: the command may have removed its sender's right (e.g. to leave),
      // and its answer may be lost.
      if (earlierResult && isRepetitionOf(earlierResult, resultKey))
        return answerWith(earlierResult);

      const { organization, member, ...otherFacts } = await permission;
      if (decider.scope === 'organization' && !member) return refuse('organization-not-found');
      // Another member's record answers like a missing one, before any other refusal.
      if (!internal && member && !mayChange(rule, member, decider.ownerOf(record.state)))
        return refuse(decider.notFound);
      if (earlierResult) {
        const keyId = earlierResult.ownKey ?? record.chainHead.key;
        const wasErased = keyId !== undefined && !resultKey;
        return refuse(wasErased ? decider.notFound : 'command-id-reused');
      }
      const now = clock.now();
      if (namingValue && !holdsValue(decider, record.state, namingValue, now))
        return refuse(namingValue.unknown, namingValue.field);
      if (record.isErased) return refuse(decider.notFound);
      const { addedFiles, referenceRefusal } = await findAddedFiles(record, organization);

      const capturedAt = captureTime(now, request.device);
      const on = dayIn(organization?.timeZone ?? DEFAULT_TIME_ZONE, capturedAt);
      const correction = clockCorrection(now, request.device);
      const consulted = await ports.consult(
        decider.consults?.(command, record.state) ?? [],
        organizationId,
      );
      // For a command inside an organization, `organization` and `member` are defined here: it was
      // refused otherwise.
      const facts = {
        ...otherFacts,
        organization,
        member,
        now,
        today: on,
        randomness: randomness(),
        ...(correction !== 0 && { clockCorrection: correction }),
        consulted,
      } as AccountContext;
      const series = decider.series?.(command, record.state, facts);
      if (!series) return decideAndAppend(facts);
      maxTries = MAX_TRIES_IN_SERIES;
      // Commands of one process take their numbers one after the other, so that they never
      // conflict.
      return runExclusivelyInSeries(claims.seriesName(series, organizationId), async () =>
        decideAndAppend({
          ...facts,
          nextNumber: await claims.findFirstFree(series, organizationId),
        }),
      );

      async function decideAndAppend(context: AccountContext): Promise<AppendResult> {
        const decidedEvents = decider.decide(command, record.state, context);
        if (referenceRefusal !== undefined) throw referenceRefusal;
        const { expectedRevision = record.last.revision } = request;
        if (expectedRevision !== record.last.revision)
          throw new StaleRevision(record.last.revision);
        if (decidedEvents.length === 0) return record.last;

        const recordKey = await sealing.findOrCreateKey(decidedEvents, record.chainHead);
        // An erasure uses the installation's key: its own key is destroyed, and it names nobody.
        const erases = decidedEvents.some(isErasure);
        const content = toContent(command.data);
        const fingerprint =
          recordKey && !erases ? computeFingerprint(content, recordKey.key) : hmac(content);
        const metadataFor = createMetadata({
          recordStream: stream,
          request,
          fingerprint,
          organizationId,
          at: clock.now(),
          capturedAt,
          on,
        });
        const stateAfter = decidedEvents.reduce(
          (state, event) => decider.evolve(state, event),
          record.state,
        );
        const reservationAppends = await createReservationAppends(
          decider,
          stream,
          { before: record.state, after: stateAfter, expectedClaims },
          metadataFor,
        );
        const unsealed = decidedEvents.map((event, index) => ({
          ...event,
          metadata: metadataFor(stream, index),
        }));
        const events = await sealing.seal(
          stream,
          record.revision,
          unsealed,
          record.chainHead,
          recordKey,
        );
        for (const file of addedFiles) await claimFile(file, organization!.id);
        await failpoint('before-append', command.type);
        const startedAt = spanTime();
        const { revision, position } = await log.appendAll([
          ...reservationAppends,
          { stream, expected: record.revision, events },
        ]);
        const { type, metadata } = events.at(-1)!;
        recordAppend(metadata, { startedAt, parent: request.span });
        await failpoint('after-append', command.type);
        return answerWith({ revision, position, type, eventId: metadata.eventId });
      }
    }

    /** Content that a fingerprint covers. */
    function toContent(data: unknown): string {
      return canonicalJson([actorId, command.type, data]);
    }

    /** Whether the command with this id and result was this one, perhaps parsed differently. */
    function isRepetitionOf(result: CommandResult, resultKey: NewKey | undefined): boolean {
      // Ids of internal commands derive from what caused them, so that an equal id suffices if the
      // key is gone, or if another installation recorded it.
      if (internal) return true;
      const bodies = sent === undefined ? [command.data] : [command.data, sent];
      return bodies.some((body) => hasFingerprint(toContent(body), result, resultKey));
    }

    /**
     * Files that the command adds to the record. For a missing record, the refusal of a reference
     * is returned. It is thrown once the rules accept the command, as for another member's record.
     */
    async function findAddedFiles(
      { revision, state }: Folded<unknown>,
      organization: KnownOrganization | undefined,
    ): Promise<{ readonly addedFiles: readonly AddedFile[]; readonly referenceRefusal?: unknown }> {
      const existing = decider.existing?.(command, state);
      const check = { data: command.data, stream, actorId, organization, existing };
      try {
        return { addedFiles: await checkReferences(definition, check) };
      } catch (error) {
        if (revision !== NO_STREAM) throw error;
        return { addedFiles: [], referenceRefusal: error };
      }
    }

    /** @throws Refusal if another record has claimed the file meanwhile */
    async function claimFile(
      { kind, id: fileId, field }: AddedFile,
      organizationId: string,
    ): Promise<void> {
      const key = fileKey(organizationId, fileId);
      if (!(await ports.references.files.claim(kind, key, stream)))
        refuse('unknown-reference', field);
    }

    /** Whether the record was erased, and its key is destroyed. */
    async function isKeyErased({
      chainHead,
      isErased,
      commandResults,
    }: Folded<unknown>): Promise<boolean> {
      const hasErasure = isErased || [...commandResults.values()].some(isErasure);
      return hasErasure && chainHead.key !== undefined && !(await sealing.findKey(chainHead));
    }

    /** Key of a result's event: its own, else the record's. */
    function findKeyOfResult(
      { ownKey }: CommandResult,
      { hash, key }: ChainHead,
    ): Promise<NewKey | undefined> {
      return sealing.findKey({ hash, key: ownKey ?? key });
    }

    /** Earlier builds, records without a key and erasures use the installation's key. */
    function hasFingerprint(
      content: string,
      { fingerprint }: CommandResult,
      ownKey: NewKey | undefined,
    ): boolean {
      return (
        fingerprint === hmac(content) ||
        (ownKey !== undefined && fingerprint === computeFingerprint(content, ownKey.key))
      );
    }

    /**
     * Destroys the keys again for a repeated erasure, in case the process that recorded it crashed.
     */
    async function answerWith({
      eventId,
      ...result
    }: Omit<CommandResult, 'fingerprint' | 'ownKey'>): Promise<AppendResult> {
      const { revision, position } = result;
      if (isErasure(result)) await erase([stream], eventId);
      return { revision, position };
    }
  };
};

const textField = (data: object, field: string): string =>
  String((data as Readonly<Record<string, unknown>>)[field]);

export type HandleCommand = ReturnType<typeof createCommandHandling>;
export type { Answer, Request } from './request.js';
