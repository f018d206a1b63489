import type { AuditItem } from '#domain/audit/audit.views.js';

/** Command that erases what an event holds of a person. */
export type Erasable =
  | { readonly command: 'EraseShare'; readonly data: { readonly shareId: string } }
  | { readonly command: 'EraseInvitation'; readonly data: { readonly invitationId: string } }
  | { readonly command: 'EraseMember'; readonly data: { readonly memberId: string } };

/** Erasure of a share's number, an invitation, or a former member; undefined for other events. */
export function findErasable({
  type,
  kind,
  recordId,
  data,
  people,
  erased,
}: AuditItem): Erasable | undefined {
  if (erased) return undefined;
  const { invitationId, memberId } = data as Readonly<Record<string, string | undefined>>;
  if (kind === 'share' && 'to' in data)
    return { command: 'EraseShare', data: { shareId: recordId } };
  if (type === 'MemberInvited' && invitationId !== undefined)
    return { command: 'EraseInvitation', data: { invitationId } };
  const isEndOfMembership = type === 'MemberRemoved' || type === 'MemberLeft';
  // a former member without a name was erased already
  if (isEndOfMembership && memberId !== undefined && people[memberId])
    return { command: 'EraseMember', data: { memberId } };
  return undefined;
}
