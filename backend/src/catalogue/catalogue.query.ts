import type { ItemListParams } from '#domain/catalogue/catalogue.queries.js';
import {
  type ItemKind,
  defaultCategories,
  itemKinds,
  itemStatuses,
} from '#domain/catalogue/catalogue.values.js';
import type { CategoryList, Counted, Items } from '#domain/catalogue/catalogue.views.js';
import { refuse } from '#domain/kernel/refusal.js';
import { parseId } from '#domain/kernel/schema.js';
import type { List } from '#domain/kernel/views.js';
import { Views } from '#platform/read-side/read-store/views.js';
import { searchTerms } from '#domain/kernel/texts/search-text.js';
import {
  type CategoryDocument,
  categories,
  BY_NAME,
} from '#projections/catalogue/categories.projection.js';
import {
  type ItemDocument,
  itemCountKey,
  ITEM_ORDERS,
  offers,
  packages,
  products,
} from '#projections/catalogue/items.projection.js';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Asker } from '../auth/caller.js';
import { pageRows, toList } from '../http/listed.js';
import { toCategoryItem } from './item.presenters.js';
import { ShownItems, seesInactive } from './shown-items.js';

/** Categories per read. The answer has all of them. */
const CATEGORIES_PAGE_SIZE = 500;
const viewsByKind = {
  product: products,
  package: packages,
  offer: offers,
} as const satisfies Record<ItemKind, unknown>;

type ItemList<Kind extends ItemKind> = List<Items[Kind]> & Counted;

export class ListItems<Kind extends ItemKind> extends Query<ItemList<Kind>> {
  constructor(
    readonly kind: Kind,
    readonly asker: Asker,
    readonly params: ItemListParams,
  ) {
    super();
  }
}

export class GetItem<Kind extends ItemKind> extends Query<Items[Kind]> {
  constructor(
    readonly kind: Kind,
    readonly asker: Asker,
    readonly itemId: string,
  ) {
    super();
  }
}

export class ListCategories extends Query<CategoryList> {
  constructor(
    readonly asker: Asker,
    readonly kind: ItemKind | undefined,
  ) {
    super();
  }
}

@QueryHandler(ListItems)
export class ListItemsHandler implements IQueryHandler<ListItems<ItemKind>> {
  constructor(
    private readonly views: Views,
    private readonly items: ShownItems,
  ) {}

  async execute<Kind extends ItemKind>({
    kind,
    asker,
    params,
  }: ListItems<Kind>): Promise<ItemList<Kind>> {
    const { categoryId, fileType, sort = 'created', q = '', after } = params;
    const { views } = this;
    const status = seesInactive(kind, asker) ? params.status : 'Active';
    if (params.status !== undefined && params.status !== status) return noItems;
    const search = q.trim() === '' ? undefined : searchTerms(q);
    // A search text without letters and digits finds nothing.
    if (q.trim() !== '' && !search) return noItems;
    const [view, facets] = [viewsByKind[kind], { categoryId, fileType }];
    const viewQuery = {
      filter: { status, ...facets },
      sort: ITEM_ORDERS[sort],
      limit: pageRows(params),
      after,
      search,
    };
    const [{ documents, next }, byStatus] = await Promise.all([
      views.find<ItemDocument>(view, asker.organizationId, viewQuery),
      search
        ? views.countEach(view, asker.organizationId, { filter: facets, search }, 'status')
        : views
            .getSums(view, asker.organizationId, [itemCountKey(facets)])
            .then((sums) => sums.get(itemCountKey(facets)) ?? {}),
    ]);
    const counts = addTotal(
      seesInactive(kind, asker) ? byStatus : { Active: byStatus['Active'] ?? 0 },
    );
    return {
      ...toList(await this.items.present(kind, documents, asker), next),
      counts,
      total: counts[status ?? 'All'],
    };
  }
}

const addTotal = (byStatus: Readonly<Record<string, number>>) => {
  const [active, inactive] = itemStatuses.map((status) => byStatus[status] ?? 0) as [
    number,
    number,
  ];
  return { Active: active, Inactive: inactive, All: active + inactive };
};
const noItems = {
  items: [],
  hasMore: false,
  counts: addTotal({}),
  total: 0,
} satisfies ItemList<ItemKind>;

@QueryHandler(GetItem)
export class GetItemHandler implements IQueryHandler<GetItem<ItemKind>> {
  constructor(
    private readonly views: Views,
    private readonly items: ShownItems,
  ) {}

  async execute<Kind extends ItemKind>({
    kind,
    asker,
    itemId,
  }: GetItem<Kind>): Promise<Items[Kind]> {
    const validId = parseId(itemId);
    const document =
      validId &&
      (await this.views.getOne<ItemDocument>(viewsByKind[kind], asker.organizationId, validId));
    if (!document || (document.status === 'Inactive' && !seesInactive(kind, asker)))
      return refuse(`${kind}-not-found`);
    const [shown] = await this.items.present(kind, [document], asker);
    return shown!;
  }
}

@QueryHandler(ListCategories)
export class ListCategoriesHandler implements IQueryHandler<ListCategories> {
  constructor(private readonly views: Views) {}

  async execute({ asker, kind }: ListCategories): Promise<CategoryList> {
    const viewQuery = { filter: { kind }, sort: BY_NAME, limit: CATEGORIES_PAGE_SIZE };
    const added: CategoryDocument[] = [];
    for await (const { documents } of this.views.readPages<CategoryDocument>(
      categories,
      asker.organizationId,
      viewQuery,
    ))
      added.push(...documents);
    const shown = added.map(toCategoryItem);
    const defaults = itemKinds
      .filter((itemKind) => kind === undefined || itemKind === kind)
      .map((itemKind) => ({ kind: itemKind, name: defaultCategories[itemKind] }));
    return toList([...defaults, ...shown], undefined);
  }
}
