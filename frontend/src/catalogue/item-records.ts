import type {
  CategoryItem,
  Items,
  PackageView,
  ProductItem,
  ShareCount,
} from '#domain/catalogue/catalogue.views.js';
import {
  type ItemKind,
  type ItemSort,
  defaultCategory,
  itemKinds,
} from '#domain/catalogue/catalogue.values.js';
import { itemNames } from '#domain/catalogue/item-names.js';
import { packageTotals } from '#domain/catalogue/totals.js';
import { compare } from '#domain/kernel/order.js';
import { foldText } from '#domain/kernel/texts/text-folding.js';
import type { ListRule } from '../lib/records/list-data.js';
import {
  declareRule,
  matches,
  type ListParams,
  listRule,
  newestFirst,
} from '../lib/records/list-rules.js';
import { refOf, refTo } from '../lib/records/record.js';
import { declareCopy } from '../lib/records/record-copies.js';

type IncludedProduct = PackageView['items'][number];

/** Product of a package with its current name, prices and status. */
function withCurrentProduct(
  { productId, quantity }: IncludedProduct,
  product: ProductItem | undefined,
): IncludedProduct {
  if (!product) return { productId, quantity, mrpPaise: 0, livePricePaise: 0, status: 'Deleted' };
  const { name, unit, mrpPaise, livePricePaise, status, imageFileIds = [] } = product;
  const [imageFileId] = imageFileIds;
  return {
    productId,
    quantity,
    name,
    unit,
    mrpPaise,
    livePricePaise,
    status,
    ...(imageFileId !== undefined && { imageFileId }),
  };
}

type Item = Items[ItemKind];
const nameOf = (item: Item): string => foldText('title' in item ? item.title : item.name);
const priceOf = (item: Item): number => ('livePricePaise' in item ? item.livePricePaise : 0);
const compareByNewest = (one: Item, other: Item): number =>
  newestFirst(one.createdAt, other.createdAt);
const comparisons: Readonly<Record<ItemSort, (one: Item, other: Item) => number>> = {
  created: compareByNewest,
  name: (one, other) => compare(nameOf(one), nameOf(other)) || compareByNewest(one, other),
  'lowest-price': (one, other) => priceOf(one) - priceOf(other) || compareByNewest(one, other),
  'highest-price': (one, other) => priceOf(other) - priceOf(one) || compareByNewest(one, other),
  updated: (one, other) => newestFirst(one.updatedAt ?? '', other.updatedAt ?? ''),
};

function itemRule({ status, categoryId, fileType, sort = 'created' }: ListParams): ListRule {
  const isCounted = (item: Item): boolean =>
    matches(categoryId, item.categoryId ?? defaultCategory) &&
    matches(fileType, 'fileType' in item ? item.fileType : undefined);
  return listRule<Item>({
    belongs: (item) => isCounted(item) && matches(status, item.status),
    compare: comparisons[sort as ItemSort],
    tabOf: (item) => item.status,
    counts: isCounted,
  });
}

/** Declares order, filters and copies of products, packages and offers. */
export function declareItemRecords(): void {
  for (const kind of itemKinds) {
    declareRule(itemNames[kind].list, itemRule);
    declareCopy<Items[ItemKind], CategoryItem>({
      source: 'category',
      into: kind,
      hasCopyOf: ({ categoryId }, id) => categoryId === id,
      withCopy: (item, category) => (category ? { ...item, category: category.name } : item),
    });
    declareCopy<Items[ItemKind], ShareCount>({
      source: 'share',
      into: kind,
      hasCopyOf: (item, id) => refOf(kind, item) === refTo(kind, id),
      withCopy: (item, shares) => (shares ? { ...item, shareCount: shares.shareCount } : item),
    });
  }
  declareCopy<PackageView, ProductItem>({
    source: 'product',
    into: 'package',
    hasCopyOf: ({ items }, id) => items.some(({ productId }) => productId === id),
    withCopy(pack, product, id) {
      const items = pack.items.map((item) =>
        item.productId === id ? withCurrentProduct(item, product) : item,
      );
      return {
        ...pack,
        items,
        ...packageTotals(items.filter(({ status }) => status === 'Active')),
      };
    },
  });
}
