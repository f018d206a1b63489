import type { JobName, JobPayloads } from '#domain/jobs.js';
import type { Job } from './job-queue.js';

export type JobOf<Name extends JobName> = Pick<Job<JobPayloads[Name]>, 'data'>;

/** Handles the jobs of one name. */
export interface JobHandler<Name extends JobName> {
  handle(job: JobOf<Name>): Promise<void>;
}
