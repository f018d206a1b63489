import type { Change } from '#platform/read-side/read-store/read-store.js';

/**
 * Member who listens, with current rights and rooms: `organization:<id>`, `member:<id>` and a room
 * for each open record that the member may see.
 */
export type Reader = {
  readonly organizationId: string;
  readonly memberId: string;
  /** Whether of all records, or of their own only. */
  readonly sees: 'everything' | 'own';
  readonly isAdmin?: boolean;
  readonly rooms: readonly string[];
};

/** Change as a browser receives it: the current document, or that it is gone for this reader. */
export type ChangeNotification = {
  readonly view: string;
  readonly id: string;
  readonly revision: number;
  readonly document?: unknown;
  readonly removed?: true;
  /** Nobody had it before: a reader may count it. */
  readonly added?: true;
};

/**
 * A message to a room of sockets, leaving out those that are also in another. A message is a hint:
 * what is lost is found by the next resume.
 */
export type SocketMessage = {
  readonly to: string;
  readonly except?: string;
  readonly changes: readonly ChangeNotification[];
};
/**
 * Sockets of a member that have to leave a room, because they may not see any more what is sent to
 * it.
 */
export type Leaving = { readonly sockets: string; readonly room: string };

/** A change with its document as readers are shown it; none where it is gone. */
export type ShownChange = Change & {
  readonly document: unknown;
  /**
   * Document for all but admins, where they are shown another one; none where they may not see it.
   */
  readonly forOthers?: { readonly document: unknown };
};

/**
 * Rooms as sockets join them, by right: who sees everything gets every change, the others their
 * own.
 */
const rooms = {
  members: (organizationId: string) => `organization:${organizationId}`,
  everything: (organizationId: string) => `organization:${organizationId}:everything`,
  admins: (organizationId: string) => `organization:${organizationId}:admins`,
  member: (organizationId: string, memberId: string) => `member:${organizationId}_${memberId}`,
  own: (organizationId: string, memberId: string) => `member:${organizationId}_${memberId}:own`,
  open: (organizationId: string, room: string) =>
    room.startsWith('member:')
      ? rooms.member(organizationId, room.slice('member:'.length))
      : room.replace(':', `:${organizationId}_`),
};

/**
 * Whether there is a socket in a room that this may be sent to: what is sent to none need not be
 * presented.
 */
export function hasListeners(
  { organizationId, before, after, room }: Change,
  isOpen: (room: string) => boolean,
): boolean {
  const isOwners = (memberId: string | undefined) =>
    Boolean(memberId) && isOpen(rooms.own(organizationId, memberId!));
  if (room !== undefined) return isOpen(rooms.open(organizationId, room)) || isOwners(before);
  const isEverybodys = before === '' || after === '';
  return (
    (isEverybodys && isOpen(rooms.members(organizationId))) ||
    isOpen(rooms.everything(organizationId)) ||
    isOwners(before) ||
    isOwners(after)
  );
}

/** Members of an organization who do not see everything of it. */
export const limitedMembers = (
  organizationId: string,
): Pick<SocketMessage, 'to'> & { readonly except: string } => ({
  to: rooms.members(organizationId),
  except: rooms.everything(organizationId),
});

/** The rooms that a reader's socket is to be in, and in no others. */
export function socketRooms({
  organizationId,
  memberId,
  sees,
  isAdmin = false,
  rooms: asked,
}: Reader): readonly string[] {
  return asked.flatMap((room) => {
    if (room === `organization:${organizationId}`)
      return [
        rooms.members(organizationId),
        ...(sees === 'everything' ? [rooms.everything(organizationId)] : []),
        ...(isAdmin ? [rooms.admins(organizationId)] : []),
      ];
    if (room === `member:${memberId}`)
      return sees === 'own'
        ? [rooms.member(organizationId, memberId), rooms.own(organizationId, memberId)]
        : [rooms.member(organizationId, memberId)];
    return room.startsWith('organization:') || room.startsWith('member:')
      ? []
      : [rooms.open(organizationId, room)];
  });
}

/**
 * Messages of a commit by room, in the order of its changes, and the sockets that must leave rooms
 * first.
 */
export function messagesOf(changes: readonly ShownChange[]): {
  readonly leaving: readonly Leaving[];
  readonly messages: readonly SocketMessage[];
} {
  const leaving: Leaving[] = [];
  const byRoom = new Map<string, { to: string; except?: string; changes: ChangeNotification[] }>();
  const notify = (to: string, change: ChangeNotification, except?: string) => {
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
  } of changes) {
    const gone: ChangeNotification = { view, id, revision, removed: true };
    const isAdded = before === undefined;
    const notificationOf = (shown: unknown): ChangeNotification =>
      shown === undefined || after === undefined
        ? gone
        : { view, id, revision, document: shown, ...(isAdded && { added: true }) };
    const notification = notificationOf(document);
    const loser =
      before && before !== after && after !== '' ? rooms.own(organizationId, before) : undefined;
    if (loser) notify(loser, gone);
    if (room !== undefined) {
      const open = rooms.open(organizationId, room);
      if (loser) leaving.push({ sockets: loser, room: open });
      notify(open, notification, loser);
    } else if (forOthers) {
      notify(rooms.admins(organizationId), notification);
      notify(
        rooms.members(organizationId),
        notificationOf(forOthers.document),
        rooms.admins(organizationId),
      );
    } else if (after === '' || (after === undefined && before === ''))
      notify(rooms.members(organizationId), notification);
    else {
      if (before === '')
        notify(rooms.members(organizationId), gone, rooms.everything(organizationId));
      notify(rooms.everything(organizationId), notification);
      if (after !== undefined) notify(rooms.own(organizationId, after), notification);
    }
  }
  return { leaving, messages: [...byRoom.values()] };
}
