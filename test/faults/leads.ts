import type { List } from '#domain/kernel/views.js';
import type { LeadItem } from '#domain/leads/lead.views.js';
import type { Person } from '../acceptance/person.js';

/** All leads that somebody sees, page by page, after a position if one is given. @throws Error if the door does not answer */
export async function leadsOf(person: Person, after?: string): Promise<readonly LeadItem[]> {
  const found: LeadItem[] = [];
  for (let next: string | undefined; ;) {
    const page = await pageOf(person, next, after);
    found.push(...page.items);
    if (!page.hasMore) return found;
    next = page.next;
  }
}

async function pageOf(person: Person, next: string | undefined, after: string | undefined): Promise<List<LeadItem>> {
  const path = `/api/leads${next ? `?after=${encodeURIComponent(next)}` : ''}`;
  const { status, body, headers } = await person.request<List<LeadItem>>('GET', path, { headers: after ? { 'x-after-position': after } : {} });
  if (status !== 200) throw new Error(`${path} was answered ${status}: ${JSON.stringify(body)}`);
  if (headers.get('x-stale') === 'true') throw new Error(`${path} did not catch up with ${after}`);
  return body;
}
