export const keyPrefix = 'fieldtrace';

export const queueKey = (name: string): string => `${keyPrefix}:${name}`;

/** Not the bare id: BullMQ refuses one of digits, and one such as "wait" would be the name of a list of its own. */
export const redisJobId = (id: string): string => `job-${id}`;
export const idOfRedisJob = (jobId: string): string => jobId.slice('job-'.length);
