import type { LeadStatus, LeadType } from '#domain/leads/lead.commands.js';
import { type LeadItem, type LeadSort, leadSorts } from '#domain/leads/lead.views.js';
import { statuses, typeNames } from '../shared/words.js';

/** What the list is asked for. It stands in the address, so that a list can be sent to a colleague and comes back with Back. */
export interface LeadFilters {
  readonly status: LeadStatus | 'All';
  readonly type: LeadType | 'All';
  readonly assignedTo: string | undefined;
  readonly q: string;
  readonly sort: LeadSort;
}

const oneOf = <Value extends string, Other>(values: readonly Value[], value: string | null, otherwise: Other): Value | Other =>
  values.includes(value as Value) ? (value as Value) : otherwise;

/** Reads an address; whatever is not known there counts as not said. */
export function filtersIn(search: URLSearchParams): LeadFilters {
  return {
    status: oneOf(statuses, search.get('status'), 'All'),
    type: oneOf(Object.keys(typeNames) as LeadType[], search.get('type'), 'All'),
    assignedTo: search.get('assignedTo') || undefined,
    q: search.get('q')?.slice(0, 120) ?? '',
    sort: oneOf(leadSorts, search.get('sort'), 'created'),
  };
}

/** As parameters, of an address or a query; what is not filtered is left out. */
export function paramsOf({ status, type, assignedTo, q, sort }: LeadFilters): Record<string, string> {
  return {
    ...(status === 'All' ? {} : { status }),
    ...(type === 'All' ? {} : { type }),
    ...(assignedTo ? { assignedTo } : {}),
    ...(q.trim() === '' ? {} : { q: q.trim() }),
    ...(sort === 'created' ? {} : { sort }),
  };
}

export const isFiltered = ({ status, type, assignedTo, q }: LeadFilters): boolean =>
  status !== 'All' || type !== 'All' || assignedTo !== undefined || q.trim() !== '';

const folded = (text: string): string => text.toLocaleLowerCase();

/** Whether a lead counts on the tabs of this list: all filters but the status. */
export function countsHere(item: LeadItem, { type, assignedTo, q }: LeadFilters): boolean {
  if (type !== 'All' && item.type !== type) return false;
  if (assignedTo !== undefined && item.assignedTo.id !== assignedTo) return false;
  const text = folded(q.trim());
  if (text === '') return true;
  const digits = text.replace(/\D/g, '');
  const inText = [item.name, item.city, item.siteName ?? ''].some((field) => folded(field).includes(text));
  return inText || (digits !== '' && /^[\d\s+()-]+$/.test(text) && item.phone.includes(digits));
}

export const isListed = (item: LeadItem, filters: LeadFilters): boolean =>
  (filters.status === 'All' || item.status === filters.status) && countsHere(item, filters);

const newestFirst = (one: LeadItem, other: LeadItem): number =>
  other.createdAt.localeCompare(one.createdAt) || other.leadId.localeCompare(one.leadId);

/** The order of a list, as the server has it. */
export const orderOf: Readonly<Record<LeadSort, (one: LeadItem, other: LeadItem) => number>> = {
  created: newestFirst,
  quoted: (one, other) => other.quotedPaise - one.quotedPaise || newestFirst(one, other),
  // without one they come last (decisions, "Sort Next Follow-up")
  'next-follow-up': (one, other) => (one.nextFollowUpOn ?? '9').localeCompare(other.nextFollowUpOn ?? '9') || newestFirst(one, other),
};

/** Names what was filtered, for when it leaves nothing: `Nothing in Lost for “gangtok”, type Architect.` */
export function nothingFor({ status, type, q, assignedTo }: LeadFilters, assignee: string | undefined): string {
  const where = status === 'All' ? 'Nothing' : `Nothing in ${status}`;
  const what = q.trim() === '' ? '' : ` for “${q.trim()}”`;
  const rest = [type === 'All' ? '' : `type ${typeNames[type]}`, assignedTo ? `assigned to ${assignee ?? 'that person'}` : ''].filter(Boolean);
  return `${where}${what}${rest.length > 0 ? `${what ? ',' : ' of'} ${rest.join(', ')}` : ''}.`;
}
