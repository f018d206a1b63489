import { isBrowserOffline, markOnline, markUnreachable, markSlow } from './network.js';
import { Offline, Problem } from './problem.js';

/** Limit for the whole answer. Progress of an upload restarts it. */
export const ANSWER_LIMIT_MS = 20_000;
/** A request without an answer for this long marks the network as slow. */
const SLOW_AFTER_MS = 4_000;

interface Exchange<Answer> {
  /** Sends the request. `onProgress` restarts the limit. */
  readonly send: (signal: AbortSignal, onProgress: () => void) => Promise<Response>;
  /** Reads the body within the limit, because an answer may stop half-way. */
  readonly read: (response: Response) => Promise<Answer>;
  readonly signal?: AbortSignal | null | undefined;
}

/**
 * Sends a request and reads its answer within the limit.
 * @throws Offline without a whole answer, and whatever `read` throws
 */
export async function exchange<Answer>({ send, read, signal }: Exchange<Answer>): Promise<Answer> {
  const controller = new AbortController();
  const abort = (): void => controller.abort(signal?.reason);
  signal?.addEventListener('abort', abort);
  if (signal?.aborted) abort();
  let timers: ReturnType<typeof setTimeout>[] = [];
  let giveUp: () => void = () => undefined;
  const limit = new Promise<never>((_, reject) => {
    giveUp = () => {
      reject(new Offline('no answer'));
      controller.abort();
    };
  });
  const stopTimers = (): void => timers.forEach((timer) => clearTimeout(timer));
  const restartTimers = (): void => {
    stopTimers();
    timers = [
      setTimeout(() => markSlow(Date.now() - SLOW_AFTER_MS), SLOW_AFTER_MS),
      setTimeout(giveUp, ANSWER_LIMIT_MS),
    ];
  };
  const readAnswer = async (): Promise<Answer> => {
    try {
      const response = await send(controller.signal, restartTimers);
      markOnline();
      return await read(response);
    } catch (error) {
      if (error instanceof Problem || error instanceof Offline || controller.signal.aborted)
        throw error;
      // a captive portal's page instead of JSON
      if ((error as Partial<Error>).name === 'SyntaxError') throw new Offline('unreadable');
      markUnreachable();
      throw new Offline(isBrowserOffline() ? 'no network' : 'unreachable');
    }
  };
  restartTimers();
  try {
    return await Promise.race([readAnswer(), limit]);
  } finally {
    stopTimers();
    signal?.removeEventListener('abort', abort);
  }
}

/** Posts a form and reports upload progress, which fetch cannot. Rejects like fetch. */
export function postForm(
  path: string,
  body: FormData,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
  onProgress: () => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', onProgress);
    request.addEventListener('progress', onProgress);
    request.addEventListener('load', () => {
      const answerHeaders = ['content-type', 'retry-after']
        .map((name) => [name, request.getResponseHeader(name) ?? ''] as [string, string])
        .filter(([, value]) => value !== '');
      resolve(
        new Response(request.responseText, { status: request.status, headers: answerHeaders }),
      );
    });
    request.addEventListener('error', () => reject(new TypeError()));
    request.addEventListener('abort', () => reject(signal.reason as Error));
    signal.addEventListener('abort', () => request.abort());
    request.send(body);
  });
}
