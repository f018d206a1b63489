import { Refusal } from '#domain/kernel/refusal.js';
import { Busy, StaleRevision } from '#platform/write-side/request.js';
import { UnreadableLog } from '#platform/event-log/event-log.js';
import { KeysMissing } from '#platform/sealing/key-store/key-store.js';
import { FileQuotaReached } from '#platform/files/file-usage.js';
import { TooManyRequests } from '#platform/storage/rate-limiter/rate-limiter.js';
import { InvalidQuery } from '#platform/read-side/read-store/read-store.js';
import { PastNotReady } from '#platform/read-side/past/past-store.js';
import { ViewNotReady } from '#platform/read-side/read-store/views.js';
import { Unavailable } from '#platform/common/unavailable.js';
import { MetricsClosed } from '#platform/process/health.module.js';
import { HttpException } from '@nestjs/common';
import { ZodError } from 'zod';
import { type FieldErrors, Problem, problem } from './problem.js';

/** Errors of unavailable parts. Their messages name the part. */
const UNAVAILABLE_ERRORS = [Unavailable, UnreadableLog, KeysMissing, ViewNotReady];

/** Problem that answers a thrown error. Hides the message of an unexpected one. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof Refusal)
    return new Problem(error.status, error.code, error.message, {
      fields: error.field ? { [error.field]: error.message } : undefined,
    });
  if (error instanceof ZodError) return problem('invalid-fields', { fields: fieldErrors(error) });
  if (error instanceof TooManyRequests)
    return problem('too-many-requests', { retryAfterSeconds: error.retryAfterSeconds });
  if (error instanceof FileQuotaReached) return quotaProblem(error);
  if (error instanceof InvalidQuery)
    return problem('bad-request', { fields: { after: 'This page cannot be shown any more.' } });
  if (error instanceof MetricsClosed) return problem('metrics-closed');
  if (error instanceof StaleRevision) return problem('revision-stale');
  if (error instanceof Busy)
    return problem('busy', { detail: error.message, retryAfterSeconds: 1 });
  if (error instanceof PastNotReady)
    return problem('unavailable', {
      detail: error.message,
      retryAfterSeconds: 1,
      progress: error.progress,
    });
  if (UNAVAILABLE_ERRORS.some((kind) => error instanceof kind))
    return problem('unavailable', { detail: (error as Error).message, retryAfterSeconds: 5 });
  return frameworkProblem(error);
}

function quotaProblem({ scope, limitBytes }: FileQuotaReached): Problem {
  const [unit, bytes] =
    limitBytes < 1024 ** 3 ? (['MB', 1024 ** 2] as const) : (['GB', 1024 ** 3] as const);
  const detail = QUOTA_MESSAGES[scope][unit](Math.round(limitBytes / bytes));
  return problem('file-quota-reached', { detail, fields: { file: detail } });
}

const QUOTA_MESSAGES = {
  owner: {
    MB: (size: number) => `Your files have reached ${size} MB. This one was not taken.`,
    GB: (size: number) => `Your files have reached ${size} GB. This one was not taken.`,
  },
  organization: {
    MB: (size: number) =>
      `The files of your organization have reached ${size} MB. This one was not taken.`,
    GB: (size: number) =>
      `The files of your organization have reached ${size} GB. This one was not taken.`,
  },
};

/** Problem for an error of Fastify or Nest, by its status. */
function frameworkProblem(error: unknown): Problem {
  const status =
    error instanceof HttpException
      ? error.getStatus()
      : (error as { statusCode?: unknown } | undefined)?.statusCode;
  switch (status) {
    case 404:
      return problem('unknown-path');
    case 413:
      return problem('too-large');
    case 415:
      return problem('wrong-content-type');
    case 503:
      return problem('unavailable', { retryAfterSeconds: 5 });
    default:
      return typeof status === 'number' && status >= 400 && status < 500
        ? problem('bad-request')
        : problem('failed');
  }
}

const MAX_FIELDS = 20;

/** Field name of a path; list indexes are dropped. */
const fieldAt = (path: readonly PropertyKey[]): string =>
  path.filter((part) => !/^\d+$/.test(String(part))).join('.');

/** First message of each invalid or unknown field. */
function fieldErrors({ issues }: ZodError): FieldErrors {
  const fields = new Map<string, string>();
  for (const issue of issues) {
    const fieldMessages =
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key): [string, string] => [
            fieldAt([...issue.path, key]),
            'There is no such field.',
          ])
        : [[fieldAt(issue.path), issue.message] as [string, string]];
    for (const [path, message] of fieldMessages)
      if (!fields.has(path) && fields.size < MAX_FIELDS) fields.set(path.slice(0, 100), message);
  }
  return Object.fromEntries(fields);
}
