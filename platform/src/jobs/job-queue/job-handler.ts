import { DiscoveryService } from '@nestjs/core';
import type { Job } from './job-queue.js';

/** Marks a provider as what handles the jobs of that name: workers find all that their modules provide. */
export const HandlesJob = DiscoveryService.createDecorator<string>();

export interface JobHandler {
  handle(job: Job): Promise<void>;
}
