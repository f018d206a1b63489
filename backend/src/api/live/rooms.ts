import { type Role, mayEver, maySee } from '#domain/kernel/policy.js';
import { policy } from '#domain/policy.js';

/** Account that asks for rooms, with its current rights. */
export type Asks = {
  readonly accountId: string;
  readonly organizationId: string | undefined;
  readonly role: Role | undefined;
};

const memberRoom = (accountId: string): string => `member:${accountId}`;
export const organizationRoom = (organizationId: string): string =>
  `organization:${organizationId}`;
const leadRoom = /^lead:([0-9a-f-]{36})$/i;

/** Those of the rooms that may be entered; one that may not is left out without a word. */
export async function roomsFor(
  wanted: readonly string[],
  asks: Asks,
  ownerOf: (leadId: string) => Promise<string | undefined>,
): Promise<readonly string[]> {
  const asked = [...new Set(wanted)];
  const entered = await Promise.all(asked.map((room) => mayEnter(room, asks, ownerOf)));
  return asked.filter((_, index) => entered[index]);
}

async function mayEnter(
  room: string,
  { accountId, organizationId, role }: Asks,
  ownerOf: (leadId: string) => Promise<string | undefined>,
): Promise<boolean> {
  if (room === memberRoom(accountId)) return mayEver(policy.rooms.member, role);
  if (organizationId === undefined || role === undefined) return false;
  if (room === organizationRoom(organizationId)) return mayEver(policy.rooms.organization, role);
  const leadId = leadRoom.exec(room)?.[1];
  if (leadId === undefined || !mayEver(policy.rooms.lead, role)) return false;
  const owner = await ownerOf(leadId);
  return owner !== undefined && maySee({ id: accountId, role }, owner);
}
