import type { Change } from '#platform/read-side/read-store/read-store.js';

/**
 * Member with an open socket, with present rights and topics. Browsers request topics:
 * `organization:<id>`, `member:<id>`, or `<kind>:<id>` of an open record that the member may see.
 * `socketRooms` turns topics into the server's rooms, whose names hold the organization.
 */
export type Reader = {
  readonly organizationId: string;
  readonly memberId: string;
  /** Whether the member sees all records, or only own ones. */
  readonly sees: 'everything' | 'own';
  readonly isAdmin?: boolean;
  readonly topics: readonly string[];
};

/** Change that is sent to a browser: the present document, or its removal for this reader. */
export type ChangeNotification = {
  readonly view: string;
  readonly id: string;
  readonly revision: number;
  readonly document?: unknown;
  readonly removed?: true;
  /** Set if the document is new, so that a reader may count it. */
  readonly added?: true;
  /** Set if the change is traced: the sender's browser answers when it has painted it. */
  readonly traceparent?: string;
};

/**
 * Message to a room, except sockets that are also in another one. May be lost; the next resume
 * delivers lost changes.
 */
export type SocketMessage = {
  readonly to: string;
  readonly except?: string;
  readonly changes: readonly ChangeNotification[];
};
/** Room that the sockets of another room have to leave, as they may no longer see its messages. */
export type RoomExit = { readonly membersOf: string; readonly leave: string };

/**
 * Change with the document as readers see it; undefined if it was deleted. `before` and `after` are
 * its audience: an owner's id, `''` for everybody, or undefined for nobody.
 */
export type PresentedChange = Change & {
  readonly document: unknown;
  /** Document for everybody but admins, if it differs; undefined if they may not see it. */
  readonly forOthers?: { readonly document: unknown };
};

/**
 * Room names by rights: members who see everything get all changes, others only those of their own
 * records.
 */
const roomNames = {
  members: (organizationId: string) => `organization:${organizationId}`,
  everything: (organizationId: string) => `organization:${organizationId}:everything`,
  admins: (organizationId: string) => `organization:${organizationId}:admins`,
  member: (organizationId: string, memberId: string) => `member:${organizationId}_${memberId}`,
  own: (organizationId: string, memberId: string) => `member:${organizationId}_${memberId}:own`,
  open: (organizationId: string, topic: string) =>
    topic.startsWith('member:')
      ? roomNames.member(organizationId, topic.slice('member:'.length))
      : topic.replace(':', `:${organizationId}_`),
};

/** Whether any socket is in a room of this change. Changes without listeners are not presented. */
export function hasListeners(
  { organizationId, before, after, room }: Change,
  hasSockets: (room: string) => boolean,
): boolean {
  const isOwnerListening = (memberId: string | undefined) =>
    Boolean(memberId) && hasSockets(roomNames.own(organizationId, memberId!));
  if (room !== undefined)
    return hasSockets(roomNames.open(organizationId, room)) || isOwnerListening(before);
  const isForEverybody = before === '' || after === '';
  return (
    (isForEverybody && hasSockets(roomNames.members(organizationId))) ||
    hasSockets(roomNames.everything(organizationId)) ||
    isOwnerListening(before) ||
    isOwnerListening(after)
  );
}

/** Members of an organization who do not see all of it. */
export const limitedMembers = (
  organizationId: string,
): Pick<SocketMessage, 'to'> & { readonly except: string } => ({
  to: roomNames.members(organizationId),
  except: roomNames.everything(organizationId),
});

/** Rooms of a reader's socket. */
export function socketRooms({
  organizationId,
  memberId,
  sees,
  isAdmin = false,
  topics,
}: Reader): readonly string[] {
  return topics.flatMap((topic) => {
    if (topic === `organization:${organizationId}`)
      return [
        roomNames.members(organizationId),
        ...(sees === 'everything' ? [roomNames.everything(organizationId)] : []),
        ...(isAdmin ? [roomNames.admins(organizationId)] : []),
      ];
    if (topic === `member:${memberId}`)
      return sees === 'own'
        ? [roomNames.member(organizationId, memberId), roomNames.own(organizationId, memberId)]
        : [roomNames.member(organizationId, memberId)];
    return topic.startsWith('organization:') || topic.startsWith('member:')
      ? []
      : [roomNames.open(organizationId, topic)];
  });
}

/**
 * Messages of a commit by room, in order of its changes, and the sockets that must leave rooms
 * first.
 */
export function createMessages(changes: readonly PresentedChange[]): {
  readonly leaving: readonly RoomExit[];
  readonly messages: readonly SocketMessage[];
} {
  const leaving: RoomExit[] = [];
  const byRoom = new Map<string, { to: string; except?: string; changes: ChangeNotification[] }>();
  for (const change of changes) {
    const formerOwnersRoom = findFormerOwnersRoom(change);
    if (formerOwnersRoom !== undefined && change.room !== undefined)
      leaving.push({
        membersOf: formerOwnersRoom,
        leave: roomNames.open(change.organizationId, change.room),
      });
    for (const { to, except, notification } of createDeliveries(change, formerOwnersRoom)) {
      const key = `${to} ${except ?? ''}`;
      const message = byRoom.get(key) ?? { to, ...(except && { except }), changes: [] };
      byRoom.set(key, message);
      message.changes.push(notification);
    }
  }
  return { leaving, messages: [...byRoom.values()] };
}

type Delivery = Omit<SocketMessage, 'changes'> & { readonly notification: ChangeNotification };

/** Room of the owner who may no longer see the document; undefined if there is none. */
const findFormerOwnersRoom = ({ organizationId, before, after }: Change): string | undefined =>
  before && before !== after && after !== '' ? roomNames.own(organizationId, before) : undefined;

function createDeliveries(
  change: PresentedChange,
  formerOwnersRoom: string | undefined,
): readonly Delivery[] {
  const toFormerOwner =
    formerOwnersRoom === undefined
      ? []
      : [{ to: formerOwnersRoom, notification: toRemoval(change) }];
  return [...toFormerOwner, ...deliverToPresentAudience(change, formerOwnersRoom)];
}

function deliverToPresentAudience(
  change: PresentedChange,
  formerOwnersRoom: string | undefined,
): readonly Delivery[] {
  const { before, after, room, forOthers } = change;
  if (room !== undefined) return deliverToOpenRecord(change, room, formerOwnersRoom);
  if (forOthers) return deliverToAdminsAndOthers(change, forOthers.document);
  const isForEverybody = after === '' || (after === undefined && before === '');
  return isForEverybody ? deliverToEverybody(change) : deliverToOwner(change);
}

const deliverToOpenRecord = (
  change: PresentedChange,
  topic: string,
  except: string | undefined,
): readonly Delivery[] => [
  {
    to: roomNames.open(change.organizationId, topic),
    ...(except !== undefined && { except }),
    notification: toNotification(change, change.document),
  },
];

function deliverToAdminsAndOthers(
  change: PresentedChange,
  forOthers: unknown,
): readonly Delivery[] {
  const admins = roomNames.admins(change.organizationId);
  return [
    { to: admins, notification: toNotification(change, change.document) },
    {
      to: roomNames.members(change.organizationId),
      except: admins,
      notification: toNotification(change, forOthers),
    },
  ];
}

const deliverToEverybody = (change: PresentedChange): readonly Delivery[] => [
  {
    to: roomNames.members(change.organizationId),
    notification: toNotification(change, change.document),
  },
];

/** Reaches members who see everything, and the owner. Removes what everybody saw before. */
function deliverToOwner(change: PresentedChange): readonly Delivery[] {
  const { organizationId, before, after } = change;
  const notification = toNotification(change, change.document);
  return [
    ...(before === ''
      ? [{ ...limitedMembers(organizationId), notification: toRemoval(change) }]
      : []),
    { to: roomNames.everything(organizationId), notification },
    ...(after === undefined ? [] : [{ to: roomNames.own(organizationId, after), notification }]),
  ];
}

/** @param document the change's own, or the one for others; undefined if they may not see it */
function toNotification(change: PresentedChange, document: unknown): ChangeNotification {
  if (document === undefined || change.after === undefined) return toRemoval(change);
  const isAdded = change.before === undefined;
  return { ...pickIdentifiers(change), document, ...(isAdded && { added: true }) };
}

const toRemoval = (change: Change): ChangeNotification => ({
  ...pickIdentifiers(change),
  removed: true,
});

const pickIdentifiers = ({ view, id, revision, traceparent }: Change) => ({
  view,
  id,
  revision,
  ...(traceparent !== undefined && { traceparent }),
});
