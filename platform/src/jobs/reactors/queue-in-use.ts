import type { JobQueue } from '../job-queue/job-queue.js';
import type { Position } from '../../event-log/event-log.js';

/** Where an event is in the log, and which one it is. */
export type LogPosition = { readonly position: Position; readonly stream: string; readonly revision: number; readonly eventId: string };
/** Up to where everything had been sent, at a time. */
type Mark = LogPosition & { readonly at: string };
/** Which queue a reactor's jobs went to, and how far it was in the days before. */
export type QueueUsed = { readonly queue?: string; readonly marks?: readonly Mark[] };

const hour = 60 * 60_000;
const betweenMarks = 6 * hour;
/** A job is tried for minutes, or for as long as a service asks to wait: what was sent before that is done, or has failed. */
const longestInQueue = 2 * 24 * hour;

/** A queue is transport, and may be lost; its identity is lost with it. */
export class QueueInUse {
  constructor(
    private readonly jobs: Pick<JobQueue, 'add' | 'identity'>,
    private used: QueueUsed,
  ) {}

  /** Whether it is another one than that which the jobs so far went to. While it is out of reach that is not known, and what needs none goes on. */
  async isLost(): Promise<boolean> {
    const { queue } = this.used;
    return queue !== undefined && (await this.jobs.identity().catch(() => queue)) !== queue;
  }

  /** Where it was lost meanwhile, the next look says so. */
  async add(...job: Parameters<JobQueue['add']>): Promise<void> {
    if (this.used.queue === undefined) this.used = { queue: await this.jobs.identity() };
    await this.jobs.add(...job);
  }

  /**
   * What is to be remembered when everything up to a position was sent: now and then a mark, so that one can go back. Marks
   * that are too old to be gone back to are forgotten, but for the last of them.
   */
  rememberedAt(upTo: LogPosition, now: string): QueueUsed {
    const { queue, marks = [] } = this.used;
    if (queue === undefined) return {};
    const last = marks.at(-1);
    const made = last && Date.parse(now) < Date.parse(last.at) + betweenMarks ? marks : [...marks, { ...upTo, at: now }];
    const oldest = made.findLastIndex(({ at }) => isOutOfQueue(at, now));
    this.used = { queue, marks: made.slice(Math.max(0, oldest)) };
    return this.used;
  }

  /** Where everything before is done for certain; undefined: not even what was sent first. From now on the new queue is in use. */
  async replaced(now: string): Promise<LogPosition | undefined> {
    const mark = this.used.marks?.findLast(({ at }) => isOutOfQueue(at, now));
    this.used = { queue: await this.jobs.identity(), marks: mark ? [mark] : [] };
    if (!mark) return undefined;
    const { at: _, ...position } = mark;
    return position;
  }
}

const isOutOfQueue = (at: string, now: string) => Date.parse(at) <= Date.parse(now) - longestInQueue;
