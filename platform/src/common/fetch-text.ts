import { withDeadline } from './deadline.js';

export type HttpAnswer = Pick<Response, 'ok' | 'status'> & {
  readonly text: string;
  /** `Retry-After` in milliseconds, at most an hour. */
  readonly retryAfterMs: number | undefined;
};

const MAX_RETRY_AFTER_MS = 60 * 60_000;

/**
 * Fetches a short answer within a deadline. undici drops the abort signal once the Request is
 * collected, so the deadline is enforced here too.
 * @throws Error for a timeout or an answer above `maxBytes`, and any error of `fetch`
 */
export async function fetchText(
  url: string | URL,
  timeoutMs: number,
  init: Omit<RequestInit, 'signal'>,
  maxBytes = 2 ** 20,
): Promise<HttpAnswer> {
  const abort = new AbortController();
  const answer = fetch(url, { ...init, signal: abort.signal }).then(async (response) => {
    const { ok, status, headers } = response;
    return {
      ok,
      status,
      retryAfterMs: parseRetryAfter(headers.get('retry-after')),
      text: await readText(response, maxBytes),
    };
  });
  try {
    return await withDeadline(
      answer,
      timeoutMs,
      () => new Error(`nothing came within ${timeoutMs / 1000} s`),
    );
  } finally {
    abort.abort();
  }
}

async function readText({ body }: Response, maxBytes: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body ?? []) {
    bytes += part.byteLength;
    if (bytes > maxBytes) throw new Error(`more than ${maxBytes} bytes came`);
    parts.push(part);
  }
  return new TextDecoder().decode(Buffer.concat(parts));
}

/** Undefined if the text is no JSON. The parser's error would quote it, maybe personal data. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Parses seconds or an HTTP date into milliseconds. */
function parseRetryAfter(header: string | null): number | undefined {
  if (header === null) return undefined;
  const milliseconds = /^\d+$/.test(header)
    ? Number(header) * 1_000
    : Date.parse(header) - Date.now();
  return Number.isNaN(milliseconds)
    ? undefined
    : Math.min(Math.max(milliseconds, 0), MAX_RETRY_AFTER_MS);
}
