import type { AuditFilters } from '#domain/audit/access.commands.js';
import { Clock } from '#platform/common/clock.js';
import type { Position } from '#platform/event-log/event-log.js';
import { SigningKey } from '#platform/sealing/key-store/key-store.js';
import { Injectable } from '@nestjs/common';
import { createHmac, timingSafeEqual } from 'node:crypto';

/** Reader and filters of a feed that was opened. A cursor is valid for no other feed. */
export type OpenedFeed = { readonly reader: string; readonly filters: AuditFilters };

const DAY_MS = 24 * 60 * 60_000;

/**
 * Cursors of the feed. A valid cursor proves that the opening of this feed is in the access log, so
 * that further pages need no entry of their own.
 */
@Injectable()
export class AuditCursors {
  constructor(
    private readonly signingKey: SigningKey,
    private readonly clock: Clock,
  ) {}

  create(position: Position, feed: OpenedFeed): string {
    const payload = `${position}.${Date.parse(this.clock.now())}`;
    return `${payload}.${this.createSignature(payload, feed)}`;
  }

  /** Position of a cursor; undefined if it is of another feed, or older than a day. */
  read(cursor: string | undefined, feed: OpenedFeed): Position | undefined {
    const [position = '', createdAt = '', signature = ''] = (cursor ?? '').split('.');
    const expected = Buffer.from(this.createSignature(`${position}.${createdAt}`, feed));
    const given = Buffer.from(signature);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    const ageMs = Date.parse(this.clock.now()) - Number(createdAt);
    return ageMs < DAY_MS ? position : undefined;
  }

  private createSignature(payload: string, { reader, filters }: OpenedFeed): string {
    const sorted = Object.entries(filters)
      .filter(([, value]) => value !== undefined)
      .sort();
    return createHmac('sha256', this.signingKey.bytes)
      .update(`audit-cursor ${JSON.stringify([payload, reader, sorted])}`)
      .digest('base64url');
  }
}
