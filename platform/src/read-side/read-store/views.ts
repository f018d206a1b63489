import { setImmediate as nextTurn } from 'node:timers/promises';
import { Unavailable } from '../../common/unavailable.js';
import { type Filter, NoSuchCollection, type Page, type ReadStore } from './read-store.js';

/** Name of a projection and the version that this build was made with. */
export type View = { readonly name: string; readonly version: number };

/** Query within an organization. */
export type Question = Omit<Page, 'filter'> & { readonly filter?: Omit<Filter, 'organizationId'> };
export type ViewPage<Document> = {
  readonly documents: readonly Document[];
  readonly next: string | undefined;
};
export type Amounts = Readonly<Record<string, number>>;

/** The version that this build reads is not there yet. */
export class ViewNotReady extends Unavailable {}

/**
 * The views as queries see them: by their names and bare ids, within one organization. An empty
 * organization is that of what belongs to none, as accounts do. A backend reads exactly the version
 * it was built with.
 */
export class Views {
  private current: Readonly<Record<string, string>> = {};

  constructor(
    private readonly store: ReadStore,
    /**
     * Events that were projected into the views that are being rebuilt; undefined where that is not
     * known.
     */
    private readonly rebuilt: () => number | undefined = () => undefined,
  ) {}

  /**
   * Looks again which collections are current. The projection host calls it where both run in one
   * process.
   */
  async refresh(): Promise<void> {
    this.current = await this.store.current();
  }

  isReady(views: readonly View[]): boolean {
    return views.every((view) => this.currentCollection(view));
  }

  /** A page. @throws BadQuestion, ViewNotReady */
  async find<Document>(
    view: View,
    organizationId: string,
    { filter, sort, limit, after, search }: Question,
  ): Promise<ViewPage<Document>> {
    const page: Page = { filter: within(organizationId, filter), sort, limit, after, search };
    const { items, next } = await this.asked(view, (collection) =>
      this.store.find(collection, page),
    );
    return { documents: items.map(({ json }) => JSON.parse(json) as Document), next };
  }

  /**
   * Page after page to the end, or until no more is taken. Whoever else waits for an answer has
   * their turn before the next one.
   */
  async *pages<Document>(
    view: View,
    organizationId: string,
    question: Question,
  ): AsyncGenerator<ViewPage<Document>> {
    for (let { after } = question; ;) {
      const page = await this.find<Document>(view, organizationId, { ...question, after });
      yield page;
      if (page.next === undefined) return;
      after = page.next;
      await nextTurn();
    }
  }

  /** Exact count for each value of a field. Only for searches. */
  async countEach(
    view: View,
    organizationId: string,
    { filter, search }: Pick<Question, 'filter' | 'search'>,
    field: string,
  ): Promise<Amounts> {
    return this.asked(view, (collection) =>
      this.store.countEach(collection, { filter: within(organizationId, filter), search }, field),
    );
  }

  /** Sums of a numeric field, of each value of another. No document is read. */
  async sumEach(
    view: View,
    organizationId: string,
    { filter, search }: Pick<Question, 'filter' | 'search'>,
    field: string,
    amount: string,
  ) {
    const question = { filter: within(organizationId, filter), search };
    return this.asked(view, (collection) =>
      this.store.sumEach(collection, question, field, amount),
    );
  }

  /** A document as stored text, by the bare id. */
  async json(view: View, organizationId: string, id: string): Promise<string | undefined> {
    const key = keyOf(organizationId, id);
    return (await this.asked(view, (collection) => this.store.get(collection, [key]))).get(key);
  }

  /** Documents by their bare ids; who is not there is left out. */
  async get<Document>(
    view: View,
    organizationId: string,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, Document>> {
    const keys = new Map([...new Set(ids)].map((id) => [keyOf(organizationId, id), id]));
    const found = await this.asked(view, (collection) =>
      this.store.get(collection, [...keys.keys()]),
    );
    return new Map([...found].map(([key, json]) => [keys.get(key)!, JSON.parse(json) as Document]));
  }

  async one<Document>(
    view: View,
    organizationId: string,
    id: string,
  ): Promise<Document | undefined> {
    const json = await this.json(view, organizationId, id);
    return json === undefined ? undefined : (JSON.parse(json) as Document);
  }

  /** Sums by key; a key without counts has no amounts. */
  async sums(
    view: View,
    organizationId: string,
    keys: readonly string[],
  ): Promise<ReadonlyMap<string, Amounts>> {
    const wanted = keys.map((key) => keyOf(organizationId, key));
    const found = await this.asked(view, (collection) => this.store.sums(collection, wanted));
    return new Map(keys.map((key, index) => [key, found.get(wanted[index]!) ?? nothing]));
  }

  /**
   * Asks again on the next generation, if another process has replaced the current one meanwhile.
   */
  private async asked<Answer>(
    view: View,
    ask: (collection: string) => Promise<Answer>,
  ): Promise<Answer> {
    try {
      return await ask(await this.collection(view));
    } catch (error) {
      if (!(error instanceof NoSuchCollection)) throw error;
      await this.refresh();
      return ask(await this.collection(view));
    }
  }

  private async collection(view: View): Promise<string> {
    if (!this.currentCollection(view)) await this.refresh();
    const current = this.currentCollection(view);
    if (!current) throw new ViewNotReady(this.notReady());
    return current;
  }

  private notReady(): string {
    const rebuilt = this.rebuilt();
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

const nothing: Amounts = {};

const within = (organizationId: string, filter: Question['filter']): Filter => ({
  ...filter,
  organizationId,
});

const keyOf = (organizationId: string, id: string) =>
  organizationId ? `${organizationId}_${id}` : id;
