import { type Role, mayEver, maySee } from '#domain/kernel/policy.js';
import { policy } from '#domain/policy.js';
import { DamagedStream } from '#platform/event-log/event-log.js';

/** Account that asks for rooms, with its present rights. */
export type RoomRequest = {
  readonly accountId: string;
  readonly organizationId: string | undefined;
  readonly role: Role | undefined;
};

const memberRoom = (accountId: string): string => `member:${accountId}`;
export const organizationRoom = (organizationId: string): string =>
  `organization:${organizationId}`;
const LEAD_ROOM = /^lead:([0-9a-f-]{36})$/i;

/** Rooms that the account may enter; others are left out silently. */
export async function filterAllowedRooms(
  wanted: readonly string[],
  request: RoomRequest,
  findOwner: (leadId: string) => Promise<string | undefined>,
): Promise<readonly string[]> {
  const distinctRooms = [...new Set(wanted)];
  const allowed = await Promise.all(
    distinctRooms.map((room) => mayEnter(room, request, findOwner)),
  );
  return distinctRooms.filter((_, index) => allowed[index]);
}

async function mayEnter(
  room: string,
  { accountId, organizationId, role }: RoomRequest,
  findOwner: (leadId: string) => Promise<string | undefined>,
): Promise<boolean> {
  if (room === memberRoom(accountId)) return mayEver(policy.rooms.member, role);
  if (organizationId === undefined || role === undefined) return false;
  if (room === organizationRoom(organizationId)) return mayEver(policy.rooms.organization, role);
  const leadId = LEAD_ROOM.exec(room)?.[1];
  if (leadId === undefined || !mayEver(policy.rooms.lead, role)) return false;
  const owner = await findOwner(leadId).catch((error: unknown) => {
    // The room of a damaged lead is left out, so that all others still get changes.
    if (error instanceof DamagedStream) return undefined;
    throw error;
  });
  return owner !== undefined && maySee({ id: accountId, role }, owner);
}
