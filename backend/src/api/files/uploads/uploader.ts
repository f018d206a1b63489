import type { FastifyRequest } from 'fastify';
import { type Asker, getCaller } from '../../../auth/caller.js';
import { fileProblem } from '../file.problems.js';
import type { Uploader } from './uploads.js';

/**
 * Uploader of a request.
 * @throws Problem in the demo, whose visitors share one account and quota
 */
export function getUploader(request: FastifyRequest, asker: Asker): Uploader {
  const { session, account } = getCaller(request);
  if (session.begunBy === 'demo') throw fileProblem('demo-without-uploads');
  return { ...asker, verified: account.verified };
}
