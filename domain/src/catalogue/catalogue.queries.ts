import { z } from 'zod';
import { fileKinds } from '../kernel/files/files.js';
import { type QueryDefinitions, after, filter, query, rows, search } from '../kernel/query.js';
import { id } from '../kernel/schema.js';
import { defaultCategory, itemKinds, itemStatuses } from './catalogue.values.js';
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
const offerParams = itemParams.extend({ fileType: filter(z.enum(fileKinds)) });
export type ItemListParams = z.output<typeof offerParams>;
const categoryParams = z.strictObject({ kind: filter(z.enum(itemKinds)) });

/** Queries for all members. Inactive products and packages are shown to admins only. */
export const catalogueQueries = {
  ListProducts: query('/api/products', 'member', productList, itemParams),
  GetProduct: query('/api/products/:productId', 'member', productItem),
  ListPackages: query('/api/packages', 'member', packageList, itemParams),
  GetPackage: query('/api/packages/:packageId', 'member', packageView),
  ListOffers: query('/api/offers', 'member', offerList, offerParams),
  GetOffer: query('/api/offers/:offerId', 'member', offerItem),
  ListCategories: query('/api/categories', 'member', categoryList, categoryParams),
} as const satisfies QueryDefinitions;
