import type { List } from '#domain/kernel/views.js';
import type { LeadItem } from '#domain/leads/lead.views.js';
import type { Person } from '../acceptance/person.js';

/** All leads that somebody sees, after a position if one is given. @throws Error if the endpoint does not answer */
export const leadsOf = (person: Person, after?: string): Promise<readonly LeadItem[]> => everyPage<LeadItem>(person, '/api/leads', after);

/** All that a list has for somebody, page by page. @throws Error if the endpoint does not answer */
export async function everyPage<Item>(person: Person, list: string, after?: string): Promise<readonly Item[]> {
  const found: Item[] = [];
  for (let next: string | undefined; ;) {
    const page = await read<List<Item>>(person, next ? `${list}${list.includes('?') ? '&' : '?'}after=${encodeURIComponent(next)}` : list, after);
    found.push(...page.items);
    if (!page.hasMore) return found;
    next = page.next;
  }
}

/** What it is after a position. @throws Error if the endpoint does not answer, or is not that far */
export async function read<Body>(person: Person, path: string, after: string | undefined): Promise<Body> {
  const { status, body, headers } = await person.request<Body>('GET', path, { headers: after ? { 'x-after-position': after } : {} });
  if (status !== 200) throw new Error(`${path} was answered ${status}: ${JSON.stringify(body)}`);
  if (headers.get('x-stale') === 'true') throw new Error(`${path} did not catch up with ${after}`);
  return body;
}
