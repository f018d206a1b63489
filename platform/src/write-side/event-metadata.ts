import type { Message } from '#domain/kernel/message.js';
import { subjectOf } from '../event-log/subject.js';
import type { MetadataFor } from './claims.js';
import { v5 as uuid } from 'uuid';
import type { Request } from './request.js';

type Origin = {
  readonly request: Omit<Request<Message>, 'command'>;
  readonly fingerprint: string;
  /** Of the command's own stream; its claims carry it too. */
  readonly organizationId: string;
  /** One time for all that a command does. */
  readonly at: string;
  readonly capturedAt: string;
  readonly on: string;
};

/** The metadata of a command's events. */
export const metadataOf =
  ({ request: { id, actorId, causationId, correlationId }, fingerprint, organizationId, at, capturedAt, on }: Origin): MetadataFor =>
  (stream, place) => ({
    // Of the body too: the log takes the same ids for the same append, and another body under a used id must not pass for it.
    eventId: uuid(`${stream} ${place} ${fingerprint}`, id),
    commandId: id,
    fingerprint,
    causationId: causationId ?? id,
    correlationId: correlationId ?? id,
    actorId,
    organizationId: stream.startsWith('claim-') ? organizationId : organizationOf(stream),
    at,
    capturedAt,
    on,
  });

/** The organization in a stream's name, or that it is; empty for an account's. */
export function organizationOf(stream: string): string {
  const { organizationId, id } = subjectOf(stream);
  return organizationId ?? (stream.startsWith('organization-') ? id : '');
}

/** The one text of a command's body, whatever the order in which a client wrote its fields; floats and all. */
export function bodyText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => (item === undefined ? 'null' : bodyText(item))).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  let text = '';
  for (const name of Object.keys(value).sort()) {
    const member = (value as Readonly<Record<string, unknown>>)[name];
    if (member !== undefined) text += `${text && ','}${JSON.stringify(name)}:${bodyText(member)}`;
  }
  return `{${text}}`;
}
