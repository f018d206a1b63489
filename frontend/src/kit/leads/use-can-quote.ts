import { mayQuote } from '#domain/quotations/may-quote.js';
import { useMe } from '../../lib/account/session.js';

/** Whether the member may build quotations of a lead; false while its assignee is unknown. */
export function useCanQuote(assignedTo: { readonly id: string } | undefined): boolean {
  const { account, role } = useMe();
  return role !== null && mayQuote({ id: account.id, role }, assignedTo?.id ?? '');
}
