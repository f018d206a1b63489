import type { Message } from '#domain/kernel/message.js';
import { subjectOf } from '../event-log/subject.js';
import type { Stamp } from './claims.js';
import { nameBasedId } from './name-based-id.js';
import type { Request } from './request.js';

type Stamped = {
  readonly request: Omit<Request<Message>, 'command'>;
  readonly fingerprint: string;
  /** Of the command's own stream; its claims are stamped with it too. */
  readonly organizationId: string;
  readonly at: () => string;
  readonly capturedAt: string;
  readonly on: string;
};

/** Who caused an event, when, and through what. */
export const stamping =
  ({ request: { id, actorId, causationId, correlationId }, fingerprint, organizationId, at, capturedAt, on }: Stamped): Stamp =>
  (stream, place) => ({
    // Of the body too: the log takes the same ids for the same append, and another body under a used id must not pass for it.
    eventId: nameBasedId(`${stream} ${place} ${fingerprint}`, id),
    commandId: id,
    fingerprint,
    causationId: causationId ?? id,
    correlationId: correlationId ?? id,
    actorId,
    organizationId: stream.startsWith('claim-') ? organizationId : organizationOf(stream),
    at: at(),
    capturedAt,
    on,
  });

/** Whose a stream's events are: of the organization in its name, or that it is; an account's are nobody's. */
export function organizationOf(stream: string): string {
  const { organizationId, id } = subjectOf(stream);
  return organizationId ?? (stream.startsWith('organization-') ? id : '');
}
