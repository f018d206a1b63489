import type { Message } from '#domain/kernel/texts/message.js';
import { findOrganizationOfStream } from '../event-log/subject.js';
import type { MetadataFor } from './claims.js';
import { randomUUID } from 'node:crypto';
import { v5 as uuid } from 'uuid';
import type { Request } from './request.js';

type Origin = {
  /** Stream of the record that the command changes. */
  readonly recordStream: string;
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
    recordStream,
    request: { id, actorId, causationId, correlationId, sentFrom },
    fingerprint,
    organizationId,
    at,
    capturedAt,
    on,
  }: Origin): MetadataFor =>
  (stream, number) => {
    const isClaim = stream.startsWith('claim-');
    return {
      // The log treats a known id as a repetition. So another body under a used command id needs
      // other event ids, which depend on the fingerprint. Claims and fences never repeat: where two
      // processes handle one command, the slower one would take a claim that has passed to a rival.
      eventId:
        stream === recordStream ? uuid(`${stream} ${number} ${fingerprint}`, id) : randomUUID(),
      commandId: id,
      fingerprint,
      causationId: causationId ?? id,
      correlationId: correlationId ?? id,
      actorId,
      organizationId: isClaim ? organizationId : (findOrganizationOfStream(stream) ?? ''),
      at,
      capturedAt,
      on,
      ...(isClaim ? {} : sentFrom),
    };
  };
