import type { OpeningOptions } from './open-parts.js';
import type { Logger } from './logger.js';

/** Logs what the parts report while they are used. */
export const reportTo = (logger: Logger): Pick<OpeningOptions, 'jobFailed' | 'onTrouble'> => ({
  jobFailed: ({ id, name, attempt }, err, last) =>
    logger[last ? 'error' : 'warn']({ job: id, name, attempt, err }, last ? 'a job has failed' : 'a job failed and is tried again'),
  onTrouble: (err) => logger.warn({ err }, 'a server does not answer now'),
});
