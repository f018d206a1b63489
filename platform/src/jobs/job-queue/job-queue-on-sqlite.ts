import { type Clock, addMilliseconds } from '../../common/clock.js';
import type { SqliteFile } from '../../storage/embedded/sqlite-file.js';
import { Signal } from '../../common/signal.js';
import { Unavailable } from '../../common/unavailable.js';
import {
  type JobFailed,
  attempt,
  day,
  failedJobsStay,
  mostAtOnce,
  mostAttempts,
} from './attempts.js';
import { type Handlers, type Job, type JobData, JobQueue, type QueueDepth } from './job-queue.js';

/**
 * Earlier than any clock says, also one that is put back: a job that was not tried yet need not
 * wait.
 */
const atOnce = new Date(0).toISOString();
/** A clock that jumps is noticed after so long, whatever it said when the pause began. */
const longestPause = 30_000;

type Row = [id: string, name: string, data: string, attempt: number];

/**
 * Jobs in the file of the secrets: closing one closes both. A worker waits for the next job to be
 * added or to be due.
 */
export class JobQueueOnSqlite extends JobQueue {
  private readonly changed = new Signal();
  private recovered: Promise<void> | undefined;

  constructor(
    private readonly file: SqliteFile,
    private readonly clock: Clock,
    private readonly failed: JobFailed,
  ) {
    super();
  }

  protected async put(name: string, id: string, data: JobData): Promise<void> {
    const put = this.file.writer(`
      INSERT INTO jobs (id, name, data, state, attempt, due_at) VALUES (?1, ?2, ?3, 'waiting', 0, ?4)
      ON CONFLICT DO UPDATE SET name = ?2, data = ?3, state = 'waiting', attempt = 0, due_at = ?4, ended_at = NULL WHERE ended_at <= ?5`);
    await this.file.write(() =>
      put(id, name, JSON.stringify(data), atOnce, addMilliseconds(this.clock.now(), -day)),
    );
    this.changed.notify();
  }

  async work(handlers: Handlers, signal: AbortSignal): Promise<void> {
    this.recovered ??= this.recoverAll();
    await this.recovered;
    const names = JSON.stringify(Object.keys(handlers));
    const running = new Set<Promise<void>>();
    while (!signal.aborted) {
      const { seen } = this.changed;
      const jobs = await this.persistently(() => this.take(names, mostAtOnce - running.size));
      for (const job of jobs) {
        const run = this.run(job, handlers[job.name]!).finally(() => {
          running.delete(run);
          this.changed.notify();
        });
        running.add(run);
      }
      if (jobs.length === 0)
        await this.untilMore(running.size < mostAtOnce ? names : '[]', seen, signal);
    }
    await Promise.all(running);
  }

  async depth(): Promise<QueueDepth> {
    const depth = { waiting: 0, delayed: 0, active: 0, failed: 0 };
    const counts = this.file.reader<[state: string, isLater: number, count: number]>(
      `SELECT state, due_at > ?, count(*) FROM jobs WHERE state IN ('waiting', 'active', 'failed') GROUP BY 1, 2`,
    );
    for (const [state, isLater, count] of counts.all(this.clock.now()))
      depth[state === 'waiting' && isLater ? 'delayed' : (state as keyof QueueDepth)] += count;
    return depth;
  }

  /**
   * Jobs are in one file with the checkpoints of the reactors that add them: they are lost
   * together.
   */
  async identity(): Promise<string> {
    return 'in the file of the secrets';
  }

  async close(): Promise<void> {
    this.file.close();
  }

  private async take(names: string, most: number): Promise<readonly Job[]> {
    const dueAt = this.nextDueAt(names);
    const now = this.clock.now();
    if (most === 0 || dueAt === null || dueAt > now) return [];
    const start = this.file.reader<Row>(`
      UPDATE jobs SET state = 'active', attempt = attempt + 1 WHERE id IN (
        SELECT id FROM jobs WHERE state = 'waiting' AND name IN (SELECT value FROM json_each(?)) AND due_at <= ? ORDER BY due_at, rowid LIMIT ?)
      RETURNING id, name, data, attempt`);
    const rows = await this.file.write(() => start.all(names, now, most));
    return rows.map(jobOf);
  }

  private nextDueAt(names: string): string | null {
    const sql = `SELECT min(due_at) FROM jobs WHERE state = 'waiting' AND name IN (SELECT value FROM json_each(?))`;
    return this.file.reader<[dueAt: string | null]>(sql).first(names)![0];
  }

  /**
   * Makes jobs wait again that the previous process left active, or gives them up after the last
   * attempt.
   */
  private async recoverAll(): Promise<void> {
    const recover = this.file.writer(
      `UPDATE jobs SET state = 'waiting' WHERE state = 'active' AND attempt < ${mostAttempts}`,
    );
    const giveUp = this.file.reader<Row>(
      `UPDATE jobs SET state = 'failed', ended_at = ? WHERE state = 'active' RETURNING id, name, data, attempt`,
    );
    const lost = await this.persistently(() =>
      this.file.write(() => (recover(), giveUp.all(this.clock.now()))),
    );
    for (const row of lost) this.failed(jobOf(row), new Error('no worker survived it'), true);
  }

  /** Until something is added or ends, or the next one's time has come. */
  private async untilMore(names: string, seen: number, signal: AbortSignal): Promise<void> {
    const dueAt = this.nextDueAt(names);
    const over = new AbortController();
    if (dueAt !== null) {
      const milliseconds = Math.min(
        Math.max(Date.parse(dueAt) - Date.parse(this.clock.now()), 0),
        longestPause,
      );
      void this.clock
        .pause(milliseconds, over.signal)
        .then(() => over.signal.aborted || this.changed.notify());
    }
    await this.changed.since(seen, signal);
    over.abort();
  }

  private async run(job: Job, handler: Handlers[string]): Promise<void> {
    const failure = await attempt(job, handler, this.failed);
    const postpone = this.file.writer(`UPDATE jobs SET state = 'waiting', due_at = ? WHERE id = ?`);
    const sweep = this.file.writer('DELETE FROM jobs WHERE state = ? AND ended_at <= ?');
    const finish = this.file.writer('UPDATE jobs SET state = ?, ended_at = ? WHERE id = ?');
    try {
      await this.persistently(() =>
        this.file.write(() => {
          if (failure?.pause !== undefined)
            return postpone(addMilliseconds(this.clock.now(), failure.pause), job.id);
          sweep('done', addMilliseconds(this.clock.now(), -day));
          sweep('failed', addMilliseconds(this.clock.now(), -failedJobsStay));
          return finish(failure ? 'failed' : 'done', this.clock.now(), job.id);
        }),
      );
    } catch (error) {
      // Closed meanwhile: as after a crash, the job is taken again at the next start.
      if (!(error instanceof Unavailable)) throw error;
    }
  }

  /**
   * A full disk is no reason to give up: it is tried again until there is space or the file is
   * closed.
   */
  private async persistently<Result>(step: () => Promise<Result>): Promise<Result> {
    for (;;) {
      try {
        return await step();
      } catch (error) {
        if (!(error instanceof Unavailable) || !this.file.isOpen) throw error;
        await this.clock.pause(1_000);
      }
    }
  }
}

const jobOf = ([id, name, data, attempt]: Row): Job => ({
  id,
  name,
  data: JSON.parse(data) as JobData,
  attempt,
});
