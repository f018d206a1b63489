import { withDeadline } from './deadline.js';

export type Fetched = Pick<Response, 'ok' | 'status'> & {
  readonly text: string;
  /**
   * How long the server asks to be left alone (`Retry-After`), an hour at most; in milliseconds.
   */
  readonly retryAfter: number | undefined;
};

const longestRetryAfter = 60 * 60_000;
/** Most bytes of an answer. */
const largestAnswer = 2 ** 20;

/**
 * Asks over HTTP for what is short, and waits no longer than so many milliseconds for all of it.
 * The library's own signal reaches what is being read only for as long as its request has not been
 * collected: an answer that stalls would be waited for for ever.
 * @throws Error, also for an answer of more than a megabyte, or what `fetch` throws
 */
export async function fetched(
  url: string | URL,
  within: number,
  init: Omit<RequestInit, 'signal'>,
): Promise<Fetched> {
  const over = new AbortController();
  const answer = fetch(url, { ...init, signal: over.signal }).then(async (response) => {
    const { ok, status, headers } = response;
    return {
      ok,
      status,
      retryAfter: retryAfterIn(headers.get('retry-after')),
      text: await textOf(response),
    };
  });
  try {
    return await withDeadline(
      answer,
      within,
      () => new Error(`nothing came within ${within / 1000} s`),
    );
  } finally {
    over.abort();
  }
}

async function textOf({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body ?? []) {
    bytes += part.byteLength;
    if (bytes > largestAnswer) throw new Error(`more than ${largestAnswer} bytes came`);
    parts.push(part);
  }
  return new TextDecoder().decode(Buffer.concat(parts));
}

/**
 * Undefined where it is no JSON. The parser's own error repeats what came, which may be personal.
 */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** In seconds or as a date, as HTTP allows it. */
function retryAfterIn(header: string | null): number | undefined {
  if (header === null) return undefined;
  const milliseconds = /^\d+$/.test(header)
    ? Number(header) * 1_000
    : Date.parse(header) - Date.now();
  return Number.isNaN(milliseconds)
    ? undefined
    : Math.min(Math.max(milliseconds, 0), longestRetryAfter);
}
