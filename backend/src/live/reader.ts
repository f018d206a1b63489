import { type Role, mayEver, seesEverything } from '#domain/kernel/policy.js';
import { policy } from '#domain/policy.js';
import type { Change } from '#platform/read-store/read-store.js';

/** Who listens, as a member of an organization, and with which rooms open. */
export type Reader = { readonly accountId: string; readonly organizationId: string; readonly role: Role; readonly rooms: ReadonlySet<string> };

/** What a reader learns of a change: the document, that it is gone for them, or nothing at all. */
export type Sight = 'shown' | 'removed' | undefined;

export const memberRoom = (accountId: string): string => `member:${accountId}`;
export const organizationRoom = (organizationId: string): string => `organization:${organizationId}`;
const leadRoom = /^lead:([0-9a-f-]{36})$/i;

/**
 * Whoever sees everything hears of all that the organization's room is told; sales of what is theirs, and no hint of what is
 * not. Asked for every change anew, so that a lead which was given away is seen to go, and its open page falls silent.
 */
export function sightOf({ room, before, after }: Pick<Change, 'room' | 'before' | 'after'>, reader: Reader): Sight {
  if (!listens(room, reader)) return undefined;
  if (isFor(after, reader)) return 'shown';
  return isFor(before, reader) ? 'removed' : undefined;
}

function listens(room: string | undefined, { rooms, role, accountId, organizationId }: Reader): boolean {
  if (room) return rooms.has(room);
  return rooms.has(memberRoom(accountId)) || (seesEverything(role) && rooms.has(organizationRoom(organizationId)));
}

const isFor = (audience: string | undefined, { role, accountId }: Reader): boolean =>
  audience !== undefined && (audience === '' || audience === accountId || seesEverything(role));

type Asks = Pick<Reader, 'accountId'> & { readonly organizationId: string | undefined; readonly role: Role | undefined };

/** Those of the rooms that may be entered; one that may not is left out without a word. */
export async function roomsFor(
  wanted: readonly string[],
  asks: Asks,
  ownerOf: (leadId: string) => Promise<string | undefined>,
): Promise<ReadonlySet<string>> {
  const entered = await Promise.all(wanted.map((room) => mayEnter(room, asks, ownerOf)));
  return new Set(wanted.filter((_, index) => entered[index]));
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
  return owner !== undefined && (seesEverything(role) || owner === accountId);
}
