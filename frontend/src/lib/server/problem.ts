import { translated } from '../../words/i18n.js';
import { t } from '@lingui/core/macro';
import { positionOf } from './position.js';
import type { StoredRefusal } from '../outbox/outbox-item.js';

export type ReadingProgress = { readonly day: string; readonly percent: number };

interface ProblemExtras {
  /** Visible part of the record that the refusal names. */
  readonly existing?: unknown;
  /** Seconds until a retry makes sense. */
  readonly retryAfter?: number | undefined;
  /** Position that the server's views had reached at least, by which documents are ordered. */
  readonly position?: string | undefined;
  /**
   * Progress of the server in reading the log for a past day: the day reached, and the fraction
   * read.
   */
  readonly progress?: ReadingProgress | undefined;
  /** Beginning of the request's id, by which a failure is found in the server's log. */
  readonly reference?: string | undefined;
}

/** Error answer of the server: `application/problem+json`. */
export class Problem extends Error implements ProblemExtras {
  readonly existing: ProblemExtras['existing'];
  readonly retryAfter: ProblemExtras['retryAfter'];
  readonly position: ProblemExtras['position'];
  readonly progress: ProblemExtras['progress'];
  readonly reference: ProblemExtras['reference'];

  constructor(
    readonly status: number,
    /** Stable code, by which screens tell problems apart. */
    readonly code: string,
    /** Text for the person; empty if the answer has none. */
    readonly detail: string,
    /** Field errors by path. */
    readonly fields: Readonly<Record<string, string>> = {},
    extras: ProblemExtras = {},
  ) {
    super(detail);
    this.existing = extras.existing;
    this.retryAfter = extras.retryAfter;
    this.position = extras.position;
    this.progress = extras.progress;
    this.reference = extras.reference;
  }

  /** Whether a retry can succeed: the server was busy or down. */
  get retryable(): boolean {
    return this.status >= 500 || this.status === 429 || this.status === 408;
  }
}

/**
 * Reason why no answer came. `unreachable`: a network without the server. `unreadable`: something
 * else answered.
 */
export type NoAnswer = 'no network' | 'unreachable' | 'no answer' | 'unreadable';

/** No answer came; the request may have arrived. */
export class Offline extends Error {
  constructor(readonly reason: NoAnswer) {
    super(reason);
  }
}

/** The device cannot store a command, and it cannot be sent either. */
export class StorageFull extends Error {
  constructor() {
    super(
      t`This device could not store it, and there is no network. Free some space, or try again with a network.`,
    );
  }
}

/** The device could not store a change of what waits on it. What it had stored before stays. */
export class NotStored extends Error {
  constructor(cause: unknown) {
    super(t`This device could not store it. Free some space, then try again.`, { cause });
  }
}

/** A chosen file was moved, deleted or changed on the device. */
export class UnreadableFile extends Error {
  constructor() {
    super(t`This file cannot be read any more. Choose it again`);
  }
}

/** A file of a command could not be uploaded; `cause` has the reason. */
export class UploadFailed extends Error {
  constructor({ isPhoto }: { readonly isPhoto: boolean }, cause: Problem) {
    super(
      isPhoto
        ? t`The photo could not be uploaded now. It is kept here. Save again in a moment.`
        : t`The file could not be uploaded now. It is kept here. Save again in a moment.`,
      { cause },
    );
  }
}

/** Problem of a stored refusal. */
export const problemOf = ({ status, code, detail, fields, existing }: StoredRefusal): Problem =>
  new Problem(status, code, detail, fields, { existing });
/** Part of a problem that is stored with a refused item. */
export const refusalOf = ({ status, code, detail, fields, existing }: Problem): StoredRefusal => ({
  status,
  code,
  detail,
  fields,
  existing,
});

type Body = {
  code?: unknown;
  detail?: unknown;
  fields?: Record<string, string>;
  existing?: unknown;
  progress?: ReadingProgress;
};
const nonEmptyText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

export const isJson = (type: string | null | undefined): boolean =>
  /^application\/(problem\+)?json\s*(;|$)/i.test(type ?? '');

/** Number of characters of a request's id that are shown with a failure. */
const REFERENCE_LENGTH = 8;

/**
 * Reads the problem of an answer.
 * @throws Offline if a portal or proxy sent the refusal
 */
export async function readProblem(response: Response): Promise<Problem> {
  const isDeclaredJson = isJson(response.headers.get('Content-Type'));
  const body = isDeclaredJson ? ((await response.json().catch(() => ({}))) as Body | null) : null;
  const code = nonEmptyText(body?.code);
  const retryAfter = Number(response.headers.get('Retry-After'));
  const problem = new Problem(
    response.status,
    code ?? `http-${response.status}`,
    nonEmptyText(body?.detail) ?? '',
    body?.fields ?? {},
    {
      existing: body?.existing,
      retryAfter: Number.isFinite(retryAfter) && retryAfter > 0 ? retryAfter : undefined,
      position: positionOf(response),
      progress: body?.progress,
      reference:
        response.status >= 500
          ? response.headers.get('X-Request-Id')?.slice(0, REFERENCE_LENGTH)
          : undefined,
    },
  );
  // a retryable error may come from a proxy too, because a retry does no harm
  if (code === undefined && !problem.retryable) throw new Offline('unreadable');
  return problem;
}

/** Text of a file's refusal. */
export const fileMessage = ({ fields, detail }: Problem): string =>
  translated(fields['file'] ?? detail);

export function noAnswerText(reason: NoAnswer): string {
  switch (reason) {
    case 'no network':
      return t`No network.`;
    case 'unreachable':
      return t`The server could not be reached.`;
    case 'no answer':
      return t`The server did not answer in time.`;
    case 'unreadable':
      return t`Invalid response from server`;
  }
}

/** Text for any error: the server's if there is one, else `fallback`. */
export function errorMessage(error: unknown, fallback: string): string {
  if (error instanceof Problem && error.status < 500 && error.detail)
    return translated(error.detail);
  if (error instanceof UnreadableFile) return error.message;
  if (error instanceof StorageFull || error instanceof NotStored || error instanceof UploadFailed)
    return `${fallback}. ${error.message}`;
  return error instanceof Offline ? `${fallback}. ${noAnswerText(error.reason)}` : fallback;
}
