import { Refusal } from '#domain/kernel/refusal.js';
import { v5 as uuid } from 'uuid';
import { type Clock, backOff } from '../../common/clock.js';
import { keyedMutex } from '../../common/keyed-mutex.js';
import type { EventLog, RecordedEvent } from '../../event-log/event-log.js';
import { failpoint } from '../../common/failpoint.js';
import { isInLog } from '../../read-side/projections/checkpoints.js';
import type { JobQueue } from '../job-queue/job-queue.js';
import type { Sealing } from '../../sealing/sealing.js';
import type { KeyValueStore } from '../../storage/key-value-store/key-value-store.js';
import { Unavailable } from '../../common/unavailable.js';
import { type ParkedEvent, type ReactorsHealth, mostParked, nameOf } from './reactors-health.js';
import { type LogPosition, QueueInUse } from './queue-in-use.js';
import { type ReactorCheckpoint, reactorBeginning, logPositionOf } from './reactor-checkpoint.js';
import type { FollowUpCommand, Reactor, SendCommand } from './reactor.js';

/**
 * `retrying`: it is tried again. `standing`: it has been for more than a minute. `parked`: the
 * others go on, and it is tried again apart.
 */
type ReactorTrouble = {
  readonly reactor: string;
  readonly eventId?: string;
  readonly state: 'retrying' | 'standing' | 'parked';
};

export type ReactorOptions = {
  /** All reactors of this build. */
  readonly names: readonly string[];
  readonly log: EventLog;
  readonly sealing: Sealing;
  readonly secrets: Pick<KeyValueStore, 'get' | 'put'>;
  readonly jobs: Pick<JobQueue, 'add' | 'identity'>;
  readonly send: SendCommand;
  readonly clock: Clock;
  readonly health: ReactorsHealth;
  /** Called with the first failures and then ever more rarely: nothing is ever given up. */
  readonly onTrouble: (trouble: ReactorTrouble, error: unknown) => void;
  /** How often it is looked whether the queue is still the same; 15 s if it is left out. */
  readonly pollMilliseconds?: number;
};

/**
 * An event that fails by itself, and not because a part is out of reach, is tried so often (some 20
 * s) before it is parked.
 */
const mostTriesInPlace = 10;
const firstRetryOfParked = { first: 5_000, longest: 10 * 60_000 };
const standingIsAlarming = 60_000;
/** Commands of one event are for different records, so that none waits for another. */
const commandsAtOnce = 16;
class TooManyParked extends Error {}
/**
 * Shortest time between checkpoints while nothing is sent, because each write waits for the disk.
 */
const idleCheckpointMilliseconds = 5_000;

/**
 * Reacts to each event of the log in turn, at least once: the checkpoint is written when everything
 * that follows was sent. What is sent twice has the same id. What cannot be sent now is tried again
 * for as long as it takes; an event that fails by itself is parked with those of its stream that
 * come after it, and the others go on. When the queue was lost it goes back to where all is done
 * for certain, so that what is due is there again. Resolves when the signal is aborted and what was
 * under way is done.
 */
export async function runReactor<Event extends RecordedEvent>(
  reactor: Reactor<Event>,
  parts: ReactorOptions,
  signal: AbortSignal,
): Promise<void> {
  const { names, log, sealing, secrets, clock, health, pollMilliseconds = 15_000 } = parts;
  let failures = 0;
  while (!signal.aborted) {
    try {
      await follow();
    } catch (error) {
      if (signal.aborted) return;
      failed(error, ++failures);
      await clock.pause(backOff(failures - 1), signal);
    }
  }

  async function follow(): Promise<void> {
    const identity = await log.identity();
    const began = await reactorBeginning(reactor, names, { log, sealing, now: clock.now });
    const stored = await secrets.get<ReactorCheckpoint>('reactor', reactor.name);
    let version = stored?.version ?? 0;
    let savedAt = Date.parse(clock.now());
    /** Until here all is done, and the checkpoint does not say so yet. */
    let doneUntil: LogPosition | undefined;
    // A checkpoint of another or a restored log is dropped: the reactor starts from the beginning.
    // Early builds did not store the event.
    const reached =
      stored?.value.stream !== undefined && (await isInLog(log, stored.value))
        ? stored.value
        : undefined;
    const queue = new QueueInUse(parts.jobs, reached ?? {});
    /** Tried again apart from the others. Within a stream their order is kept. */
    let parked: readonly ParkedEvent[] = reached?.parked ?? [];
    const isFull = () => parked.length >= mostParked;
    const isParked = (stream: string) => parked.some((each) => each.stream === stream);
    const exclusively = keyedMutex();
    let saved = reached ? positionIn(reached) : began;
    health.parks(reactor.name, parked);
    if (await queue.isLost()) await save((await queue.replaced(clock.now())) ?? began);

    const lost = new AbortController();
    const ended = new AbortController();
    const either = AbortSignal.any([signal, lost.signal, ended.signal]);
    const polling = setInterval(
      () => void queue.isLost().then((is) => is && lost.abort()),
      pollMilliseconds,
    ).unref();
    let retrying = retryParked();
    try {
      // Ends the reported trouble if the next events can be read; perhaps no event comes for long.
      if (failures > 0 && (await log.readAll(saved.position, 1))) goesOn();
      for await (const batch of log.subscribe(saved.position, either)) await reactTo(batch);
    } finally {
      clearInterval(polling);
      ended.abort();
      await retrying;
    }
    // Otherwise the next start reads all of it again.
    if (!lost.signal.aborted && doneUntil !== undefined)
      await save(doneUntil).catch(() => undefined);

    async function reactTo(batch: readonly RecordedEvent[]): Promise<void> {
      let reacted = false;
      for (const event of batch) {
        if (!Object.hasOwn(reactor.events, event.type)) continue;
        let followed: boolean | undefined;
        for (let tries = 1; followed === undefined; tries++) {
          if (tries > 1) await clock.pause(backOff(tries - 1), either);
          if (either.aborted) return;
          followed = await exclusively(reactor.name, () => tryOnce(event, tries));
        }
        reacted ||= followed;
      }
      doneUntil = logPositionOf(batch.at(-1)!);
      if (!reacted && Date.parse(clock.now()) >= savedAt + idleCheckpointMilliseconds)
        await exclusively(reactor.name, () => save(doneUntil!));
      goesOn();
    }

    /**
     * Whether anything followed, or will; undefined: it is tried again. @throws what a stop has
     * interrupted
     */
    async function tryOnce(event: RecordedEvent, tries: number): Promise<boolean | undefined> {
      let followed: boolean;
      try {
        followed = isParked(event.stream)
          ? park(event, 'an earlier event of its record is parked')
          : await react(event, queue);
      } catch (error) {
        if (either.aborted) throw error;
        // Parking would not help while a part is unavailable: the next event would fail too.
        if (tries < mostTriesInPlace || error instanceof Unavailable || isFull()) {
          failed(error, tries, event.metadata.eventId);
          return undefined;
        }
        parts.onTrouble(
          { reactor: reactor.name, eventId: event.metadata.eventId, state: 'parked' },
          error,
        );
        followed = park(event, nameOf(error));
      }
      goesOn();
      if (!followed) return false;
      await failpoint('after-follow-up', reactor.name);
      await save(logPositionOf(event));
      return true;
    }

    /** @throws TooManyParked: then it waits, and the retries have their turns */
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

    /** Beside the others and ever more rarely, until none is left. */
    async function retryParked(): Promise<void> {
      for (let round = 0; parked.length > 0 && !either.aborted; round++) {
        await clock.pause(backOff(round, firstRetryOfParked), either);
        for (const stream of new Set(parked.map((each) => each.stream)))
          await exclusively(reactor.name, () => retryStream(stream, round + 1));
      }
    }

    async function retryStream(stream: string, round: number): Promise<void> {
      const own = parked
        .filter((each) => each.stream === stream)
        .sort((one, other) => one.revision - other.revision);
      for (const { eventId, revision } of own) {
        if (either.aborted) return;
        try {
          const [event] = await log.read(stream, revision);
          if (event?.metadata.eventId === eventId) await react(event, queue);
          parked = parked.filter((each) => each.eventId !== eventId);
          await save(doneUntil ?? saved);
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
        ...queue.rememberedAt(upTo, clock.now()),
        parked,
      };
      const put = (expected: number) =>
        secrets.put<ReactorCheckpoint>('reactor', reactor.name, value, { expected });
      // Another process reacts to the same: what both send has the same ids, and any checkpoint of
      // theirs is true.
      version = (await put(version)) ?? (await secrets.get('reactor', reactor.name))?.version ?? 0;
      savedAt = Date.parse(clock.now());
      saved = upTo;
      health.parks(reactor.name, parked);
      if (doneUntil !== undefined && doneUntil.position <= upTo.position) doneUntil = undefined;
    }
  }

  async function react(recorded: RecordedEvent, queue: QueueInUse): Promise<boolean> {
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
    for (let next = 0; next < commands.length; next += commandsAtOnce) {
      const group = commands.slice(next, next + commandsAtOnce);
      const sent = await Promise.allSettled(
        group.map((command, index) => send(command, next + index)),
      );
      const failed = sent.find((outcome) => outcome.status === 'rejected');
      if (failed) throw failed.reason;
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
        // A rule says that it does not hold any more: nothing is left to do.
        if (!(error instanceof Refusal)) throw error;
      }
    }
  }

  function goesOn(): void {
    failures = 0;
    health.goesOn(reactor.name);
  }

  function failed(error: unknown, times: number, eventId?: string): void {
    const now = clock.now();
    const since = health.stands(reactor.name, now, error, eventId);
    if (!isReported(times)) return;
    const state =
      Date.parse(now) - Date.parse(since) > standingIsAlarming ? 'standing' : 'retrying';
    parts.onTrouble(
      { reactor: reactor.name, ...(eventId !== undefined && { eventId }), state },
      error,
    );
  }
}

/** The first, and then ever more rarely: the 2nd, 4th, 8th … */
const isReported = (times: number): boolean => (times & (times - 1)) === 0;

const positionIn = ({ position, stream, revision, eventId }: ReactorCheckpoint): LogPosition => ({
  position,
  stream,
  revision,
  eventId,
});
