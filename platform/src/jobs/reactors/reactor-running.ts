import { Refusal } from '#domain/kernel/refusal.js';
import { v5 as uuid } from 'uuid';
import { type Clock, backOff } from '../../common/clock.js';
import { errorName } from '../../common/error-name.js';
import { createMutex } from '../../common/keyed-mutex.js';
import {
  type EventLog,
  type LogPosition,
  DamagedStream,
  NewerEvent,
  type RecordedEvent,
  logPositionOf,
  toLogPosition,
  readWithPlaceholders,
  requireReadable,
} from '../../event-log/event-log.js';
import { keepRunning, retry } from '../../common/retry.js';
import { failpoint } from '../../common/failpoint.js';
import {
  type SpanContext,
  appendSpan,
  runTraced,
  formatTraceparent,
} from '../../common/tracing/tracing.js';
import { isInLog } from '../../read-side/projections/checkpoints.js';
import { isErasure } from '../../sealing/platform-events.js';
import type { Sealing } from '../../sealing/sealing.js';
import type { KeyValueStore } from '../../storage/key-value-store/key-value-store.js';
import { Unavailable } from '../../common/unavailable.js';
import {
  type ParkedEvent,
  type ReactorsHealth,
  MAX_PARKED,
  waitingForRepair,
} from './reactors-health.js';
import { type ReactorQueue, QueueLossDetector } from './queue-loss-detector.js';
import { type ReactorCheckpoint, findReactorBeginning } from './reactor-checkpoint.js';
import {
  type DerivedCommand,
  type Reactor,
  type SendCommand,
  type SentCommand,
  derivedCommandId,
} from './reactor.js';

/**
 * `retrying`: the event is retried. `standing`: it has failed for over a minute. `parked`: it is
 * retried while later events are handled. `skipped`: it is damaged, and too many events wait for a
 * repair already.
 */
type ReactorTrouble = Partial<EventPlace> & {
  readonly reactor: string;
  readonly state: 'retrying' | 'standing' | 'parked' | 'skipped';
};
/** Event that cannot be handled, for logs. The stream's name contains the organization's id. */
type EventPlace = Pick<ParkedEvent, 'stream' | 'eventId'>;

export type ReactorOptions = {
  /** Names of all reactors of this build. */
  readonly names: readonly string[];
  readonly log: EventLog;
  readonly sealing: Sealing;
  readonly secrets: Pick<KeyValueStore, 'get' | 'put'>;
  readonly jobs: ReactorQueue;
  readonly send: SendCommand;
  readonly clock: Clock;
  /** Types that events of the stream may have, for damaged ones and those of a newer build. */
  readonly typesOf: (stream: string) => readonly string[];
  readonly health: ReactorsHealth;
  /** Called for the first failures, then ever less often; retries never end. */
  readonly onTrouble: (trouble: ReactorTrouble, error: unknown) => void;
  /** Interval of checks for a replaced queue; 15 s by default. */
  readonly pollMilliseconds?: number;
};

/**
 * Attempts (about 20 s) before a poison event is parked. `Unavailable` does not count, and damage
 * is parked at once, because all other records wait meanwhile.
 */
const MAX_TRIES_IN_PLACE = 10;
/** Pauses before an event is retried while later events wait. */
const RETRY_BACKOFF_MS = { first: 100 };
const PARKED_RETRY_BACKOFF_MS = { first: 5_000, longest: 10 * 60_000 };
const STALLED_AFTER_MS = 60_000;
/** Limit of concurrent commands of one event. They go to different records. */
const MAX_CONCURRENT_COMMANDS = 16;
/**
 * Limit of parked events that wait for a repair, because events that cannot be repaired would fill
 * `MAX_PARKED`.
 */
const MAX_WAITING_FOR_REPAIR = MAX_PARKED / 2;
class TooManyParked extends Error {}
/** Shortest time between checkpoints while nothing is sent, because each one syncs the disk. */
const IDLE_CHECKPOINT_INTERVAL_MS = 5_000;

/**
 * Handles each event of the log in order, at least once, until the signal aborts.
 * - Saves the checkpoint after everything for an event was sent; repetitions have equal ids.
 * - Retries while a part is unavailable. Parks a poison or damaged event with the later ones of its
 *   stream.
 * - Goes back to where all jobs were done (`QueueLossDetector`) if the job queue was lost.
 */
export const runReactor = <Event extends RecordedEvent>(
  reactor: Reactor<Event>,
  options: ReactorOptions,
  signal: AbortSignal,
): Promise<void> => new ReactorRun(reactor, options, signal).run();

class ReactorRun<Event extends RecordedEvent> {
  private state: 'starting' | 'following' | 'queue lost' | 'ended' = 'starting';
  /** Ends the present `follow`. */
  private ending!: AbortController;
  private signal!: AbortSignal;
  private queue!: QueueLossDetector;
  /** Checkpoint that the secrets hold. */
  private saved!: { log: string; upTo: LogPosition; version: number; at: number };
  /** Last handled position that no checkpoint holds yet. */
  private unsaved: LogPosition | undefined;
  /** Events retried beside the main loop, in order within each stream. */
  private parked: readonly ParkedEvent[] = [];
  private retrying = Promise.resolve();
  private resetBackOff = () => {};
  /** Serializes the work that writes checkpoints. */
  private readonly runExclusively = createMutex();

  constructor(
    private readonly reactor: Reactor<Event>,
    private readonly options: ReactorOptions,
    private readonly stopping: AbortSignal,
  ) {}

  run(): Promise<void> {
    const follow = (resetBackOff: () => void) => {
      this.resetBackOff = resetBackOff;
      return this.follow();
    };
    return keepRunning(follow, {
      signal: this.stopping,
      clock: this.options.clock,
      onFailure: (error, times) => this.recordFailure(error, times),
    });
  }

  /** Handles events until one of its parts fails, the job queue is lost, or the reactor stops. */
  private async follow(): Promise<void> {
    const { log, health, pollMilliseconds = 15_000 } = this.options;
    this.state = 'starting';
    this.ending = new AbortController();
    this.signal = AbortSignal.any([this.stopping, this.ending.signal]);
    await this.load();
    this.state = 'following';
    const polling = setInterval(() => void this.checkQueue(), pollMilliseconds).unref();
    this.retrying = this.retryParked();
    try {
      const { position } = this.saved.upTo;
      // Clears the reported failure once the log reads again; new events may be far off.
      if (health.standing.has(this.reactor.name) && (await log.readAll(position, 1)))
        this.recordRecovery();
      for await (const batch of log.subscribe(position, this.signal)) await this.handleBatch(batch);
    } finally {
      clearInterval(polling);
      this.ending.abort();
      await this.retrying;
    }
    // Saves the last position, so that the next start does not read these events again.
    if (this.unsaved && !this.hasLostQueue()) await this.save(this.unsaved).catch(() => undefined);
    this.state = 'ended';
  }

  private async load(): Promise<void> {
    const { names, log, sealing, secrets, jobs, clock, health } = this.options;
    const { reactor } = this;
    const identity = await log.readIdentity();
    const beginning = await findReactorBeginning(reactor, names, { log, sealing, now: clock.now });
    const stored = await secrets.get<ReactorCheckpoint>('reactor', reactor.name);
    // A checkpoint of another or a restored log is dropped: the reactor starts from the beginning.
    // Early builds stored no event in it.
    const valid =
      stored?.value.stream !== undefined && (await isInLog(log, stored.value))
        ? stored.value
        : undefined;
    this.queue = new QueueLossDetector(jobs, valid ?? {});
    this.parked = valid?.parked ?? [];
    this.unsaved = undefined;
    this.saved = {
      log: identity,
      upTo: valid ? toLogPosition(valid) : beginning,
      version: stored?.version ?? 0,
      at: Date.parse(clock.now()),
    };
    health.setParked(reactor.name, this.parked);
    if (await this.queue.isLost()) await this.save((await this.queue.adoptNewQueue()) ?? beginning);
  }

  private hasLostQueue(): boolean {
    return this.state === 'queue lost';
  }

  private async checkQueue(): Promise<void> {
    if (!(await this.queue.isLost()) || this.state !== 'following') return;
    this.state = 'queue lost';
    this.ending.abort();
  }

  private async handleBatch(batch: readonly RecordedEvent[]): Promise<void> {
    const { options } = this;
    let hasSent = false;
    for (const event of options.sealing.markNewer(batch)) {
      if (!this.mayRead(event)) continue;
      const sent = await this.handleEvent(event);
      if (sent === undefined) return;
      hasSent ||= sent;
    }
    const upTo = (this.unsaved = logPositionOf(batch.at(-1)!));
    if (!hasSent && Date.parse(options.clock.now()) >= this.saved.at + IDLE_CHECKPOINT_INTERVAL_MS)
      await this.runExclusively(() => this.save(upTo));
    this.recordRecovery();
  }

  private reads(type: string): boolean {
    return Object.hasOwn(this.reactor.events, type);
  }

  /** Whether the reactor reads the event, or some event that a damaged one may have been. */
  private mayRead({ stream, type, damage }: RecordedEvent): boolean {
    if (damage === undefined) return this.reads(type);
    return this.options.typesOf(stream).some((each) => this.reads(each));
  }

  /**
   * Decides about an event before it is handled. Events wait behind a parked one of their stream.
   * Damage may last for ever, so that it must not stop the reactor: erasures do not wait for a
   * repair, and nothing more does once `MAX_WAITING_FOR_REPAIR` events wait. An event of a newer
   * build is never skipped, because that build handles it.
   */
  private nextStepFor(event: RecordedEvent): 'handle' | 'park' | 'skip' {
    const parkedOfStream = this.parked.filter(({ stream }) => stream === event.stream);
    if (parkedOfStream.some(({ revision }) => revision === event.revision)) return 'park';
    if (event.damage !== undefined)
      return this.isRepairLimitReached() && !event.isNewer ? 'skip' : 'park';
    if (parkedOfStream.length === 0) return 'handle';
    const isBehindDamage = waitingForRepair(parkedOfStream).length > 0;
    return isBehindDamage && (isErasure(event) || this.isRepairLimitReached()) ? 'handle' : 'park';
  }

  private isRepairLimitReached(): boolean {
    return waitingForRepair(this.parked).length >= MAX_WAITING_FOR_REPAIR;
  }

  /** Returns whether anything was or will be sent; undefined if the run ends. */
  private async handleEvent(event: RecordedEvent): Promise<boolean | undefined> {
    const { signal } = this;
    if (signal.aborted) return undefined;
    let attempts = 0;
    const tryAgain = () => {
      attempts++;
      return this.tryOnce(event, attempts);
    };
    const handling = retry(() => this.runExclusively(tryAgain), {
      signal,
      clock: this.options.clock,
      backOff: RETRY_BACKOFF_MS,
      onFailure: (error) => this.recordFailure(error, attempts, toEventPlace(event)),
    });
    return handling.catch((error: unknown) => {
      if (signal.aborted) return undefined;
      throw error;
    });
  }

  /** @throws the error if the event is to be retried while later events wait */
  private async tryOnce(event: RecordedEvent, attempt: number): Promise<boolean> {
    let sent: boolean;
    try {
      const nextStep = this.nextStepFor(event);
      if (nextStep === 'skip') requireReadable([event]);
      sent =
        nextStep === 'park'
          ? this.park(event, event.damage ?? 'an earlier event of its record is parked')
          : await this.sendReaction(event);
    } catch (error) {
      const isPermanent = error instanceof DamagedStream && !(error instanceof NewerEvent);
      if (isPermanent && this.isRepairLimitReached()) return this.skip(event, error);
      // Parking would not help while a part is unavailable: the next event would fail too.
      const mayPark =
        error instanceof DamagedStream ||
        (attempt >= MAX_TRIES_IN_PLACE && !(error instanceof Unavailable));
      if (this.signal.aborted || !mayPark || this.parked.length >= MAX_PARKED) throw error;
      this.report('parked', error, 1, toEventPlace(event));
      sent = this.park(event, errorName(error));
    }
    this.recordRecovery();
    if (!sent) return false;
    await failpoint('after-follow-up', this.reactor.name);
    await this.save(logPositionOf(event));
    return true;
  }

  private skip(event: RecordedEvent, error: DamagedStream): false {
    this.report('skipped', error, 1, toEventPlace(event));
    this.recordRecovery();
    return false;
  }

  /** @throws TooManyParked if too many events are parked; this event and later ones then wait */
  private park(event: RecordedEvent, because: string): true {
    const { stream, revision, damage } = event;
    const eventId = damage === undefined ? event.metadata.eventId : '';
    if (this.parked.length >= MAX_PARKED) throw new TooManyParked('No more events can be parked');
    if (!this.parked.some((each) => each.stream === stream && each.revision === revision)) {
      const since = this.options.clock.now();
      this.parked = [...this.parked, { stream, revision, eventId, since, because }];
    }
    if (this.parked.length === 1) this.retrying = this.retrying.then(() => this.retryParked());
    return true;
  }

  /** Retries parked events with growing pauses until none is left. */
  private async retryParked(): Promise<void> {
    const { clock } = this.options;
    for (let round = 0; this.parked.length > 0 && !this.signal.aborted; round++) {
      await clock.pause(backOff(round, PARKED_RETRY_BACKOFF_MS), this.signal);
      for (const stream of new Set(this.parked.map((each) => each.stream)))
        await this.runExclusively(() => this.retryStream(stream, round + 1));
    }
  }

  private async retryStream(stream: string, round: number): Promise<void> {
    const parkedOfStream = this.parked
      .filter((each) => each.stream === stream)
      .sort((one, other) => one.revision - other.revision);
    for (const parked of parkedOfStream) {
      const { eventId, revision } = parked;
      if (this.signal.aborted) return;
      try {
        const events = await readWithPlaceholders(this.options.log, stream, revision);
        const found = events.filter((each) => each.revision === revision);
        const [event] = requireReadable(this.options.sealing.markNewer(found));
        // An event that was damaged had no id.
        const isSame = event && [event.metadata.eventId, ''].includes(eventId);
        if (isSame && this.reads(event.type) && (await this.sendReaction(event)))
          this.queue.forgetDone();
        this.parked = this.parked.filter((each) => each !== parked);
        await this.save(this.unsaved ?? this.saved.upTo);
      } catch (error) {
        return this.report('parked', error, round, { stream, eventId });
      }
    }
  }

  private async save(upTo: LogPosition): Promise<void> {
    const { secrets, clock, health } = this.options;
    const { reactor, parked, queue, saved } = this;
    const value: ReactorCheckpoint = {
      log: saved.log,
      ...upTo,
      ...(await queue.stateAt(upTo, clock.now())),
      parked,
    };
    const put = await secrets.put<ReactorCheckpoint>('reactor', reactor.name, value, {
      expected: saved.version,
    });
    // If another process runs this reactor too, both send equal ids, so either checkpoint is valid.
    const version = put ?? (await secrets.get('reactor', reactor.name))?.version ?? 0;
    this.saved = { log: saved.log, upTo, version, at: Date.parse(clock.now()) };
    health.setParked(reactor.name, parked);
    if (this.unsaved && this.unsaved.position <= upTo.position) this.unsaved = undefined;
  }

  /** Returns whether jobs or commands were sent. */
  private sendReaction(recorded: RecordedEvent): Promise<boolean> {
    const parent = appendSpan(recorded.metadata);
    return runTraced(`reactor ${this.reactor.name}`, parent && { parent }, (span) =>
      this.react(recorded, span),
    );
  }

  private async react(recorded: RecordedEvent, span: SpanContext | undefined): Promise<boolean> {
    const { reactor, queue } = this;
    const [opened] = await this.options.sealing.open([recorded]);
    const event = opened as Event;
    const { jobs = [], commands = [] } = await reactor.react(event as never);
    const { eventId } = event.metadata;
    await failpoint('before-follow-up', reactor.name);
    const traceparent = formatTraceparent(span);
    for (const [index, { name, id, data }] of jobs.entries())
      await queue.add(name, id ?? uuid(`${reactor.name} ${name} ${index}`, eventId), {
        ...data,
        ...(traceparent !== undefined && { traceparent }),
      });
    for (let next = 0; next < commands.length; next += MAX_CONCURRENT_COMMANDS) {
      const group = commands.slice(next, next + MAX_CONCURRENT_COMMANDS);
      const sent = await Promise.allSettled(
        group.map((command, index) => this.sendCommand({ ...command, span }, event, next + index)),
      );
      const failure = sent.find((outcome) => outcome.status === 'rejected');
      if (failure) throw failure.reason;
    }
    return jobs.length + commands.length > 0;
  }

  private async sendCommand(
    { to, span, ...command }: DerivedCommand & Pick<SentCommand, 'span'>,
    { metadata: { eventId, correlationId } }: RecordedEvent,
    index: number,
  ): Promise<void> {
    const { name } = this.reactor;
    if (index > 0) await failpoint('between-follow-ups', name);
    const ids = { id: derivedCommandId(name, to, eventId), causationId: eventId, correlationId };
    try {
      await this.options.send({ ...command, ...ids, ...(span && { span }) });
    } catch (error) {
      // A refusal means that the command does not apply any more.
      if (!(error instanceof Refusal)) throw error;
    }
  }

  private recordRecovery(): void {
    this.resetBackOff();
    this.options.health.recordRecovery(this.reactor.name);
  }

  private recordFailure(error: unknown, times: number, place?: EventPlace): void {
    const now = this.options.clock.now();
    const since = this.options.health.recordFailure(this.reactor.name, now, error, place?.eventId);
    const hasStalled = Date.parse(now) - Date.parse(since) > STALLED_AFTER_MS;
    this.report(hasStalled ? 'standing' : 'retrying', error, times, place);
  }

  private report(
    state: ReactorTrouble['state'],
    error: unknown,
    times: number,
    place?: EventPlace,
  ): void {
    if (!isReported(times)) return;
    this.options.onTrouble({ reactor: this.reactor.name, ...place, state }, error);
  }
}

const toEventPlace = ({ stream, metadata: { eventId } }: RecordedEvent): EventPlace => ({
  stream,
  eventId,
});

/** True for the 1st, 2nd, 4th, 8th … failure. */
const isReported = (times: number): boolean => (times & (times - 1)) === 0;
