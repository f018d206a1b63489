import { Refusal } from '#domain/kernel/refusal.js';
import { v5 as uuid } from 'uuid';
import { type Clock, backOff } from '../../common/clock.js';
import { createKeyedMutex } from '../../common/keyed-mutex.js';
import type { EventLog, RecordedEvent } from '../../event-log/event-log.js';
import { failpoint } from '../../common/failpoint.js';
import { isInLog } from '../../read-side/projections/checkpoints.js';
import type { JobQueue } from '../job-queue/job-queue.js';
import type { Sealing } from '../../sealing/sealing.js';
import type { KeyValueStore } from '../../storage/key-value-store/key-value-store.js';
import { Unavailable } from '../../common/unavailable.js';
import { type ParkedEvent, type ReactorsHealth, MAX_PARKED, errorName } from './reactors-health.js';
import { type LogPosition, QueueInUse } from './queue-in-use.js';
import { type ReactorCheckpoint, reactorBeginning, logPositionOf } from './reactor-checkpoint.js';
import type { FollowUpCommand, Reactor, SendCommand } from './reactor.js';

/**
 * `retrying`: the event is retried. `standing`: it has failed for over a minute. `parked`: other
 * events go on, and this one is retried beside them.
 */
type ReactorTrouble = {
  readonly reactor: string;
  readonly eventId?: string;
  readonly state: 'retrying' | 'standing' | 'parked';
};

export type ReactorOptions = {
  /** Names of all reactors of this build. */
  readonly names: readonly string[];
  readonly log: EventLog;
  readonly sealing: Sealing;
  readonly secrets: Pick<KeyValueStore, 'get' | 'put'>;
  readonly jobs: Pick<JobQueue, 'add' | 'identity'>;
  readonly send: SendCommand;
  readonly clock: Clock;
  readonly health: ReactorsHealth;
  /** Called for the first failures, then ever less often; retries never end. */
  readonly onTrouble: (trouble: ReactorTrouble, error: unknown) => void;
  /** Interval of checks for a replaced queue; 15 s by default. */
  readonly pollMilliseconds?: number;
};

/** Attempts (about 20 s) before a poison event is parked. `Unavailable` does not count. */
const MAX_TRIES_IN_PLACE = 10;
const PARKED_RETRY_BACKOFF_MS = { first: 5_000, longest: 10 * 60_000 };
const STALLED_AFTER_MS = 60_000;
/** Commands of one event that are sent at once: they go to different records. */
const MAX_CONCURRENT_COMMANDS = 16;
class TooManyParked extends Error {}
/** Shortest time between checkpoints while nothing is sent, because each one syncs the disk. */
const IDLE_CHECKPOINT_INTERVAL_MS = 5_000;

/**
 * Handles each event of the log in order, at least once, until the signal aborts.
 * - Saves the checkpoint after everything for an event was sent; repetitions have equal ids.
 * - Retries while a part is unavailable. Parks a poison event with the later ones of its stream.
 * - Goes back to the last mark (`QueueInUse`) if the job queue was lost.
 */
export async function runReactor<Event extends RecordedEvent>(
  reactor: Reactor<Event>,
  parts: ReactorOptions,
  signal: AbortSignal,
): Promise<void> {
  const { names, log, sealing, secrets, clock, health, pollMilliseconds = 15_000 } = parts;
  let failedRuns = 0;
  while (!signal.aborted) {
    try {
      await follow();
    } catch (error) {
      if (signal.aborted) return;
      recordFailure(error, ++failedRuns);
      await clock.pause(backOff(failedRuns - 1), signal);
    }
  }

  async function follow(): Promise<void> {
    const identity = await log.identity();
    const beginning = await reactorBeginning(reactor, names, { log, sealing, now: clock.now });
    const stored = await secrets.get<ReactorCheckpoint>('reactor', reactor.name);
    let version = stored?.version ?? 0;
    let savedAt = Date.parse(clock.now());
    /** Last handled position that no checkpoint holds yet. */
    let unsavedPosition: LogPosition | undefined;
    // A checkpoint of another or a restored log is dropped: the reactor starts from the beginning.
    // Early builds stored no event in it.
    const validCheckpoint =
      stored?.value.stream !== undefined && (await isInLog(log, stored.value))
        ? stored.value
        : undefined;
    const queue = new QueueInUse(parts.jobs, validCheckpoint ?? {});
    /** Events retried beside the main loop, in order within each stream. */
    let parked: readonly ParkedEvent[] = validCheckpoint?.parked ?? [];
    const isFull = () => parked.length >= MAX_PARKED;
    const isParked = (stream: string) => parked.some((each) => each.stream === stream);
    const exclusively = createKeyedMutex();
    let savedPosition = validCheckpoint ? positionIn(validCheckpoint) : beginning;
    health.setParked(reactor.name, parked);
    if (await queue.isLost()) await save((await queue.adoptNewQueue(clock.now())) ?? beginning);

    const queueLost = new AbortController();
    const followEnded = new AbortController();
    const stopSignal = AbortSignal.any([signal, queueLost.signal, followEnded.signal]);
    const polling = setInterval(
      () => void queue.isLost().then((isLost) => isLost && queueLost.abort()),
      pollMilliseconds,
    ).unref();
    let retrying = retryParked();
    try {
      // Clears the reported failure once the log reads again; new events may be far off.
      if (failedRuns > 0 && (await log.readAll(savedPosition.position, 1))) recordRecovery();
      for await (const batch of log.subscribe(savedPosition.position, stopSignal))
        await handleBatch(batch);
    } finally {
      clearInterval(polling);
      followEnded.abort();
      await retrying;
    }
    // Otherwise the next start reads all of it again.
    if (!queueLost.signal.aborted && unsavedPosition !== undefined)
      await save(unsavedPosition).catch(() => undefined);

    async function handleBatch(batch: readonly RecordedEvent[]): Promise<void> {
      let hasSent = false;
      for (const event of batch) {
        if (!Object.hasOwn(reactor.events, event.type)) continue;
        let sent: boolean | undefined;
        for (let tries = 1; sent === undefined; tries++) {
          if (tries > 1) await clock.pause(backOff(tries - 1), stopSignal);
          if (stopSignal.aborted) return;
          sent = await exclusively(reactor.name, () => tryOnce(event, tries));
        }
        hasSent ||= sent;
      }
      unsavedPosition = logPositionOf(batch.at(-1)!);
      if (!hasSent && Date.parse(clock.now()) >= savedAt + IDLE_CHECKPOINT_INTERVAL_MS)
        await exclusively(reactor.name, () => save(unsavedPosition!));
      recordRecovery();
    }

    /**
     * Returns whether anything was or will be sent, or undefined if a retry is needed.
     * @throws the error that a stop caused
     */
    async function tryOnce(event: RecordedEvent, tries: number): Promise<boolean | undefined> {
      let sent: boolean;
      try {
        sent = isParked(event.stream)
          ? park(event, 'an earlier event of its record is parked')
          : await sendReaction(event, queue);
      } catch (error) {
        if (stopSignal.aborted) throw error;
        // Parking would not help while a part is unavailable: the next event would fail too.
        if (tries < MAX_TRIES_IN_PLACE || error instanceof Unavailable || isFull()) {
          recordFailure(error, tries, event.metadata.eventId);
          return undefined;
        }
        parts.onTrouble(
          { reactor: reactor.name, eventId: event.metadata.eventId, state: 'parked' },
          error,
        );
        sent = park(event, errorName(error));
      }
      recordRecovery();
      if (!sent) return false;
      await failpoint('after-follow-up', reactor.name);
      await save(logPositionOf(event));
      return true;
    }

    /** @throws TooManyParked: the event waits in place while parked events are retried */
    function park(
      { stream, revision, metadata: { eventId } }: RecordedEvent,
      because: string,
    ): true {
      if (isFull()) throw new TooManyParked('No more events can be parked');
      const isKnown = parked.some((each) => each.eventId === eventId);
      if (!isKnown)
        parked = [...parked, { stream, revision, eventId, since: clock.now(), because }];
      if (parked.length === 1) retrying = retrying.then(retryParked);
      return true;
    }

    /** Retries parked events with growing pauses until none is left. */
    async function retryParked(): Promise<void> {
      for (let round = 0; parked.length > 0 && !stopSignal.aborted; round++) {
        await clock.pause(backOff(round, PARKED_RETRY_BACKOFF_MS), stopSignal);
        for (const stream of new Set(parked.map((each) => each.stream)))
          await exclusively(reactor.name, () => retryStream(stream, round + 1));
      }
    }

    async function retryStream(stream: string, round: number): Promise<void> {
      const own = parked
        .filter((each) => each.stream === stream)
        .sort((one, other) => one.revision - other.revision);
      for (const { eventId, revision } of own) {
        if (stopSignal.aborted) return;
        try {
          const [event] = await log.read(stream, revision);
          if (event?.metadata.eventId === eventId) await sendReaction(event, queue);
          parked = parked.filter((each) => each.eventId !== eventId);
          await save(unsavedPosition ?? savedPosition);
        } catch (error) {
          if (isReported(round))
            parts.onTrouble({ reactor: reactor.name, eventId, state: 'parked' }, error);
          return;
        }
      }
    }

    async function save(upTo: LogPosition): Promise<void> {
      const value: ReactorCheckpoint = {
        log: identity,
        ...upTo,
        ...queue.stateAt(upTo, clock.now()),
        parked,
      };
      const put = (expected: number) =>
        secrets.put<ReactorCheckpoint>('reactor', reactor.name, value, { expected });
      // Another process runs this reactor too. Ids of both are equal, so either checkpoint is
      // valid.
      version = (await put(version)) ?? (await secrets.get('reactor', reactor.name))?.version ?? 0;
      savedAt = Date.parse(clock.now());
      savedPosition = upTo;
      health.setParked(reactor.name, parked);
      if (unsavedPosition !== undefined && unsavedPosition.position <= upTo.position)
        unsavedPosition = undefined;
    }
  }

  async function sendReaction(recorded: RecordedEvent, queue: QueueInUse): Promise<boolean> {
    const [opened] = await sealing.open([recorded]);
    const event = opened as Event;
    const { jobs = [], commands = [] } = await reactor.react(event as never);
    const { eventId, correlationId } = event.metadata;
    await failpoint('before-follow-up', reactor.name);
    for (const [
      index,
      { name, id = uuid(`${reactor.name} ${name} ${index}`, eventId), data },
    ] of jobs.entries())
      await queue.add(name, id, data);
    for (let next = 0; next < commands.length; next += MAX_CONCURRENT_COMMANDS) {
      const group = commands.slice(next, next + MAX_CONCURRENT_COMMANDS);
      const sent = await Promise.allSettled(
        group.map((command, index) => send(command, next + index)),
      );
      const failure = sent.find((outcome) => outcome.status === 'rejected');
      if (failure) throw failure.reason;
    }
    return jobs.length + commands.length > 0;

    async function send({ to, ...command }: FollowUpCommand, index: number): Promise<void> {
      if (index > 0) await failpoint('between-follow-ups', reactor.name);
      try {
        await parts.send({
          ...command,
          id: uuid(`${reactor.name} ${to}`, eventId),
          causationId: eventId,
          correlationId,
        });
      } catch (error) {
        // A refusal means that the command does not apply any more.
        if (!(error instanceof Refusal)) throw error;
      }
    }
  }

  function recordRecovery(): void {
    failedRuns = 0;
    health.recordRecovery(reactor.name);
  }

  function recordFailure(error: unknown, times: number, eventId?: string): void {
    const now = clock.now();
    const since = health.recordFailure(reactor.name, now, error, eventId);
    if (!isReported(times)) return;
    const state = Date.parse(now) - Date.parse(since) > STALLED_AFTER_MS ? 'standing' : 'retrying';
    parts.onTrouble(
      { reactor: reactor.name, ...(eventId !== undefined && { eventId }), state },
      error,
    );
  }
}

/** True for the 1st, 2nd, 4th, 8th … failure. */
const isReported = (times: number): boolean => (times & (times - 1)) === 0;

const positionIn = ({ position, stream, revision, eventId }: ReactorCheckpoint): LogPosition => ({
  position,
  stream,
  revision,
  eventId,
});
