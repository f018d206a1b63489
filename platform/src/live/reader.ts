import type { Change } from '../read-side/read-store/read-store.js';

/** Who listens, with the rights of now, and what they have open: `organization:<id>`, `member:<id>`, `lead:<id>`, already allowed. */
export type Reader = {
  readonly organizationId: string;
  readonly memberId: string;
  /** Sales are notified of their own records only; everybody else of all. */
  readonly sees: 'everything' | 'own';
  readonly rooms: readonly string[];
};

/** As the browser receives it: the document as it is now, or that it is gone for this reader. */
export type ChangeNotification = {
  readonly view: string;
  readonly id: string;
  readonly revision: number;
  readonly document?: unknown;
  readonly removed?: true;
};

/** Whether a reader may see what has that audience: an empty one is everybody's, undefined nobody's. */
export const maySee = ({ sees, memberId }: Pick<Reader, 'sees' | 'memberId'>, audience: string | undefined): boolean =>
  audience !== undefined && (sees === 'everything' || audience === '' || audience === memberId);

/** Whether a reader has open what a change is sent to. Whoever loses a record is notified although they may not have it open any more. */
export function isListening(
  { organizationId, memberId, sees, rooms }: Reader,
  { room, before, after }: Pick<Change, 'room' | 'before' | 'after'>,
): boolean {
  const isLost = sees === 'own' && before === memberId && after !== memberId && after !== '';
  if (room !== undefined && !isLost) return rooms.includes(room);
  if (sees === 'everything') return rooms.includes(`organization:${organizationId}`);
  const isEverybodys = before === '' || after === '';
  return rooms.includes(`member:${memberId}`) || (isEverybodys && rooms.includes(`organization:${organizationId}`));
}
