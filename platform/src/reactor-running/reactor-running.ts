import { Refusal } from '#domain/kernel/refusal.js';
import { v5 as uuid } from 'uuid';
import { backOff } from '../back-off.js';
import type { AlarmClock } from '../clock.js';
import type { EventLog, Position, RecordedEvent } from '../event-log/event-log.js';
import { failpoint } from '../failpoints.js';
import type { JobQueue } from '../job-queue/job-queue.js';
import type { Sealing } from '../sealing/sealing.js';
import type { SecretStore } from '../secret-store/secret-store.js';
import { Unavailable } from '../unavailable.js';
import { QueueInUse, QueueLost, type QueueUsed } from './queue-in-use.js';
import { beginningOf } from './reactor-beginning.js';
import type { Reactor, SendCommand } from './reactor.js';

export type ReactorParts = {
  readonly log: EventLog;
  readonly sealing: Sealing;
  readonly secrets: Pick<SecretStore, 'get' | 'put'>;
  readonly jobs: Pick<JobQueue, 'add' | 'identity'>;
  readonly send: SendCommand;
  readonly clock: AlarmClock;
  /** Something failed and is tried again, or (`gaveUp`) was left undone after several tries, because it would fail again. */
  readonly onTrouble: (trouble: { readonly reactor: string; readonly eventId?: string; readonly gaveUp: boolean }, error: unknown) => void;
  /** How often it is looked whether the queue is still the same; 15 s if it is left out. */
  readonly millisecondsBetweenLooks?: number;
};

type Reached = { readonly log: string; readonly position: Position } & QueueUsed;

/** What fails by itself, and not because something is out of reach, is tried this often. */
const mostTries = 5;
/** Where nothing was to be sent the checkpoint is written this often only, because each writing waits for the disk. */
const idleCheckpointMilliseconds = 5_000;

/**
 * Reacts to each event of the log in turn, at least once: the checkpoint is written when everything that follows was sent.
 * What is sent twice has the same id. When the queue was lost it goes back to where all is done for certain, so that what is
 * due is there again. Resolves when the signal is aborted and what was under way is done.
 */
export async function runReactor<Event extends RecordedEvent>(reactor: Reactor<Event>, parts: ReactorParts, signal: AbortSignal): Promise<void> {
  const { log, sealing, secrets, clock, onTrouble, millisecondsBetweenLooks = 15_000 } = parts;
  for (let failures = 0; !signal.aborted;) {
    try {
      await follow(() => (failures = 0));
    } catch (error) {
      onTrouble({ reactor: reactor.name, gaveUp: false }, error);
      await clock.pause(backOff(failures++), signal);
    }
  }

  async function follow(onward: () => void): Promise<void> {
    const identity = await log.identity();
    const began = await beginningOf(reactor.name, { log, sealing, now: clock.now });
    const reached = await secrets.get<Reached>('reactor', reactor.name);
    let version = reached?.version ?? 0;
    let savedAt = Date.parse(clock.now());
    /** Until here all is done, and the checkpoint does not say so yet. */
    let doneUntil: Position | undefined;
    // Of another log, or of one that was longer before it was restored: what is due is recreated from the beginning.
    const isHere = reached?.value.log === identity && reached.value.position <= (await log.head());
    const queue = new QueueInUse(parts.jobs, isHere ? reached.value : {});
    let from = isHere ? reached.value.position : began;
    // While the queue is out of reach nobody can tell, and what needs none goes on.
    if (await queue.isLost().catch(() => false)) await save((from = (await queue.replaced(clock.now())) ?? began));

    const lost = new AbortController();
    const looks = setInterval(() => {
      queue.isLost().then(
        (is) => is && lost.abort(),
        () => undefined,
      );
    }, millisecondsBetweenLooks).unref();
    try {
      await followFrom(from, AbortSignal.any([signal, lost.signal]));
    } finally {
      clearInterval(looks);
    }
    // Or the next start would look at all of it again, before it has answered anybody. Where it cannot be written now, it does.
    if (!lost.signal.aborted && doneUntil !== undefined) await save(doneUntil).catch(() => undefined);

    async function followFrom(position: Position, either: AbortSignal): Promise<void> {
      for await (const batch of log.subscribe(position, either)) await reactTo(batch, either);
    }

    async function reactTo(batch: readonly RecordedEvent[], either: AbortSignal): Promise<void> {
      let reacted = false;
      for (const event of batch) {
        if (either.aborted) return;
        if (!Object.hasOwn(reactor.events, event.type)) continue;
        if (!(await untilDone(event, queue, either))) continue;
        if (failpoint) await failpoint('after-follow-up', reactor.name);
        await save(event.position);
        reacted = true;
      }
      doneUntil = batch.at(-1)!.position;
      if (!reacted && Date.parse(clock.now()) >= savedAt + idleCheckpointMilliseconds) await save(doneUntil);
      onward();
    }

    async function save(position: Position): Promise<void> {
      const value = { log: identity, position, ...queue.rememberedAt(position, clock.now()) };
      const put = (expected: number) => secrets.put<Reached>('reactor', reactor.name, value, { expected });
      // Another process reacts to the same: what both send has the same ids, and any checkpoint of theirs is true.
      version = (await put(version)) ?? (await secrets.get('reactor', reactor.name))?.version ?? 0;
      savedAt = Date.parse(clock.now());
      if (doneUntil !== undefined && doneUntil <= position) doneUntil = undefined;
    }
  }

  /** Whether anything followed. What is out of reach is tried until it is there. @throws what a stop has interrupted */
  async function untilDone(recorded: RecordedEvent, queue: QueueInUse, stopped: AbortSignal): Promise<boolean> {
    const { eventId } = recorded.metadata;
    for (let tries = 1; ; tries++) {
      try {
        const [event] = await sealing.open([recorded]);
        return await react(event as Event, queue);
      } catch (error) {
        const gaveUp = !(error instanceof Unavailable) && tries >= mostTries;
        onTrouble({ reactor: reactor.name, eventId, gaveUp }, error);
        if (gaveUp) return true;
        if (error instanceof QueueLost) throw error;
        await clock.pause(backOff(tries), stopped);
        if (stopped.aborted) throw error;
      }
    }
  }

  async function react(event: Event, queue: QueueInUse): Promise<boolean> {
    const { jobs = [], commands = [] } = await reactor.react(event as never);
    const { eventId, correlationId } = event.metadata;
    if (failpoint) await failpoint('before-follow-up', reactor.name);
    for (const [index, { name, id = uuid(`${reactor.name} ${name} ${index}`, eventId), data, options }] of jobs.entries())
      await queue.add(name, id, data, options);
    for (const [index, { to, ...command }] of commands.entries()) {
      if (failpoint && index > 0) await failpoint('between-follow-ups', reactor.name);
      try {
        await parts.send({ ...command, id: uuid(`${reactor.name} ${to}`, eventId), causationId: eventId, correlationId });
      } catch (error) {
        if (!(error instanceof Refusal)) throw error; // A rule says that it does not hold any more: nothing is left to do.
      }
    }
    return jobs.length + commands.length > 0;
  }
}
