import type { Items, OfferItem, PublicPicture } from '#domain/catalogue/catalogue.views.js';
import type { ItemKind, ItemStatus, Unit } from '#domain/catalogue/catalogue.values.js';
import { refetchAndHighlight, onViewChange } from '../lib/live/live-changes.js';
import { declareItemRecords } from './item-records.js';
import { listViews } from '../lib/records/record.js';
import { type Records, recordsOf } from '../kit/records/record-query.js';

/** Product, package or offer, as lists, dialogs and previews show it. */
export interface CatalogueItem {
  readonly id: string;
  readonly kind: ItemKind;
  readonly title: string;
  readonly description: string;
  readonly category: string;
  readonly status: ItemStatus;
  readonly shareCount: number;
  readonly viewCount: number | undefined;
  readonly createdAt: string;
  readonly updatedAt: string | undefined;
  /** File of the cover. */
  readonly coverId: string | undefined;
  /** Cover at its public address, once it has one. */
  readonly cover?: PublicPicture | undefined;
  readonly price?: {
    readonly livePricePaise: number;
    readonly mrpPaise: number;
    readonly unit?: Unit;
  };
  readonly maxDiscountBasisPoints?: number;
  readonly minDiscountBasisPoints?: number;
  /** Number of products of a package, and of those that are not active. */
  readonly products?: { readonly count: number; readonly paused: number };
  readonly offer?: OfferItem;
}

/** Whether customers can open the item. A package with an inactive product has no page. */
export const isShareable = ({ status, products }: CatalogueItem): boolean =>
  status === 'Active' && !products?.paused;

type Refs = {
  readonly product: { readonly productId: string };
  readonly package: { readonly packageId: string };
  readonly offer: { readonly offerId: string };
};
const refs: { readonly [Kind in ItemKind]: (id: string) => Refs[Kind] } = {
  product: (productId) => ({ productId }),
  package: (packageId) => ({ packageId }),
  offer: (offerId) => ({ offerId }),
};
/** Id of an item under the field name that its commands use. */
export const refTo = <Kind extends ItemKind>(kind: Kind, id: string): Refs[Kind] => refs[kind](id);

/** Common shape of a product, package or offer. */
export function catalogueItem(item: Items[ItemKind]): CatalogueItem {
  const { description, category, status, shareCount, viewCount, createdAt, updatedAt } = item;
  const common = { description, category, status, shareCount, viewCount, createdAt, updatedAt };
  if ('offerId' in item) {
    const { offerId: id, title, fileType, fileId } = item;
    return {
      ...common,
      id,
      kind: 'offer',
      title,
      coverId: fileType === 'image' ? fileId : undefined,
      offer: item,
    };
  }
  if ('packageId' in item) {
    const {
      packageId: id,
      name: title,
      imageFileId: coverId,
      cover,
      items,
      totalPricePaise,
      totalMrpPaise,
    } = item;
    const paused = items.filter(({ status: productStatus }) => productStatus !== 'Active').length;
    const price = { livePricePaise: totalPricePaise, mrpPaise: totalMrpPaise };
    return {
      ...common,
      id,
      kind: 'package',
      title,
      coverId,
      cover,
      price,
      products: { count: items.length, paused },
    };
  }
  const {
    productId: id,
    name: title,
    imageFileIds = [],
    cover,
    livePricePaise,
    mrpPaise,
    unit,
  } = item;
  const { minDiscountBasisPoints, maxDiscountBasisPoints } = item;
  const price = { livePricePaise, mrpPaise, unit };
  return {
    ...common,
    id,
    kind: 'product',
    title,
    coverId: imageFileIds[0],
    cover,
    price,
    minDiscountBasisPoints,
    maxDiscountBasisPoints,
  };
}

/** Views whose changes reload the items. A package's totals depend on its products. */
export const viewsOf = {
  product: listViews.products,
  package: listViews.packages,
  offer: listViews.offers,
} as const satisfies Record<ItemKind, readonly string[]>;

const records: { readonly [Kind in ItemKind]: Records<Items[Kind], Kind> } = {
  product: recordsOf('product', '/api/products/:productId', { outdatedBy: viewsOf.product }),
  package: recordsOf('package', '/api/packages/:packageId', { outdatedBy: viewsOf.package }),
  offer: recordsOf('offer', '/api/offers/:offerId', { outdatedBy: viewsOf.offer }),
};
export const recordsOfKind = <Kind extends ItemKind>(kind: Kind): Records<Items[Kind], Kind> =>
  records[kind];

declareItemRecords();
// lists and counts need a refetch; changes by others are highlighted
for (const view of ['products', 'packages', 'offers'])
  onViewChange(view, 'catalogue', refetchAndHighlight);
