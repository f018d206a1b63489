import { translated } from '../words/i18n.js';
import { t } from '@lingui/core/macro';
import { positionOf } from './position.js';
import type { Refused } from './outbox-item.js';

/** Error answer of the server: `application/problem+json`. */
export class Problem extends Error {
  constructor(
    readonly status: number,
    /** Stable, for decisions of the screen. */
    readonly code: string,
    /** The catalogue's words, for a person; empty where the answer has none. */
    readonly detail: string,
    /** Field errors by path. */
    readonly fields: Readonly<Record<string, string>> = {},
    /** Visible part of the other record that a refusal names. */
    readonly existing?: unknown,
    /** Seconds after which it may be tried again. */
    readonly retryAfter?: number,
    /** Position that the server's views had at least, as documents are ordered by. */
    readonly position?: string,
  ) {
    super(detail);
  }

  /** Whether the same request can succeed later: the server was busy or down, not unwilling. */
  get retryable(): boolean {
    return this.status >= 500 || this.status === 429 || this.status === 408;
  }
}

/**
 * Why no answer came. `unreachable`: there is a network, and no server behind it. `unreadable`:
 * something else answered.
 */
export type NoAnswer = 'no network' | 'unreachable' | 'no answer' | 'unreadable';

/** No answer came. Whether the request arrived is not known. */
export class Offline extends Error {
  constructor(readonly reason: NoAnswer) {
    super(reason);
  }
}

/**
 * The device has no room, or the browser keeps nothing, and there is no network to send it by at
 * once.
 */
export class StorageFull extends Error {
  constructor() {
    super(
      t`This device has no room to keep it, and there is no network. Free some space, or try again with a network.`,
    );
  }
}

/** A file that was chosen was moved, deleted or changed on this device since. */
export class Unreadable extends Error {
  constructor() {
    super(t`This file cannot be read any more. Choose it again`);
  }
}

/** A file of a command could not be uploaded for now; `cause` is why. */
export class UploadFailed extends Error {
  constructor(isPhoto: boolean, cause: Problem) {
    super(
      isPhoto
        ? t`The photo could not be uploaded now. It is kept here. Save again in a moment.`
        : t`The file could not be uploaded now. It is kept here. Save again in a moment.`,
      { cause },
    );
  }
}

/** A refusal as it was kept. */
export const problemOf = ({ status, code, detail, fields, existing }: Refused): Problem =>
  new Problem(status, code, detail, fields, existing);
/** Part of a refusal that is stored with the refused item. */
export const refusedBy = ({ status, code, detail, fields, existing }: Problem): Refused => ({
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
};
const word = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** Whether a media type is JSON, as this server declares all its answers. */
export const isJson = (type: string | null | undefined): boolean =>
  /^application\/(problem\+)?json\s*(;|$)/i.test(type ?? '');

/**
 * Refusal by the server. @throws Offline where a 4xx is not its own: a portal or proxy between
 * refuses in its name
 */
export async function problemIn(response: Response): Promise<Problem> {
  const isDeclared = isJson(response.headers.get('Content-Type'));
  const body = isDeclared ? ((await response.json().catch(() => ({}))) as Body | null) : null;
  const code = word(body?.code);
  const retryAfter = Number(response.headers.get('Retry-After'));
  const problem = new Problem(
    response.status,
    code ?? `http-${response.status}`,
    word(body?.detail) ?? '',
    body?.fields ?? {},
    body?.existing,
    Number.isFinite(retryAfter) && retryAfter > 0 ? retryAfter : undefined,
    positionOf(response),
  );
  // "later" costs nothing to believe
  if (code === undefined && !problem.retryable) throw new Offline('unreadable');
  return problem;
}

/** Why a file was not taken, in the server's words. */
export const fileMessage = ({ fields, detail }: Problem): string =>
  translated(fields['file'] ?? detail);

/** Why no answer came, as a sentence. */
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

/** Words for any error: the server's, where it gave some. */
export function errorMessage(error: unknown, otherwise: string): string {
  if (error instanceof Problem && error.status < 500 && error.detail)
    return translated(error.detail);
  if (error instanceof Unreadable) return error.message;
  if (error instanceof StorageFull || error instanceof UploadFailed)
    return `${otherwise}. ${error.message}`;
  return error instanceof Offline ? `${otherwise}. ${noAnswerText(error.reason)}` : otherwise;
}
