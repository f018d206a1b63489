import { HandlesJob, type JobHandler } from '#platform/jobs/job-queue/job-handler.js';
import { type Job, JobQueue } from '#platform/jobs/job-queue/job-queue.js';
import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';

/** Every provider that is marked with `@HandlesJob(name)`. */
@Injectable()
export class Jobs {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly queue: JobQueue,
  ) {}

  /** Resolves when the signal is aborted and what was under way is done. @throws Error where two handle the jobs of one name */
  run(signal: AbortSignal): Promise<void> {
    const handlers: Record<string, (job: Job) => Promise<void>> = {};
    for (const provider of this.discovery.getProviders({ metadataKey: HandlesJob.KEY })) {
      const name = this.discovery.getMetadataByDecorator(HandlesJob, provider)!;
      if (name in handlers) throw new Error(`Two handle jobs of the name ${name}`);
      handlers[name] = (job) => (provider.instance as JobHandler).handle(job);
    }
    return this.queue.work(handlers, signal);
  }
}
