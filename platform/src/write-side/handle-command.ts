import type { AccountContext, Decider } from '#domain/kernel/decider.js';
import { dayIn } from '#domain/kernel/days.js';
import type { Message } from '#domain/kernel/message.js';
import { type Account, mayTouch } from '#domain/kernel/policy.js';
import { refuse } from '#domain/kernel/refusal.js';
import type { CommandDefinition } from '#domain/kernel/schema.js';
import {
  type EventLog,
  type AppendResult,
  DamagedStream,
  RevisionConflict,
} from '../event-log/event-log.js';
import { streamOf, subjectOf } from '../event-log/subject.js';
import { failpoint } from '../common/failpoint.js';
import { isErasure } from '../sealing/platform-events.js';
import type { NewKey } from '../sealing/key-store/key-store.js';
import type { Sealing } from '../sealing/sealing.js';
import { fingerprintOf } from './fingerprint.js';
import { bodyText, metadataOf, organizationOf } from './event-metadata.js';
import type { Clock } from '../common/clock.js';
import { type ClaimIndex, Claims, claiming, holds } from './claims.js';
import type { Answered, CachedLookup, FoldedStreams } from './folded.js';
import type { Erase } from './erasing.js';
import { keyedMutex } from '../common/keyed-mutex.js';
import { type Organizations, needsOrganization, permissions } from './permission.js';
import { fileKey } from '../files/file-records.js';
import { type References, referring } from './references.js';
import {
  type Answer,
  Busy,
  type Request,
  StaleRevision,
  captureTime,
  clockCorrection,
  timeZoneOfNobody,
} from './request.js';

export type CommandHandlingOptions = {
  readonly log: EventLog;
  readonly sealing: Sealing;
  /** Shared by everything in the process that folds streams, so that each event is read once. */
  readonly folded: FoldedStreams;
  readonly accounts: CachedLookup<Account>;
  readonly organizations: Organizations;
  readonly references: References;
  readonly erase: Erase;
  readonly index: ClaimIndex;
  readonly personalValues: ReadonlySet<string>;
  readonly clock: Clock;
  /**
   * Under a key outside the log, which never changes: it names claims, and fingerprints commands of
   * records that have no key.
   */
  readonly hmac: (text: string) => string;
  /** 32 random hexadecimal digits, others each time. */
  readonly randomness: () => string;
  /** Called with each conflict, after which the command is decided again. */
  readonly onConflict?: () => void;
};

const mostTries = 5;

/**
 * The whole write side: read, answer again or authorize, look up what is referred to, decide,
 * reserve, seal, append.
 */
export const commandHandling = (ports: CommandHandlingOptions) => {
  const { log, sealing, folded, erase, clock, hmac, randomness } = ports;
  const claims = new Claims(ports);
  const reservations = claiming({ ...ports, claims });
  const permitted = permissions(ports);
  const checkReferences = referring(ports.references);
  const exclusively = keyedMutex();

  /**
   * @throws Refusal where a rule says no
   * @throws StaleRevision if the sender saw the record before it changed
   * @throws Busy, Unavailable, UnreadableLog, KeysMissing: not now; the same command may be sent
   * again
   */
  return async function handle<
    State,
    Command extends Message,
    Event extends Message,
    Knows extends AccountContext,
  >(
    decider: Decider<State, Command, Event, Knows>,
    definition: CommandDefinition,
    request: Request<Command>,
  ): Promise<Answer> {
    const { id, actorId, command, sent, internal } = request;
    const {
      may: rule,
      heldBy,
      asksForMembers,
      withoutOrganization = 'organization-needed',
    } = definition;
    if (rule === 'internal' && !internal) return refuse('not-allowed');
    if (
      !request.organizationId &&
      (decider.scope === 'organization' || (needsOrganization(rule) && !internal))
    )
      return refuse(withoutOrganization);

    const key = heldBy && { ...heldBy, value: textIn(command.data, heldBy.field) };
    const stream = await streamOfRecord();
    return exclusively(stream, withRetries);

    /**
     * Stream of the holder of the command's value, else of the record whose id the command names.
     */
    async function streamOfRecord(): Promise<string> {
      if (key)
        return (
          (await claims.lastReserved(claims.nameOf(key, undefined)))?.data.holder ??
          refuse(key.unknown, key.field)
        );
      const { organizationId } = request;
      const recordId = decider.streamId(command.data, {
        accountId: actorId,
        organizationId,
        now: clock.now(),
      });
      return decider.scope === 'organization'
        ? streamOf(decider.category, organizationId!, recordId)
        : `${decider.category}-${recordId}`;
    }

    /**
     * After a conflict with another process, or a fence, the command is decided again on what has
     * happened meanwhile.
     */
    async function withRetries(): Promise<Answer> {
      for (let tries = 1; tries <= mostTries; tries++) {
        try {
          return { id: subjectOf(stream).id, ...(await attempt(tries > 1)) };
        } catch (error) {
          // Refused to people, who would send it again without end. What follows from something
          // waits until the record is mended.
          if (!internal && error instanceof DamagedStream && error.stream === stream)
            return refuse('record-damaged');
          if (!(error instanceof RevisionConflict)) throw error;
          ports.onConflict?.();
          await clock.pause(Math.random() * 10 * 2 ** tries);
        }
      }
      throw new Busy();
    }

    async function attempt(isRetry: boolean): Promise<AppendResult> {
      // Read in one round trip: the record, the sender's rights and the claims that the command
      // names.
      const organizationId = request.organizationId ?? organizationOf(stream);
      const permission = permitted({
        ...{ rule, asksForMembers, internal, actorId, organizationId },
        isOfMember: request.organizationId !== undefined,
      });
      permission.catch(() => undefined);
      const foreseen = claims.foresee(definition, command.data, stream);
      const record = await folded.of(decider, stream);
      const contentOf = (data: unknown): string => bodyText([actorId, command.type, data]);
      const content = contentOf(command.data);
      // An earlier attempt may have claimed a value while the record was being erased.
      if (isRetry && record.before.key !== undefined && !(await sealing.keyOf(record.before)))
        await ports.index.removeClaimsOf(stream);
      const earlier = record.answered.get(id);
      const own = earlier && (await sealing.keyOf(record.before));
      const wasErased = record.before.key !== undefined && !own;
      // Asked first, because a command may take away the right to send it (to found, to leave), and
      // its answer may have been lost.
      const isRepetition =
        earlier &&
        (isOf(content, earlier, own) ||
          (sent !== undefined && isOf(contentOf(sent), earlier, own)));
      if (isRepetition) return answerAgain(earlier);
      // The ids of internal commands follow from events, so equal ids are enough where the key of
      // the fingerprint is gone.
      if (earlier && internal && wasErased) return answerAgain(earlier);

      const { organization, member, ...known } = await permission;
      if (decider.scope === 'organization' && !member) return refuse('organization-not-found');
      // A record that is not one's own answers like one that does not exist, whatever else is wrong
      // with the request.
      if (!internal && member && !mayTouch(rule, member, decider.ownerOf(record.state)))
        return refuse(decider.notFound);
      if (earlier) return refuse(wasErased ? decider.notFound : 'command-id-reused');
      const now = clock.now();
      if (key && !holds(decider, record.state, key, now)) return refuse(key.unknown, key.field);
      const existing = decider.existing?.(command, record.state);
      const files = await checkReferences(definition, {
        data: command.data,
        stream,
        actorId,
        organization,
        existing,
      });

      const capturedAt = captureTime(now, request.device);
      const on = dayIn(organization?.timeZone ?? timeZoneOfNobody, capturedAt);
      // Deciders inside an organization know it and the member: both were found above, or the
      // command was refused.
      const correction = clockCorrection(now, request.device);
      const context = {
        ...{ ...known, organization, member, now, today: on, randomness: randomness() },
        ...(correction !== 0 && { clockCorrection: correction }),
      } as AccountContext as Knows;
      const decided = decider.decide(command, record.state, context);
      if (
        request.expectedRevision !== undefined &&
        request.expectedRevision !== record.last.revision
      )
        throw new StaleRevision(record.last.revision);
      if (decided.length === 0) return record.last;

      const recordKey = await sealing.keyFor(decided, record.before);
      // An erasure is recognised after its key is gone, and names nobody.
      const erases = decided.some(isErasure);
      const fingerprint =
        recordKey && !erases ? fingerprintOf(content, recordKey.key) : hmac(content);
      const metadataFor = metadataOf({
        request,
        fingerprint,
        organizationId,
        at: clock.now(),
        capturedAt,
        on,
      });
      const after = decided.reduce((state, event) => decider.evolve(state, event), record.state);
      const reserved = await reservations(
        decider,
        stream,
        { before: record.state, after, foreseen },
        metadataFor,
      );
      const unsealed = decided.map((event, index) => ({
        ...event,
        metadata: metadataFor(stream, index),
      }));
      const events = await sealing.seal(
        stream,
        record.revision,
        unsealed,
        record.before,
        recordKey,
      );
      for (const { kind, id: fileId, field } of files)
        if (!(await ports.references.files.claim(kind, fileKey(organization!.id, fileId), stream)))
          return refuse('unknown-reference', field);
      await failpoint('before-append', command.type);
      const { revision, position } = await log.appendAll([
        ...reserved,
        { stream, expected: record.revision, events },
      ]);
      await failpoint('after-append', command.type);
      const { type, metadata } = events.at(-1)!;
      return answerAgain({ revision, position, type, eventId: metadata.eventId });
    }

    /**
     * Earlier builds, records without a key and erasures have fingerprints under the installation's
     * key.
     */
    function isOf(content: string, { fingerprint }: Answered, own: NewKey | undefined): boolean {
      return (
        fingerprint === hmac(content) ||
        (own !== undefined && fingerprint === fingerprintOf(content, own.key))
      );
    }

    /**
     * An erasure is done when the keys are gone, also if the process that recorded it crashed
     * before.
     */
    async function answerAgain({
      eventId,
      ...answered
    }: Omit<Answered, 'fingerprint'>): Promise<AppendResult> {
      const { revision, position } = answered;
      if (isErasure(answered)) await erase([stream], eventId);
      return { revision, position };
    }
  };
};

const textIn = (data: object, field: string): string =>
  String((data as Readonly<Record<string, unknown>>)[field]);

export type HandleCommand = ReturnType<typeof commandHandling>;
export type { Answer, Request } from './request.js';
