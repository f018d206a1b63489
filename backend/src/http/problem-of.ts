import { Refusal } from '#domain/kernel/refusal.js';
import { Busy, StaleRevision } from '#platform/write-side/request.js';
import { UnreadableLog } from '#platform/event-log/event-log.js';
import { KeysMissing } from '#platform/sealing/key-store/key-store.js';
import { FileQuotaReached } from '#platform/files/file-usage.js';
import { TooManyRequests } from '#platform/storage/rate-limiter/rate-limiter.js';
import { InvalidQuery } from '#platform/read-side/read-store/read-store.js';
import { ViewNotReady } from '#platform/read-side/read-store/views.js';
import { Unavailable } from '#platform/common/unavailable.js';
import { HttpException } from '@nestjs/common';
import { ZodError } from 'zod';
import { type FieldErrors, Problem, problem } from './problem.js';

/** A full disk, a server out of reach: the error's own words name what is down. */
const down = [Unavailable, UnreadableLog, KeysMissing, ViewNotReady];

/** Problem that answers any thrown error. The words of an unforeseen error are not shown. */
export function problemOf(error: unknown): Problem {
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
  if (error instanceof StaleRevision) return problem('revision-stale');
  if (error instanceof Busy)
    return problem('busy', { detail: error.message, retryAfterSeconds: 1 });
  if (down.some((kind) => error instanceof kind))
    return problem('unavailable', { detail: (error as Error).message, retryAfterSeconds: 5 });
  return problemOfFramework(error);
}

function quotaProblem({ scope, limitBytes }: FileQuotaReached): Problem {
  const [unit, bytes] =
    limitBytes < 1024 ** 3 ? (['MB', 1024 ** 2] as const) : (['GB', 1024 ** 3] as const);
  const detail = quotaWords[scope][unit](Math.round(limitBytes / bytes));
  return problem('file-quota-reached', { detail, fields: { file: detail } });
}

const quotaWords = {
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

/** Fastify and Nest say what is wrong with a request by its status. */
function problemOfFramework(error: unknown): Problem {
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

const mostFields = 20;

/** The field that a path leads to: which item of its list is wrong has no field of its own. */
const fieldAt = (path: readonly PropertyKey[]): string =>
  path.filter((part) => !/^\d+$/.test(String(part))).join('.');

/**
 * The first thing that is wrong with each field. A field that we do not know is wrong in itself.
 */
function fieldErrors({ issues }: ZodError): FieldErrors {
  const fields = new Map<string, string>();
  for (const issue of issues) {
    const named =
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key): [string, string] => [
            fieldAt([...issue.path, key]),
            'There is no such field.',
          ])
        : [[fieldAt(issue.path), issue.message] as [string, string]];
    for (const [path, message] of named)
      if (!fields.has(path) && fields.size < mostFields) fields.set(path.slice(0, 100), message);
  }
  return Object.fromEntries(fields);
}
