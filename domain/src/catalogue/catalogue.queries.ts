import { z } from 'zod';
import { type FileKind, fileKinds } from '../kernel/files/files.js';
import { type QueryDefinitions, after, filter, query, rows, search } from '../kernel/query.js';
import { id } from '../kernel/schema.js';
import {
  type ItemSort,
  defaultCategory,
  itemKinds,
  itemSorts,
  itemStatuses,
} from './catalogue.values.js';
import {
  categoryList,
  offerItem,
  offerList,
  packageList,
  packageView,
  productItem,
  productList,
} from './catalogue.views.js';

const itemParams = z.strictObject({
  status: filter(z.enum(itemStatuses)),
  categoryId: filter(z.union([id, z.literal(defaultCategory)])),
  q: search,
  after,
  rows,
});
const productParams = itemParams.extend({ sort: filter(z.enum(itemSorts.product)) });
const packageParams = itemParams.extend({ sort: filter(z.enum(itemSorts.package)) });
const offerParams = itemParams.extend({
  sort: filter(z.enum(itemSorts.offer)),
  fileType: filter(z.enum(fileKinds)),
});
export type ItemListParams = z.output<typeof itemParams> & {
  readonly sort?: ItemSort | undefined;
  readonly fileType?: FileKind | undefined;
};
const categoryParams = z.strictObject({ kind: filter(z.enum(itemKinds)) });

/** Queries for all members. Inactive products and packages are shown to admins only. */
export const catalogueQueries = {
  ListProducts: query('/api/products', 'member', productList, productParams),
  GetProduct: query('/api/products/:productId', 'member', productItem),
  ListPackages: query('/api/packages', 'member', packageList, packageParams),
  GetPackage: query('/api/packages/:packageId', 'member', packageView),
  ListOffers: query('/api/offers', 'member', offerList, offerParams),
  GetOffer: query('/api/offers/:offerId', 'member', offerItem),
  ListCategories: query('/api/categories', 'member', categoryList, categoryParams),
} as const satisfies QueryDefinitions;
