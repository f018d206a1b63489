import { findAccessedRecord } from '#domain/audit/access-about.js';
import { type AuditFilters, REFUSED_TYPE } from '#domain/audit/access.commands.js';
import { type AuditKind, auditKinds } from '#domain/audit/audit.values.js';
import type { AuditItem } from '#domain/audit/audit.views.js';
import {
  collectIds,
  isByMember,
  pickSender,
  pickShownData,
  toNewerEvent,
} from '#domain/history/shown-event.js';
import { dayIn } from '#domain/kernel/values/days.js';
import {
  DamagedStream,
  withPlaceholders,
  EventLog,
  type Position,
  type RecordedEvent,
} from '#platform/event-log/event-log.js';
import { streamName, parseStream } from '#platform/event-log/subject.js';
import { isErasure, isFence } from '#platform/sealing/platform-events.js';
import { Sealing } from '#platform/sealing/sealing.js';
import { Injectable } from '@nestjs/common';
import type { Asker } from '../auth/caller.js';
import { type OrganizationPeople, PeopleAsOf } from './people-as-of.js';
import { readOrSubstitute } from './read-or-substitute.js';
import { RecordNames, type RecordOfKind } from './record-names.js';

/** Events read from the log at once. */
const PORTION_EVENTS = 500;
/** Time shown for a damaged event if no event beside it has a time. */
const BEGINNING = new Date(0).toISOString();
/** Kinds that the feed shows only if they are requested. */
const KINDS_ON_REQUEST: readonly AuditKind[] = ['alerts'];
/** Reader of the feed. A link's reader has no role, and sees no phone number of members. */
export type AuditReader = Pick<Asker, 'organizationId' | 'timeZone'> & {
  readonly role: Asker['role'] | undefined;
};

/** Matching events of a part of the log, newest first. */
export type AuditPortion = {
  readonly events: readonly RecordedEvent[];
  /** Number of events that were examined, and the oldest of them. */
  readonly examined: number;
  readonly oldest: RecordedEvent | undefined;
  /** Position before which to continue; undefined at the end. */
  readonly next: Position | undefined;
};

/** Events of an organization from the log, newest first. No view is projected for them. */
@Injectable()
export class AuditFeed {
  constructor(
    private readonly log: EventLog,
    private readonly sealing: Sealing,
    private readonly peopleAsOf: PeopleAsOf,
    private readonly names: RecordNames,
  ) {}

  loadPeople({ organizationId }: AuditReader): Promise<OrganizationPeople> {
    return this.peopleAsOf.loadOrganization(organizationId);
  }

  /** Yields portions of the log before a position, with opened events. */
  async *readPortions(
    ...parameters: Parameters<AuditFeed['readStoredPortions']>
  ): AsyncGenerator<AuditPortion, undefined> {
    for await (const portion of this.readStoredPortions(...parameters))
      yield { ...portion, events: await withPlaceholders(this.sealing.open(portion.events)) };
  }

  /**
   * Yields portions before a position, down to the first requested day. Personal fields of their
   * events are sealed.
   */
  async *readStoredPortions(
    reader: AuditReader,
    people: OrganizationPeople,
    filters: AuditFilters,
    before?: Position,
  ): AsyncGenerator<AuditPortion, undefined> {
    const isWanted = createEventFilter(reader, people, filters);
    for (let position = before, isEnd = false; !isEnd;) {
      const { events, next } = await this.readBefore(reader, people, filters, position);
      const examined = fillMissingTimes(events);
      const oldest = examined.at(-1);
      isEnd =
        next === undefined ||
        (filters.from !== undefined &&
          oldest !== undefined &&
          dayIn(reader.timeZone, oldest.metadata.at) < filters.from);
      yield {
        events: examined.filter(isWanted),
        examined: examined.length,
        oldest,
        next: isEnd ? undefined : next,
      };
      position = next;
    }
  }

  private async readBefore(
    { organizationId }: AuditReader,
    people: OrganizationPeople,
    { kind, record }: AuditFilters,
    before: Position | undefined,
  ): ReturnType<EventLog['readBack']> {
    const events =
      kind === undefined || record === undefined
        ? undefined
        : await this.readUndamagedRecord(streamOfRecord(organizationId, kind, record));
    if (events === undefined)
      return this.log.readBack(
        { organizationId, streams: people.ids.map((id) => `account-${id}`) },
        before,
        PORTION_EVENTS,
      );
    const earlier = events.filter(({ position }) => before === undefined || position < before);
    const portion = earlier.slice(-PORTION_EVENTS).reverse();
    const isLast = portion.length === earlier.length;
    return { events: portion, next: isLast ? undefined : portion.at(-1)!.position };
  }

  /**
   * Reads the events of a record. Undefined for a damaged record: its events are then filtered from
   * those of the whole organization.
   */
  private async readUndamagedRecord(stream: string): Promise<readonly RecordedEvent[] | undefined> {
    try {
      return await this.log.read(stream);
    } catch (error) {
      if (error instanceof DamagedStream) return undefined;
      throw error;
    }
  }

  /** Presents opened events with people, and with the names of their records. */
  async present(
    reader: AuditReader,
    people: OrganizationPeople,
    events: readonly RecordedEvent[],
  ): Promise<readonly AuditItem[]> {
    const records = events.map(({ stream }) => toRecord(stream));
    const namedRecords = events.map(({ data }, index) => {
      const record = records[index]!;
      const about = findAccessedRecord({ ...record, data });
      return about?.recordId ? about : record;
    });
    const recordName = await this.names.load(reader.organizationId, namedRecords);
    const types = new Map(events.map(({ type, metadata }) => [metadata.eventId, type]));
    return Promise.all(
      events.map(async (event, index) => {
        const record = records[index]!;
        const isAccount = record.kind === 'account';
        return {
          ...(await presentEvent(event, { reader, people, types })),
          ...record,
          recordName: isAccount
            ? await people.findName(record.recordId, event.position)
            : recordName(namedRecords[index]!),
        };
      }),
    );
  }
}

function streamOfRecord(organizationId: string, kind: AuditKind, record: string): string {
  if (kind === 'account') return `account-${record}`;
  // The stream of another organization is not read: this name belongs to no stream.
  if (kind === 'organization')
    return record === organizationId ? `organization-${record}` : `organization-${record}-none`;
  return streamName(kind, organizationId, record);
}

/**
 * A damaged event has no time. It gets the time of the next newer event, or else of an older one.
 */
function fillMissingTimes(events: readonly RecordedEvent[]): readonly RecordedEvent[] {
  let { at = BEGINNING } = events.find(({ damage }) => damage === undefined)?.metadata ?? {};
  return events.map((event) => {
    if (event.damage !== undefined) return { ...event, metadata: { ...event.metadata, at } };
    ({ at } = event.metadata);
    return event;
  });
}

function toRecord(stream: string): RecordOfKind {
  const kind = stream.slice(0, stream.indexOf('-')) as AuditKind;
  return { kind, recordId: parseStream(stream).id };
}

/** Creates a filter for stored events. Events of an account match only while it is a member. */
function createEventFilter(
  { timeZone, organizationId }: AuditReader,
  people: OrganizationPeople,
  { kind, record, member, type, from, to, outcome }: AuditFilters,
): (event: RecordedEvent) => boolean {
  const kinds: readonly string[] = kind
    ? [kind]
    : auditKinds.filter((each) => !KINDS_ON_REQUEST.includes(each));
  return (event) => {
    const { kind: kindOfEvent, recordId } = toRecord(event.stream);
    if (!kinds.includes(kindOfEvent) || isFence(event)) return false;
    if (type !== undefined && event.type !== type) return false;
    if (outcome !== undefined && (event.type === REFUSED_TYPE) !== (outcome === 'refused'))
      return false;
    if (
      record !== undefined &&
      recordId !== record &&
      findAccessedRecord({ kind: kindOfEvent, data: event.data })?.recordId !== record
    )
      return false;
    if (
      member !== undefined &&
      (event.metadata.actorId !== member || !isByMember(event, event.metadata))
    )
      return false;
    if (from !== undefined || to !== undefined) {
      const day = dayIn(timeZone, event.metadata.at);
      if ((from !== undefined && day < from) || (to !== undefined && day > to)) return false;
    }
    if (kindOfEvent !== 'account') return true;
    // An account is erased after its membership, by an admin of the organization.
    const { organization } = event.data as { readonly organization?: string };
    const isErasedHere = isErasure(event) && organization === organizationId;
    return isErasedHere || people.wasMember(recordId, event.position);
  };
}

type PresentationContext = {
  readonly reader: AuditReader;
  readonly people: OrganizationPeople;
  /** Types of events by id, for causes. */
  readonly types: ReadonlyMap<string, string>;
};

async function presentEvent(
  event: RecordedEvent,
  { reader, people, types }: PresentationContext,
): Promise<Omit<AuditItem, 'kind' | 'recordId' | 'recordName'>> {
  if (event.isNewer) return { ...toNewerEvent(event), revision: event.revision + 1 };
  const { type, data, erased, metadata, position } = event;
  const { at } = metadata;
  const isDamaged = event.damage !== undefined;
  const shown = readOrSubstitute(() => pickShownData(type, data, reader.role), undefined);
  if (isDamaged || shown === undefined)
    return {
      eventId: metadata.eventId || `damaged-${position}`,
      type: isDamaged ? 'Damaged' : type,
      at,
      capturedAt: at,
      commandId: '',
      hash: '',
      data: {},
      people: {},
      damaged: true,
      revision: event.revision + 1,
    };
  const { eventId, capturedAt, on, commandId, causationId, actorId, hash } = metadata;
  const ids = collectIds(shown).filter((id) => people.isKnown(id));
  const names = await Promise.all(
    ids.map(async (id) => [id, await people.findName(id, position)] as const),
  );
  const role = people.findRole(actorId, position);
  const causeType = types.get(causationId);
  return {
    eventId,
    type,
    at,
    capturedAt,
    ...(dayIn(reader.timeZone, at) !== on && { late: true as const }),
    ...(isByMember(event, metadata)
      ? {
          by: {
            id: actorId,
            name: await people.findName(actorId, position),
            ...(role && { role }),
          },
        }
      : causationId !== commandId && {
          cause: { eventId: causationId, ...(causeType !== undefined && { type: causeType }) },
        }),
    ...pickSender(metadata),
    commandId,
    hash,
    ...(erased && { erased }),
    data: shown,
    people: Object.fromEntries(names),
    revision: event.revision + 1,
  };
}
