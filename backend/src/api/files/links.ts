import { SigningKey } from '#platform/sealing/key-store/key-store.js';
import { Injectable } from '@nestjs/common';
import { createHmac, timingSafeEqual } from 'node:crypto';

const window = 15 * 60_000;
const day = 24 * 60 * 60_000;
/** An offer is seen when a customer looks, and not when it is sent. */
const daysOfShare = 7;

export type Link = {
  readonly storedKey: string;
  readonly secondsLeft: number;
  readonly isShared: boolean;
};
const shared = 'shared';

/**
 * Short-lived links to files. One opens the file until it ends, so it is made only for members who
 * may see the file.
 */
@Injectable()
export class Links {
  constructor(private readonly signingKey: SigningKey) {}

  /**
   * Link that stays equal for 15 minutes, so that browsers cache pictures; it expires at least 15
   * minutes later.
   */
  to(storedKey: string, now: string): { readonly url: string; readonly expiresAt: string } {
    return this.until(storedKey, (Math.floor(Date.parse(now) / window) + 2) * window);
  }

  /** A link that goes to customers: the same for a day, good for a week after it. */
  toShare(storedKey: string, now: string): { readonly url: string; readonly expiresAt: string } {
    return this.until(
      storedKey,
      (Math.floor(Date.parse(now) / day) + 1 + daysOfShare) * day,
      shared,
    );
  }

  private until(
    storedKey: string,
    ends: number,
    ...more: readonly string[]
  ): { readonly url: string; readonly expiresAt: string } {
    const named = Buffer.from(JSON.stringify([storedKey, ends, ...more])).toString('base64url');
    return { url: `/files/${named}.${this.sign(named)}`, expiresAt: new Date(ends).toISOString() };
  }

  /** Undefined if it was not made here, or has ended. */
  from(token: string, now: string): Link | undefined {
    const [named = '', signature = '', ...more] = token.split('.');
    if (more.length > 0) return undefined;
    const expected = Buffer.from(this.sign(named));
    const given = Buffer.from(signature);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    const [storedKey, ends, kind] = JSON.parse(
      Buffer.from(named, 'base64url').toString('utf8'),
    ) as [string, number, string?];
    const secondsLeft = Math.floor((ends - Date.parse(now)) / 1000);
    return secondsLeft > 0 ? { storedKey, secondsLeft, isShared: kind === shared } : undefined;
  }

  private sign(named: string): string {
    return createHmac('sha256', this.signingKey.bytes)
      .update(`file-link ${named}`)
      .digest('base64url');
  }
}
