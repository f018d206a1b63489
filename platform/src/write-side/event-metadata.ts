import type { Message } from '#domain/kernel/texts/message.js';
import { findOrganizationOfStream } from '../event-log/subject.js';
import type { MetadataFor } from './claims.js';
import { v5 as uuid } from 'uuid';
import type { Request } from './request.js';

type Origin = {
  readonly request: Omit<Request<Message>, 'command'>;
  readonly fingerprint: string;
  /** Organization of the command's own stream; its claims carry it too. */
  readonly organizationId: string;
  /** Time of all events of the command. */
  readonly at: string;
  readonly capturedAt: string;
  readonly on: string;
};

export const createMetadata =
  ({
    request: { id, actorId, causationId, correlationId, sentFrom },
    fingerprint,
    organizationId,
    at,
    capturedAt,
    on,
  }: Origin): MetadataFor =>
  (stream, number) => ({
    // The fingerprint is part of the id: the log treats a known id as a repetition, so another body
    // under a used command id needs other event ids.
    eventId: uuid(`${stream} ${number} ${fingerprint}`, id),
    commandId: id,
    fingerprint,
    causationId: causationId ?? id,
    correlationId: correlationId ?? id,
    actorId,
    organizationId: stream.startsWith('claim-')
      ? organizationId
      : (findOrganizationOfStream(stream) ?? ''),
    at,
    capturedAt,
    on,
    ...(stream.startsWith('claim-') ? {} : sentFrom),
  });
