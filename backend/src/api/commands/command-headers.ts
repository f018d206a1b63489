import type { Device } from '#platform/write-side/request.js';
import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { problem } from '../../http/problem.js';

const uuid = z.uuid();
const instant = z.iso.datetime({ offset: true });

/** The command id, made by the client; in small letters, so that two spellings are one key. */
export function idempotencyKey({ 'idempotency-key': key }: IncomingHttpHeaders): string {
  const read = uuid.safeParse(key);
  if (!read.success)
    throw problem('idempotency-key-needed', { fields: { 'Idempotency-Key': 'Must be a UUID' } });
  return read.data.toLowerCase();
}

/**
 * Two readings of the device's clock; one without the other, or one that is no instant, counts as
 * neither.
 */
export function deviceTime(headers: IncomingHttpHeaders): Device | undefined {
  const captured = instant.safeParse(headers['x-captured-at']);
  const sent = instant.safeParse(headers['x-sent-at']);
  return captured.success && sent.success
    ? { capturedAt: captured.data, sentAt: sent.data }
    : undefined;
}

/**
 * The revision at which the record was seen: `"7"`, `7` or `W/"7"`. @throws Problem where it is
 * none
 */
export function expectedRevision({ 'if-match': match }: IncomingHttpHeaders): number | undefined {
  if (match === undefined || match === '*') return undefined;
  const revision = /^(?:W\/)?"?(\d{1,9})"?$/.exec(match)?.[1];
  if (revision === undefined)
    throw problem('bad-request', { fields: { 'If-Match': 'Must be a revision' } });
  return Number(revision);
}

/**
 * Refuses a command that was captured in another organization than its sender's current one.
 * @throws Problem
 */
export function checkOrganization(
  { 'x-organization': captured }: IncomingHttpHeaders,
  organizationId: string | undefined,
): void {
  if (captured !== undefined && captured !== '' && captured !== organizationId)
    throw problem('another-membership');
}
