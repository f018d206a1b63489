import type { OpeningOptions } from './open-parts.js';
import type { Logger } from './logger.js';

/** What parts have to tell while they are used, said where operators look. */
export const toldTo = (logger: Logger): Pick<OpeningOptions, 'jobFailed' | 'onTrouble'> => ({
  jobFailed: ({ id, name, attempt }, err, last) =>
    logger[last ? 'error' : 'warn']({ job: id, name, attempt, err }, last ? 'a job has failed' : 'a job failed and is tried again'),
  onTrouble: (err) => logger.warn({ err }, 'a server does not answer now'),
});
