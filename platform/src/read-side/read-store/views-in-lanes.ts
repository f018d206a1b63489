import { compare } from '#domain/kernel/order.js';
import type { Lanes } from './lanes.js';
import { type Amounts, InvalidQuery, type Sort } from './read-store.js';
import { type View, type ViewPage, type ViewQuery, Views } from './views.js';

/**
 * Views of several lanes. A query within an organization asks its lane. A query without one asks
 * every lane: `find` answers the first of all lanes, and `readPages` all of them, one lane after
 * another. `get` and `getJson` take an id without an organization for that of an account or of an
 * organization.
 */
export class ViewsInLanes extends Views {
  constructor(private readonly lanes: Lanes<Views>) {
    super(lanes.first.store);
  }

  override async refresh(): Promise<void> {
    await Promise.all(this.lanes.all.map((views) => views.refresh()));
  }

  override isReady(views: readonly View[]): boolean {
    return this.lanes.all.every((lane) => lane.isReady(views));
  }

  override async find<Document>(
    view: View,
    organizationId: string,
    query: ViewQuery,
  ): Promise<ViewPage<Document>> {
    if (organizationId !== '')
      return this.lanes.findLane(organizationId).find(view, organizationId, query);
    if (query.after !== undefined) throw new InvalidQuery('No cursor crosses lanes: use pages');
    const order = byFields(query.sort);
    const found = await Promise.all(
      this.lanes.all.map((lane) => lane.find<Document>(view, '', query)),
    );
    const documents = found.flatMap((page) => page.documents).sort(order);
    return { documents: documents.slice(0, query.limit), next: undefined };
  }

  override async *readPages<Document>(view: View, organizationId: string, query: ViewQuery) {
    const lanes = organizationId === '' ? this.lanes.all : [this.lanes.findLane(organizationId)];
    for (const lane of lanes) yield* lane.readPages<Document>(view, organizationId, query);
  }

  override countEach(
    view: View,
    organizationId: string,
    query: Pick<ViewQuery, 'filter' | 'search'>,
    field: string,
  ): Promise<Amounts> {
    return this.lanes.findLane(organizationId).countEach(view, organizationId, query, field);
  }

  override sumEach(
    view: View,
    organizationId: string,
    query: Pick<ViewQuery, 'filter' | 'search'>,
    field: string,
    amount: string,
  ) {
    return this.lanes.findLane(organizationId).sumEach(view, organizationId, query, field, amount);
  }

  override async getJson(view: View, organizationId: string, id: string) {
    const found = await this.lanes.findLane(organizationId).getJson(view, organizationId, id);
    if (found !== undefined || organizationId !== '') return found;
    return this.lanes.findLane(id).getJson(view, '', id);
  }

  override async get<Document>(view: View, organizationId: string, ids: readonly string[]) {
    const found = await this.lanes
      .findLane(organizationId)
      .get<Document>(view, organizationId, ids);
    const missing = organizationId === '' ? ids.filter((id) => !found.has(id)) : [];
    const others = missing.map(async (id) => this.lanes.findLane(id).get<Document>(view, '', [id]));
    return new Map([...found, ...(await Promise.all(others)).flatMap((each) => [...each])]);
  }

  override getSums(view: View, organizationId: string, keys: readonly string[]) {
    return this.lanes.findLane(organizationId).getSums(view, organizationId, keys);
  }
}

/**
 * Order of documents by ascending texts.
 * @throws InvalidQuery for a descending field
 */
function byFields(sort: Sort): (one: unknown, other: unknown) => number {
  if (sort.some((field) => field.startsWith('-')))
    throw new InvalidQuery('Only an ascending order crosses lanes');
  return (one, other) =>
    sort.reduce((order, field) => order || compare(textIn(one, field), textIn(other, field)), 0);
}

const textIn = (document: unknown, field: string): string =>
  String((document as Readonly<Record<string, unknown>>)[field]);
