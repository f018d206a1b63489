import type { Message } from '#domain/kernel/message.js';
import { compare } from '#domain/kernel/order.js';
import { subjectOf } from '../event-log/subject.js';
import type { MetadataFor } from './claims.js';
import { v5 as uuid } from 'uuid';
import type { Request } from './request.js';

type Origin = {
  readonly request: Omit<Request<Message>, 'command'>;
  readonly fingerprint: string;
  /** Fingerprint of the command's own stream; its claims carry it too. */
  readonly organizationId: string;
  /** Time of all events of a command. */
  readonly at: string;
  readonly capturedAt: string;
  readonly on: string;
};

export const metadataOf =
  ({
    request: { id, actorId, causationId, correlationId },
    fingerprint,
    organizationId,
    at,
    capturedAt,
    on,
  }: Origin): MetadataFor =>
  (stream, number) => ({
    // The id covers the body too: the log accepts an append with known ids as a repetition. So
    // another body under a used command id must give other ids.
    eventId: uuid(`${stream} ${number} ${fingerprint}`, id),
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

/**
 * The one text of a command's body, whatever the order in which a client wrote its fields; floats
 * and all.
 */
export const bodyText = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => compare(one, other)))
      : part,
  );
