import type { Change } from '#platform/read-side/read-store/read-store.js';

/**
 * Member who listens, with present rights and rooms: `organization:<id>`, `member:<id>`, and one
 * per open record that the member may see.
 */
export type Reader = {
  readonly organizationId: string;
  readonly memberId: string;
  /** Whether the member sees all records, or only own ones. */
  readonly sees: 'everything' | 'own';
  readonly isAdmin?: boolean;
  readonly rooms: readonly string[];
};

/** Change as a browser gets it: the present document, or its removal for this reader. */
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
 * Message to a room, except sockets that are also in another one. A hint: the next resume finds
 * lost ones.
 */
export type SocketMessage = {
  readonly to: string;
  readonly except?: string;
  readonly changes: readonly ChangeNotification[];
};
/** Sockets that have to leave a room, because they may no longer see its messages. */
export type RoomExit = { readonly sockets: string; readonly room: string };

/** Change with the document as readers see it; undefined if it was deleted. */
export type PresentedChange = Change & {
  readonly document: unknown;
  /** Document for everybody but admins, if it differs; undefined if they may not see it. */
  readonly forOthers?: { readonly document: unknown };
};

/** Rooms by right: members who see everything get all changes, the others their own. */
const roomNames = {
  members: (organizationId: string) => `organization:${organizationId}`,
  everything: (organizationId: string) => `organization:${organizationId}:everything`,
  admins: (organizationId: string) => `organization:${organizationId}:admins`,
  member: (organizationId: string, memberId: string) => `member:${organizationId}_${memberId}`,
  own: (organizationId: string, memberId: string) => `member:${organizationId}_${memberId}:own`,
  open: (organizationId: string, room: string) =>
    room.startsWith('member:')
      ? roomNames.member(organizationId, room.slice('member:'.length))
      : room.replace(':', `:${organizationId}_`),
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
  rooms: readerRooms,
}: Reader): readonly string[] {
  return readerRooms.flatMap((room) => {
    if (room === `organization:${organizationId}`)
      return [
        roomNames.members(organizationId),
        ...(sees === 'everything' ? [roomNames.everything(organizationId)] : []),
        ...(isAdmin ? [roomNames.admins(organizationId)] : []),
      ];
    if (room === `member:${memberId}`)
      return sees === 'own'
        ? [roomNames.member(organizationId, memberId), roomNames.own(organizationId, memberId)]
        : [roomNames.member(organizationId, memberId)];
    return room.startsWith('organization:') || room.startsWith('member:')
      ? []
      : [roomNames.open(organizationId, room)];
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
  const addMessage = (to: string, change: ChangeNotification, except?: string) => {
    const key = `${to} ${except ?? ''}`;
    const message = byRoom.get(key) ?? { to, ...(except && { except }), changes: [] };
    byRoom.set(key, message);
    message.changes.push(change);
  };

  for (const {
    organizationId,
    view,
    id,
    revision,
    before,
    after,
    room,
    document,
    forOthers,
    traceparent,
  } of changes) {
    const change = { view, id, revision, ...(traceparent !== undefined && { traceparent }) };
    const removal: ChangeNotification = { ...change, removed: true };
    const isAdded = before === undefined;
    const toNotification = (shown: unknown): ChangeNotification =>
      shown === undefined || after === undefined
        ? removal
        : { ...change, document: shown, ...(isAdded && { added: true }) };
    const notification = toNotification(document);
    const previousOwnerRoom =
      before && before !== after && after !== ''
        ? roomNames.own(organizationId, before)
        : undefined;
    if (previousOwnerRoom) addMessage(previousOwnerRoom, removal);
    if (room !== undefined) {
      const recordRoom = roomNames.open(organizationId, room);
      if (previousOwnerRoom) leaving.push({ sockets: previousOwnerRoom, room: recordRoom });
      addMessage(recordRoom, notification, previousOwnerRoom);
    } else if (forOthers) {
      addMessage(roomNames.admins(organizationId), notification);
      addMessage(
        roomNames.members(organizationId),
        toNotification(forOthers.document),
        roomNames.admins(organizationId),
      );
    } else if (after === '' || (after === undefined && before === ''))
      addMessage(roomNames.members(organizationId), notification);
    else {
      if (before === '')
        addMessage(
          roomNames.members(organizationId),
          removal,
          roomNames.everything(organizationId),
        );
      addMessage(roomNames.everything(organizationId), notification);
      if (after !== undefined) addMessage(roomNames.own(organizationId, after), notification);
    }
  }
  return { leaving, messages: [...byRoom.values()] };
}
