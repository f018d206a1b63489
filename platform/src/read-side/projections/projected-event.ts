import type { RecordedEvent } from '../../event-log/event-log.js';
import { subjectOfEvent } from '../../event-log/subject.js';

/**
 * An event and the record that it is about; where that is unknown, the error for which its stream
 * is parked.
 */
export type ProjectedEvent = {
  readonly event: RecordedEvent;
  readonly key: string;
  readonly id: string;
  /** An organization's own stream is its own; accounts belong to none. */
  readonly organizationId: string | undefined;
  readonly refused?: Error;
  /** History of an erased stream up to the erasure, as it may be read from now on. */
  readonly history?: readonly RecordedEvent[];
};

export function projectedEvent(
  event: RecordedEvent,
  history?: readonly RecordedEvent[],
): ProjectedEvent {
  try {
    const { key, id, organizationId } = subjectOfEvent(event);
    return {
      event,
      key,
      id,
      organizationId: organizationId ?? ownOrganization(event.stream, id),
      history,
    };
  } catch (refused) {
    return {
      event,
      key: event.stream,
      id: event.stream,
      organizationId: undefined,
      refused: refused as Error,
      history,
    };
  }
}

const ownOrganization = (stream: string, id: string) =>
  stream.startsWith('organization-') ? id : undefined;

export const bareIdOf = (
  { organizationId, key }: Pick<ProjectedEvent, 'organizationId' | 'key'>,
  part: string,
) => {
  const whole = part ? `${key}_${part}` : key;
  return organizationId !== undefined && whole.startsWith(`${organizationId}_`)
    ? whole.slice(organizationId.length + 1)
    : whole;
};
