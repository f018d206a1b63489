import { setImmediate as nextTurn } from 'node:timers/promises';
import { Unavailable } from '../../common/unavailable.js';
import {
  type Amounts,
  type Filter,
  NoSuchCollection,
  type Page,
  type ReadStore,
} from './read-store.js';

/** Name of a projection and the version that this build reads. */
export type View = { readonly name: string; readonly version: number };

/** Query within an organization. */
export type ViewQuery = Omit<Page, 'filter'> & { readonly filter?: Omit<Filter, 'organizationId'> };
export type ViewPage<Document> = {
  readonly documents: readonly Document[];
  readonly next: string | undefined;
};

/** Reads of a store that queries need. */
export type QueriedStore = Pick<
  ReadStore,
  'readCurrentCollections' | 'get' | 'find' | 'readSums' | 'countEach' | 'sumEach'
>;

/** The version that this build reads is not built yet. */
export class ViewNotReady extends Unavailable {}

/**
 * Views as queries see them, by name and bare id within one organization. Accounts have an empty
 * organization. A backend reads exactly the version it was built with.
 */
export class Views {
  private current: Readonly<Record<string, string>> = {};

  constructor(
    readonly store: QueriedStore,
    /** Events projected by a running rebuild; undefined if unknown. */
    private readonly rebuiltEvents: () => number | undefined = () => undefined,
  ) {}

  /** Reads again which collections are current. A projection host in this process calls it. */
  async refresh(): Promise<void> {
    this.current = await this.store.readCurrentCollections();
  }

  isReady(views: readonly View[]): boolean {
    return views.every((view) => this.currentCollection(view));
  }

  /** @throws InvalidQuery, ViewNotReady */
  async find<Document>(
    view: View,
    organizationId: string,
    { filter, sort, limit, after, search }: ViewQuery,
  ): Promise<ViewPage<Document>> {
    const page: Page = {
      filter: inOrganization(organizationId, filter),
      sort,
      limit,
      after,
      search,
    };
    const { items, next } = await this.askCurrent(view, (collection) =>
      this.store.find(collection, page),
    );
    return { documents: items.map(({ json }) => JSON.parse(json) as Document), next };
  }

  /** Yields all pages. Other requests get a turn between pages. */
  async *readPages<Document>(
    view: View,
    organizationId: string,
    query: ViewQuery,
  ): AsyncGenerator<ViewPage<Document>> {
    let { after } = query;
    for (;;) {
      const page = await this.find<Document>(view, organizationId, { ...query, after });
      yield page;
      if (page.next === undefined) return;
      after = page.next;
      await nextTurn();
    }
  }

  /** Exact count per value of a field. Only for searches. */
  async countEach(
    view: View,
    organizationId: string,
    { filter, search }: Pick<ViewQuery, 'filter' | 'search'>,
    field: string,
  ): Promise<Amounts> {
    const query = { filter: inOrganization(organizationId, filter), search };
    return this.askCurrent(view, (collection) => this.store.countEach(collection, query, field));
  }

  /** Sum of a numeric field per value of another, without reading documents. */
  async sumEach(
    view: View,
    organizationId: string,
    { filter, search }: Pick<ViewQuery, 'filter' | 'search'>,
    field: string,
    amount: string,
  ) {
    const query = { filter: inOrganization(organizationId, filter), search };
    return this.askCurrent(view, (collection) =>
      this.store.sumEach(collection, query, field, amount),
    );
  }

  /** Stored JSON text of a document, by its bare id. */
  async getJson(view: View, organizationId: string, id: string): Promise<string | undefined> {
    const key = storeKey(organizationId, id);
    return (await this.askCurrent(view, (collection) => this.store.get(collection, [key]))).get(
      key,
    );
  }

  /** Documents by bare id, without those that do not exist. */
  async get<Document>(
    view: View,
    organizationId: string,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, Document>> {
    const keys = new Map([...new Set(ids)].map((id) => [storeKey(organizationId, id), id]));
    const found = await this.askCurrent(view, (collection) =>
      this.store.get(collection, [...keys.keys()]),
    );
    return new Map([...found].map(([key, json]) => [keys.get(key)!, JSON.parse(json) as Document]));
  }

  async getOne<Document>(
    view: View,
    organizationId: string,
    id: string,
  ): Promise<Document | undefined> {
    const json = await this.getJson(view, organizationId, id);
    return json === undefined ? undefined : (JSON.parse(json) as Document);
  }

  /** Sums by key; a key without contributions has no amounts. */
  async getSums(
    view: View,
    organizationId: string,
    keys: readonly string[],
  ): Promise<ReadonlyMap<string, Amounts>> {
    const storeKeys = keys.map((key) => storeKey(organizationId, key));
    const found = await this.askCurrent(view, (collection) =>
      this.store.readSums(collection, storeKeys),
    );
    return new Map(keys.map((key, index) => [key, found.get(storeKeys[index]!) ?? NO_AMOUNTS]));
  }

  /** Retries once on the next generation if another process replaced the current one. */
  private async askCurrent<Answer>(
    view: View,
    ask: (collection: string) => Promise<Answer>,
  ): Promise<Answer> {
    try {
      return await ask(await this.requireCollection(view));
    } catch (error) {
      if (!(error instanceof NoSuchCollection)) throw error;
      await this.refresh();
      return ask(await this.requireCollection(view));
    }
  }

  private async requireCollection(view: View): Promise<string> {
    if (!this.currentCollection(view)) await this.refresh();
    const current = this.currentCollection(view);
    if (!current) throw new ViewNotReady(this.notReadyMessage());
    return current;
  }

  private notReadyMessage(): string {
    const rebuilt = this.rebuiltEvents();
    const progress = rebuilt
      ? ` ${rebuilt.toLocaleString('en-IN')} entries of the record have been read so far.`
      : '';
    return `This list is not ready yet: it is being made again.${progress} Everything you enter is kept.`;
  }

  private currentCollection({ name, version }: View): string | undefined {
    const collection = this.current[name];
    return collection?.startsWith(`${name}@${version}.`) ? collection : undefined;
  }
}

const NO_AMOUNTS: Amounts = {};

const inOrganization = (organizationId: string, filter: ViewQuery['filter']): Filter => ({
  ...filter,
  organizationId,
});

const storeKey = (organizationId: string, id: string) =>
  organizationId ? `${organizationId}_${id}` : id;
