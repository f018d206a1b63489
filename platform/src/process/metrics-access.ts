import { createHash, timingSafeEqual } from 'node:crypto';
import { type LocalRequest, isFromThisMachine } from './local-request.js';

/** Whether `/metrics` may be read: with the token if one is set, else only from this machine. */
export function mayReadMetrics(request: LocalRequest, token: string | undefined): boolean {
  if (token === undefined) return isFromThisMachine(request);
  return timingSafeEqual(digest(request.headers.authorization ?? ''), digest(`Bearer ${token}`));
}

const digest = (text: string) => createHash('sha256').update(text).digest();
