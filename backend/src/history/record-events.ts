import { compare } from '#domain/kernel/order.js';
import type { HistoryKind } from '#domain/history/history.values.js';
import { accountEvents } from '#domain/accounts/account.events.js';
import type { RecordedEvent } from '#platform/event-log/event-log.js';
import { streamName } from '#platform/event-log/subject.js';
import { isErasure, isFence } from '#platform/sealing/platform-events.js';
import type { HistoryStreams } from './history-streams.js';

type RecordId = {
  readonly kind: HistoryKind;
  readonly organizationId: string;
  readonly id: string;
};

const organizationStream = (organizationId: string) => `organization-${organizationId}`;

/** Events of an account that concern the organization while the account is its member. */
const { ProfileChanged, PhoneChanged, PhoneVerified, LocationAssigned, LocationRevoked } =
  accountEvents;
const ACCOUNT_EVENTS_OF_MEMBERS = {
  ProfileChanged,
  PhoneChanged,
  PhoneVerified,
  LocationAssigned,
  LocationRevoked,
};

/** Stream that holds most events of a record. */
export const mainStream = ({ kind, organizationId, id }: RecordId): string =>
  kind === 'organization' || kind === 'member'
    ? organizationStream(organizationId)
    : streamName(kind, organizationId, id);

/** Events of a record, oldest first. An unknown record has none. */
export async function loadRecordEvents(
  streams: HistoryStreams,
  record: RecordId,
): Promise<readonly RecordedEvent[]> {
  const events = await readEvents(streams, record);
  return events
    .filter((event) => !isFence(event))
    .sort((one, other) => compare(one.position, other.position));
}

async function readEvents(
  streams: HistoryStreams,
  { kind, organizationId, id }: RecordId,
): Promise<RecordedEvent[]> {
  switch (kind) {
    case 'organization':
      return id === organizationId ? [...(await streams.readAll(organizationStream(id)))] : [];
    case 'member':
      return selectMemberEvents(
        await streams.readAll(organizationStream(organizationId)),
        () => streams.readAll(`account-${id}`),
        id,
      );
    case 'customer': {
      // A customer's personal data is the lead's, and is erased there.
      const [customerEvents, leadEvents] = await Promise.all(
        ['customer', 'lead'].map((category) =>
          streams.readAll(streamName(category, organizationId, id)),
        ),
      );
      return customerEvents!.length === 0
        ? []
        : [...customerEvents!, ...leadEvents!.filter(isErasure)];
    }
    default:
      return [...(await streams.readAll(streamName(kind, organizationId, id)))];
  }
}

/** Steps of a membership, and what the account changed while it was a member. */
async function selectMemberEvents(
  events: readonly RecordedEvent[],
  readAccount: () => Promise<readonly RecordedEvent[]>,
  memberId: string,
): Promise<RecordedEvent[]> {
  const steps = events.filter(
    ({ data }) => (data as { readonly memberId?: string }).memberId === memberId,
  );
  const memberships = steps.filter(({ type }) => type === 'MemberJoined' || isEnd(type));
  if (memberships.length === 0) return [];
  const wasMember = ({ position }: RecordedEvent) => {
    const last = memberships.findLast((step) => step.position < position);
    return last !== undefined && !isEnd(last.type);
  };
  const accountEventsOfMember = (await readAccount()).filter(
    (event) =>
      isErasure(event) ||
      (Object.hasOwn(ACCOUNT_EVENTS_OF_MEMBERS, event.type) && wasMember(event)),
  );
  return [...steps, ...accountEventsOfMember];
}

const isEnd = (type: string): boolean => type === 'MemberRemoved' || type === 'MemberLeft';
