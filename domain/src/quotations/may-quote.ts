import type { Member } from '../kernel/policy.js';

/** The lead's assignee, admins and finance build its quotations. */
export const mayQuote = ({ id, role }: Member, assignedTo: string): boolean =>
  id === assignedTo || role === 'admin' || role === 'finance';
