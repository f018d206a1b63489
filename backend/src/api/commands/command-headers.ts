import type { Device } from '#platform/write-side/request.js';
import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { problem } from '../../http/problems/problem.js';

const uuidSchema = z.uuid();
const instantSchema = z.iso.datetime({ offset: true });

/** Command id from the client, lower-cased, so that two spellings are one key. */
export function parseIdempotencyKey({ 'idempotency-key': key }: IncomingHttpHeaders): string {
  const result = uuidSchema.safeParse(key);
  if (!result.success)
    throw problem('idempotency-key-needed', { fields: { 'Idempotency-Key': 'Must be a UUID' } });
  return result.data.toLowerCase();
}

/** Readings of the device's clock; undefined unless both are valid. */
export function parseDeviceTime(headers: IncomingHttpHeaders): Device | undefined {
  const captured = instantSchema.safeParse(headers['x-captured-at']);
  const sentAt = instantSchema.safeParse(headers['x-sent-at']);
  return captured.success && sentAt.success
    ? { capturedAt: captured.data, sentAt: sentAt.data }
    : undefined;
}

/**
 * Revision that the sender saw: `"7"`, `7` or `W/"7"`.
 * @throws Problem for anything else
 */
export function parseExpectedRevision({
  'if-match': match,
}: IncomingHttpHeaders): number | undefined {
  if (match === undefined || match === '*') return undefined;
  const revision = /^(?:W\/)?"?(\d{1,9})"?$/.exec(match)?.[1];
  if (revision === undefined)
    throw problem('bad-request', { fields: { 'If-Match': 'Must be a revision' } });
  return Number(revision);
}

/**
 * Refuses a command that was captured in another organization than the sender's present one.
 * @throws Problem
 */
export function checkOrganization(
  { 'x-organization': captured }: IncomingHttpHeaders,
  organizationId: string | undefined,
): void {
  if (captured !== undefined && captured !== '' && captured !== organizationId)
    throw problem('another-membership');
}
