import type { JobName, JobPayloads } from '#domain/jobs.js';
import type { Job } from '#platform/jobs/job-queue/job-queue.js';
import type { Type } from '@nestjs/common';

export type JobOf<Name extends JobName> = Pick<Job<JobPayloads[Name]>, 'data'> &
  Partial<Pick<Job, 'attempt'>>;

/** Handles the jobs of one name. */
export interface JobHandler<Name extends JobName> {
  handle(job: JobOf<Name>): Promise<void>;
}

/** Handler class of each job. */
export type JobHandlers = { readonly [Name in JobName]: Type<JobHandler<Name>> };
