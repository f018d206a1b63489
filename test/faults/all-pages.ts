import type { List } from '#domain/kernel/views.js';
import type { LeadItem } from '#domain/leads/lead.views.js';
import type { Person } from '../acceptance/product/person.js';

/**
 * All leads that a person sees, at a position if given.
 * @throws Error if the endpoint does not answer
 */
export const readAllLeads = (person: Person, position?: string): Promise<readonly LeadItem[]> =>
  readAllPages<LeadItem>(person, '/api/leads', position);

/**
 * All items of a list that a person sees, read page by page.
 * @throws Error if the endpoint does not answer
 */
export async function readAllPages<Item>(
  person: Person,
  list: string,
  position?: string,
): Promise<readonly Item[]> {
  const items: Item[] = [];
  for (let next: string | undefined; ;) {
    const page = await person.getAfter<List<Item>>(
      next ? `${list}${list.includes('?') ? '&' : '?'}after=${encodeURIComponent(next)}` : list,
      position,
    );
    items.push(...page.items);
    if (!page.hasMore) return items;
    next = page.next;
  }
}
