import { SigningKey } from '#platform/sealing/key-store/key-store.js';
import { Injectable } from '@nestjs/common';
import { createHmac, timingSafeEqual } from 'node:crypto';

const LINK_WINDOW_MS = 15 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
/** Days for which a shared link is valid, because customers look at an offer later. */
const SHARE_DAYS = 7;

export type Link = {
  readonly storedKey: string;
  readonly secondsLeft: number;
  readonly isShared: boolean;
};
const SHARED_LINK = 'shared';

/**
 * Signed links to files. A link opens the file until it expires, so it is made only for members who
 * may see the file.
 */
@Injectable()
export class Links {
  constructor(private readonly signingKey: SigningKey) {}

  /**
   * Creates a link. Calls within the same 15 minutes give the same URL, so that browsers cache
   * pictures. The link is valid for at least 15 minutes.
   */
  createLink(storedKey: string, now: string): { readonly url: string; readonly expiresAt: string } {
    const currentWindow = Math.floor(Date.parse(now) / LINK_WINDOW_MS);
    const endOfNextWindow = (currentWindow + 2) * LINK_WINDOW_MS;
    return this.sign(storedKey, endOfNextWindow);
  }

  /**
   * Creates a link for customers. Calls on one day give the same URL, which is valid for a week
   * after that day.
   */
  createSharedLink(
    storedKey: string,
    now: string,
  ): { readonly url: string; readonly expiresAt: string } {
    const today = Math.floor(Date.parse(now) / DAY_MS);
    const endOfLastDay = (today + SHARE_DAYS + 1) * DAY_MS;
    return this.sign(storedKey, endOfLastDay, SHARED_LINK);
  }

  private sign(
    storedKey: string,
    expiresAt: number,
    ...kind: readonly string[]
  ): { readonly url: string; readonly expiresAt: string } {
    const payload = Buffer.from(JSON.stringify([storedKey, expiresAt, ...kind])).toString(
      'base64url',
    );
    return {
      url: `/files/${payload}.${this.createSignature(payload)}`,
      expiresAt: new Date(expiresAt).toISOString(),
    };
  }

  /** Undefined if the link was not signed here, or has expired. */
  parse(token: string, now: string): Link | undefined {
    const [payload = '', signature = '', ...extraParts] = token.split('.');
    if (extraParts.length > 0) return undefined;
    const expected = Buffer.from(this.createSignature(payload));
    const given = Buffer.from(signature);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    const [storedKey, expiresAt, kind] = JSON.parse(
      Buffer.from(payload, 'base64url').toString('utf8'),
    ) as [string, number, string?];
    const secondsLeft = Math.floor((expiresAt - Date.parse(now)) / 1000);
    return secondsLeft > 0 ? { storedKey, secondsLeft, isShared: kind === SHARED_LINK } : undefined;
  }

  private createSignature(payload: string): string {
    return createHmac('sha256', this.signingKey.bytes)
      .update(`file-link ${payload}`)
      .digest('base64url');
  }
}
