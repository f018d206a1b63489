import { type Clock, addMilliseconds } from '../../common/clock.js';
import type { SqliteFile } from '../../storage/embedded/sqlite-file.js';
import { retry } from '../../common/retry.js';
import { Signal } from '../../common/signal.js';
import { Unavailable } from '../../common/unavailable.js';
import {
  type OnJobFailure,
  runAttempt,
  DAY_MS,
  FAILED_JOB_RETENTION_MS,
  MAX_CONCURRENT_JOBS,
  MAX_ATTEMPTS,
} from './attempts.js';
import { type Handlers, type Job, type JobData, JobQueue, type QueueDepth } from './job-queue.js';

/** Due time of a new job. It is before any clock reading, so a clock set back delays no new job. */
const DUE_IMMEDIATELY = new Date(0).toISOString();
/** Longest sleep between polls, so that a clock that jumps is noticed. */
const MAX_PAUSE_MS = 30_000;

type Row = [id: string, name: string, data: string, attempt: number];

/** Jobs in the SQLite file of the secrets; closing either closes both. */
export class JobQueueOnSqlite extends JobQueue {
  private readonly changed = new Signal();
  private recovered: Promise<void> | undefined;

  constructor(
    private readonly file: SqliteFile,
    private readonly clock: Clock,
    private readonly onFailure: OnJobFailure,
  ) {
    super();
  }

  protected async put(name: string, id: string, data: JobData): Promise<void> {
    const upsert = this.file.writer(`
      INSERT INTO jobs (id, name, data, state, attempt, due_at) VALUES (?1, ?2, ?3, 'waiting', 0, ?4)
      ON CONFLICT DO UPDATE SET name = ?2, data = ?3, state = 'waiting', attempt = 0, due_at = ?4, ended_at = NULL WHERE ended_at <= ?5`);
    await this.file.write(() =>
      upsert(
        id,
        name,
        JSON.stringify(data),
        DUE_IMMEDIATELY,
        addMilliseconds(this.clock.now(), -DAY_MS),
      ),
    );
    this.changed.notify();
  }

  async work(handlers: Handlers, signal: AbortSignal): Promise<void> {
    this.recovered ??= this.recoverAll();
    await this.recovered;
    const names = JSON.stringify(Object.keys(handlers));
    const running = new Set<Promise<void>>();
    while (!signal.aborted) {
      const { notificationCount } = this.changed;
      const jobs = await this.retryWhileUnavailable(() =>
        this.take(names, MAX_CONCURRENT_JOBS - running.size),
      );
      for (const job of jobs) {
        const run = this.run(job, handlers[job.name]!).finally(() => {
          running.delete(run);
          this.changed.notify();
        });
        running.add(run);
      }
      if (jobs.length > 0) continue;
      // A worker with as many jobs as it may run waits only for one of them to end.
      const awaitedNames = running.size < MAX_CONCURRENT_JOBS ? names : '[]';
      await this.waitForWork(awaitedNames, notificationCount, signal);
    }
    await Promise.all(running);
  }

  async readDepth(): Promise<QueueDepth> {
    const depth = { waiting: 0, delayed: 0, active: 0, failed: 0 };
    const counts = this.file.reader<[state: string, isLater: number, count: number]>(
      `SELECT state, due_at > ?, count(*) FROM jobs WHERE state IN ('waiting', 'active', 'failed') GROUP BY 1, 2`,
    );
    for (const [state, isLater, count] of counts.all(this.clock.now()))
      depth[state === 'waiting' && isLater ? 'delayed' : (state as keyof QueueDepth)] += count;
    return depth;
  }

  /** Constant, because the reactors' checkpoints share the file and are lost with the jobs. */
  async readIdentity(): Promise<string> {
    return 'in the file of the secrets';
  }

  async close(): Promise<void> {
    this.file.close();
  }

  private async take(names: string, limit: number): Promise<readonly Job[]> {
    const dueAt = this.nextDueAt(names);
    const now = this.clock.now();
    if (limit === 0 || dueAt === null || dueAt > now) return [];
    const takeDue = this.file.reader<Row>(`
      UPDATE jobs SET state = 'active', attempt = attempt + 1 WHERE id IN (
        SELECT id FROM jobs WHERE state = 'waiting' AND name IN (SELECT value FROM json_each(?)) AND due_at <= ? ORDER BY due_at, rowid LIMIT ?)
      RETURNING id, name, data, attempt`);
    const rows = await this.file.write(() => takeDue.all(names, now, limit));
    return rows.map(toJob);
  }

  private nextDueAt(names: string): string | null {
    const sql = `SELECT min(due_at) FROM jobs WHERE state = 'waiting' AND name IN (SELECT value FROM json_each(?))`;
    return this.file.reader<[dueAt: string | null]>(sql).first(names)![0];
  }

  /** Requeues jobs that the previous process left active, or fails them after the last attempt. */
  private async recoverAll(): Promise<void> {
    const recover = this.file.writer(
      `UPDATE jobs SET state = 'waiting' WHERE state = 'active' AND attempt < ${MAX_ATTEMPTS}`,
    );
    const giveUp = this.file.reader<Row>(
      `UPDATE jobs SET state = 'failed', ended_at = ? WHERE state = 'active' RETURNING id, name, data, attempt`,
    );
    const lost = await this.retryWhileUnavailable(() =>
      this.file.write(() => (recover(), giveUp.all(this.clock.now()))),
    );
    for (const row of lost)
      this.onFailure(toJob(row), new Error('no worker survived it'), 'failed');
  }

  /** Waits until a job is added, one ends, or the next one is due. */
  private async waitForWork(
    names: string,
    notificationCount: number,
    signal: AbortSignal,
  ): Promise<void> {
    const dueAt = this.nextDueAt(names);
    const timer = new AbortController();
    if (dueAt !== null) {
      const milliseconds = Math.min(
        Math.max(Date.parse(dueAt) - Date.parse(this.clock.now()), 0),
        MAX_PAUSE_MS,
      );
      void this.clock
        .pause(milliseconds, timer.signal)
        .then(() => timer.signal.aborted || this.changed.notify());
    }
    await this.changed.waitSince(notificationCount, signal);
    timer.abort();
  }

  private async run(job: Job, handler: Handlers[string]): Promise<void> {
    const failure = await runAttempt(job, handler, this.onFailure);
    const postpone = this.file.writer(
      `UPDATE jobs SET state = 'waiting', due_at = ?, attempt = ? WHERE id = ?`,
    );
    const sweep = this.file.writer('DELETE FROM jobs WHERE state = ? AND ended_at <= ?');
    const finish = this.file.writer('UPDATE jobs SET state = ?, ended_at = ? WHERE id = ?');
    try {
      await this.retryWhileUnavailable(() =>
        this.file.write(() => {
          if (failure?.pauseMs !== undefined) {
            const attempts = job.attempt - (failure.isCounted ? 0 : 1);
            return postpone(addMilliseconds(this.clock.now(), failure.pauseMs), attempts, job.id);
          }
          sweep('done', addMilliseconds(this.clock.now(), -DAY_MS));
          sweep('failed', addMilliseconds(this.clock.now(), -FAILED_JOB_RETENTION_MS));
          return finish(failure ? 'failed' : 'done', this.clock.now(), job.id);
        }),
      );
    } catch (error) {
      // The file was closed meanwhile: the next start recovers the job, as after a crash.
      if (!(error instanceof Unavailable)) throw error;
    }
  }

  /** Retries each second while the file is `Unavailable` (disk full), until it is closed. */
  private retryWhileUnavailable<Result>(step: () => Promise<Result>): Promise<Result> {
    return retry(step, {
      clock: this.clock,
      backOff: { first: 1_000, longest: 1_000 },
      onFailure: (error) => {
        if (!(error instanceof Unavailable) || !this.file.isOpen) throw error;
      },
    });
  }
}

const toJob = ([id, name, data, attempt]: Row): Job => ({
  id,
  name,
  data: JSON.parse(data) as JobData,
  attempt,
});
