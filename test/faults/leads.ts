import type { LeadItem } from '#domain/leads/lead.views.js';
import type { List } from '#domain/kernel/views.js';
import type { Person } from '../people.js';

/** All leads that somebody sees, page by page. */
export async function leadsOf(person: Person, after?: string): Promise<readonly LeadItem[]> {
  const found: LeadItem[] = [];
  for (let next: string | null | undefined; ;) {
    const page = await person.get<List<LeadItem>>(`/api/leads${next ? `?after=${encodeURIComponent(next)}` : ''}`, { after });
    found.push(...page.items);
    if (!page.hasMore) return found;
    next = page.next;
  }
}
