import { DamagedStream, type RecordedEvent } from '../../event-log/event-log.js';
import { findOrganizationOfStream, parseStreamOfEvent } from '../../event-log/subject.js';

/**
 * Event with the id of its record. If it cannot be projected, `parkingError` says why, and the
 * stream is parked.
 */
export type ProjectedEvent = {
  readonly event: RecordedEvent;
  readonly key: string;
  readonly id: string;
  /** Undefined for accounts, which belong to no organization. */
  readonly organizationId: string | undefined;
  readonly parkingError?: Error;
  /**
   * History of the stream, from which the record is folded again: for an erasure, without the
   * erased data, and for a parked stream.
   */
  readonly history?: readonly RecordedEvent[];
  /** Part of the record, where a projection keeps records in parts. */
  readonly part?: string;
};

/** Key of the stored record. */
export const toRecordKey = ({ key, part }: Pick<ProjectedEvent, 'key' | 'part'>): string =>
  part === undefined ? key : `${key}/${part}`;

export function toProjectedEvent(
  event: RecordedEvent,
  history?: readonly RecordedEvent[],
): ProjectedEvent {
  try {
    if (event.damage !== undefined)
      throw new DamagedStream(event.stream, `at ${event.revision} ${event.damage}`);
    const { key, id, organizationId } = parseStreamOfEvent(event);
    return {
      event,
      key,
      id,
      organizationId: organizationId ?? findOrganizationOfStream(event.stream),
      history,
    };
  } catch (error) {
    return {
      event,
      key: event.stream,
      id: event.stream,
      organizationId: undefined,
      parkingError: error as Error,
      history,
    };
  }
}

/** Id of a document without the prefix of its organization, as browsers have it. */
export const bareId = (
  { organizationId, key }: Pick<ProjectedEvent, 'organizationId' | 'key'>,
  part: string,
) => {
  const fullKey = part ? `${key}_${part}` : key;
  return organizationId !== undefined && fullKey.startsWith(`${organizationId}_`)
    ? fullKey.slice(organizationId.length + 1)
    : fullKey;
};
