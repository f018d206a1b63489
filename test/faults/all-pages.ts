import type { List } from '#domain/kernel/views.js';
import type { LeadItem } from '#domain/leads/lead.views.js';
import type { Person } from '../acceptance/product/person.js';

/**
 * All leads that a person sees, at a position if given.
 * @throws Error if the endpoint does not answer
 */
export const readAllLeads = (person: Person, after?: string): Promise<readonly LeadItem[]> =>
  readAllPages<LeadItem>(person, '/api/leads', after);

/**
 * All items of a list that a person sees, read page by page.
 * @throws Error if the endpoint does not answer
 */
export async function readAllPages<Item>(
  person: Person,
  list: string,
  after?: string,
): Promise<readonly Item[]> {
  const found: Item[] = [];
  for (let next: string | undefined; ;) {
    const page = await person.getAfter<List<Item>>(
      next ? `${list}${list.includes('?') ? '&' : '?'}after=${encodeURIComponent(next)}` : list,
      after,
    );
    found.push(...page.items);
    if (!page.hasMore) return found;
    next = page.next;
  }
}
