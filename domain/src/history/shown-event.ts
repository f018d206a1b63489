import { REFUSED_TYPE } from '../audit/access.commands.js';
import { type Role, answersRequests } from '../kernel/policy.js';
import { BY_CUSTOMER, isStepByMember } from '../quotations/by-customer.js';
import type { HistoryEvent } from './history.views.js';

/** Secret fields, such as tokens and salts of hashes. No answer contains them. */
const SECRETS: readonly string[] = [
  'salt',
  'inviteCode',
  'fingerprint',
  'tokenSha256',
  'linkToken',
];
/** Events whose phone number is shown only to members who answer requests. */
const WITH_NUMBERS: readonly string[] = ['MemberInvited', 'AccountOpened', 'PhoneChanged'];
/** Events of timers, which are recorded in a member's name. */
const TIMER_EVENTS: readonly string[] = ['QuotationExpired'];

/**
 * Whether the actor caused the event, and no reactor, timer, customer or reader of a link. Steps of
 * a quotation are recorded on its lead in the name of whoever took them.
 */
export function isByMember(
  { type, data }: { readonly type: string; readonly data: object },
  { causationId, commandId }: { readonly causationId: string; readonly commandId: string },
): boolean {
  if (type === REFUSED_TYPE) return true;
  if (type === 'QuotationStepped')
    return isStepByMember(data as Parameters<typeof isStepByMember>[0]);
  const isFromReactor = causationId !== commandId;
  const isThroughLink = 'linkId' in data && type === 'AccessRecorded';
  return (
    !isFromReactor && !isThroughLink && !BY_CUSTOMER.includes(type) && !TIMER_EVENTS.includes(type)
  );
}

/**
 * Data of an event as histories and the feed show it.
 * @param role undefined for readers without an account
 */
export function pickShownData(
  type: string,
  data: object,
  role: Role | undefined,
): Readonly<Record<string, unknown>> {
  const seesNumbers = role !== undefined && answersRequests(role);
  const hidden = WITH_NUMBERS.includes(type) && !seesNumbers ? [...SECRETS, 'phone'] : SECRETS;
  return Object.fromEntries(Object.entries(data).filter(([field]) => !hidden.includes(field)));
}

type Sender = { readonly device?: string; readonly network?: string };
/** Device and network of an event's sender, as far as they were recorded. */
export const pickSender = ({ device, network }: Sender): Sender => ({
  ...(device !== undefined && { device }),
  ...(network !== undefined && { network }),
});

type RecordedMetadata = Pick<HistoryEvent, 'eventId' | 'at' | 'capturedAt' | 'commandId' | 'hash'>;
/** Event of a newer build. Its actor and fields are left out, because they may mean anything. */
export const toNewerEvent = ({
  type,
  metadata: { eventId, at, capturedAt, commandId, hash },
}: {
  readonly type: string;
  readonly metadata: RecordedMetadata;
}): HistoryEvent => ({
  eventId,
  type,
  at,
  capturedAt,
  commandId,
  hash,
  data: {},
  people: {},
  newer: true,
});

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Ids in an event's fields, of people or records. */
export const collectIds = (data: object): readonly string[] => [
  ...new Set(
    Object.values(data)
      .flatMap((value: unknown) =>
        typeof value === 'object' && value !== null ? Object.values(value) : [value],
      )
      .filter((value): value is string => typeof value === 'string' && ID.test(value)),
  ),
];
