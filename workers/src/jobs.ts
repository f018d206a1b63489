import type { JobName } from '#domain/jobs.js';
import { type Handlers, JobQueue } from '#platform/jobs/job-queue/job-queue.js';
import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { JobHandler, JobHandlers } from './job-handler.js';

/** Runs the jobs of the queue. */
@Injectable()
export class Jobs {
  constructor(
    private readonly modules: ModuleRef,
    private readonly queue: JobQueue,
  ) {}

  /**
   * Resolves after a stop, when running jobs have ended.
   * @throws Error if a handler is not provided
   */
  run(types: JobHandlers, signal: AbortSignal): Promise<void> {
    const handlers = Object.entries(types).map(([name, type]) => {
      const handler = this.modules.get<JobHandler<JobName>>(type, { strict: false });
      return [name, (job) => handler.handle(job as never)] satisfies [string, Handlers[string]];
    });
    return this.queue.work(Object.fromEntries(handlers), signal);
  }
}
