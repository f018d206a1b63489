import { z } from 'zod';
import { type QueryDefinitions, after, filter, query, search } from '../kernel/query.js';
import { id } from '../kernel/schema.js';
import { defaultCategory, itemKinds, itemStatuses, offerFileTypes } from './catalogue.values.js';
import type { CategoryList, OfferItem, OfferList, PackageList, PackageView, ProductItem, ProductList } from './catalogue.views.js';

const itemParams = z.strictObject({
  status: filter(z.enum(itemStatuses)),
  categoryId: filter(z.union([id, z.literal(defaultCategory)])),
  q: search,
  after,
});
const offerParams = itemParams.extend({ fileType: filter(z.enum(offerFileTypes)) });
export type ItemListParams = z.output<typeof offerParams>;
const categoryParams = z.strictObject({ kind: filter(z.enum(itemKinds)) });

/** For every member; of products and packages only admins see what is not active. */
export const catalogueQueries = {
  ListProducts: query<ProductList>()('/api/products', 'member', itemParams),
  GetProduct: query<ProductItem>()('/api/products/:productId', 'member'),
  ListPackages: query<PackageList>()('/api/packages', 'member', itemParams),
  GetPackage: query<PackageView>()('/api/packages/:packageId', 'member'),
  ListOffers: query<OfferList>()('/api/offers', 'member', offerParams),
  GetOffer: query<OfferItem>()('/api/offers/:offerId', 'member'),
  ListCategories: query<CategoryList>()('/api/categories', 'member', categoryParams),
} as const satisfies QueryDefinitions;
