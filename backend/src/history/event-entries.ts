import type { HistoryEvent } from '#domain/history/history.views.js';
import {
  collectIds,
  isByMember,
  pickSender,
  pickShownData,
  toNewerEvent,
} from '#domain/history/shown-event.js';
import { dayIn } from '#domain/kernel/values/days.js';
import type { RecordedEvent } from '#platform/event-log/event-log.js';
import { streamName, parseStream } from '#platform/event-log/subject.js';
import { type MemberDocument, team } from '#projections/organizations/team.projection.js';
import type { Asker } from '../auth/caller.js';
import type { HistoryStreams } from './history-streams.js';
import type { Past } from './past-details.js';

type HistoryContext = {
  readonly asker: Asker;
  readonly streams: HistoryStreams;
  readonly past: Past;
  /** Role of a member right before the event, who may have left by it. */
  readonly roleBefore: string | undefined;
};

/** Role that a person has in the organization as of the views. */
export const findRole = async (
  { views }: Past,
  { organizationId }: Asker,
  personId: string,
): Promise<MemberDocument['role'] | undefined> =>
  (await views.getOne<MemberDocument>(team, organizationId, personId))?.role;

/** Presents an event with its people as of the views' position. */
export async function toHistoryEvent(
  event: RecordedEvent,
  { asker, streams, past, roleBefore }: HistoryContext,
): Promise<HistoryEvent> {
  if (event.isNewer) return toNewerEvent(event);
  const { type, data, erased, metadata } = event;
  const { eventId, at, capturedAt, on, commandId, causationId, actorId, hash } = metadata;
  const isReaction = causationId !== commandId;
  const shown = pickShownData(type, data, asker.role);
  const ids = collectIds(shown);
  const person = await past.names.load([actorId, ...ids]);
  const role =
    (roleBefore as MemberDocument['role'] | undefined) ?? (await findRole(past, asker, actorId));
  const named = ids.map((id) => [id, person(id).name] as const).filter(([, name]) => name !== '');
  return {
    eventId,
    type,
    at,
    capturedAt,
    ...(dayIn(asker.timeZone, at) !== on && { late: true as const }),
    ...(isByMember(event, metadata) && { by: { ...person(actorId), ...(role && { role }) } }),
    ...(isReaction && { cause: await findCause(event, streams, asker, ids) }),
    ...pickSender(metadata),
    commandId,
    hash,
    ...(erased && { erased }),
    data: shown,
    people: Object.fromEntries(named),
  };
}

/** Kinds of records to whose events reactors of other records respond. */
const CAUSING_KINDS = ['lead', 'customer', 'quotation'] as const;

/**
 * Finds the event to which a reactor responded: on this record, or on those that the event names.
 */
async function findCause(
  { stream, metadata: { causationId: eventId } }: RecordedEvent,
  streams: HistoryStreams,
  { organizationId }: Asker,
  ids: readonly string[],
): Promise<NonNullable<HistoryEvent['cause']>> {
  const { id } = parseStream(stream);
  const candidates = [
    stream,
    `organization-${organizationId}`,
    ...[id, ...ids].flatMap((each) =>
      CAUSING_KINDS.map((kind) => streamName(kind, organizationId, each)),
    ),
  ];
  for (const candidate of new Set(candidates)) {
    const found = (await streams.readAll(candidate)).find(
      ({ metadata }) => metadata.eventId === eventId,
    );
    if (found)
      return {
        eventId,
        type: found.type,
        kind: candidate.slice(0, candidate.indexOf('-')),
        at: found.metadata.at,
      };
  }
  return { eventId };
}
