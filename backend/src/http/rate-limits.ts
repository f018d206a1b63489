import type { RateCounter } from '#platform/rate-limits/rate-counter.js';
import { problem } from './problem.js';

/** How often something may be done in a window of time, counted across processes. */
export type Limit = { readonly kind: string; readonly most: number; readonly seconds: number };

/**
 * Counts one, also of those that come at the same time. While Redis is away the secret store counts: then whoever is limited is
 * limited all the same, and what needs Redis says so itself.
 * @throws Problem 429 with the seconds to wait
 */
export async function countAgainst(rates: RateCounter, { kind, most, seconds }: Limit, id: string): Promise<void> {
  const { count, endsAt } = await rates.count(kind, id, seconds);
  if (count > most) throw problem('too-many-requests', { retryAfterSeconds: Math.max(1, Math.ceil((Date.parse(endsAt) - Date.now()) / 1000)) });
}

export const isLoopback = (address: string): boolean => /^(?:127\.|::1$|::ffff:127\.)/.test(address);
