import { z } from 'zod';
import { instant } from '../kernel/schema.js';
import { type Answer, count, listOf, personRef, sum } from '../kernel/views.js';
import { offerDetails, packageDetails, packageItem, productDetails } from './catalogue.commands.js';
import { type ItemKind, itemKinds, itemStatuses, units } from './catalogue.values.js';

/** Fields that products, packages and offers share in addition to their details. */
const commonFields = {
  status: z.enum(itemStatuses),
  /** Name of the category; the default one has no id. */
  category: z.string(),
  createdAt: instant,
  createdBy: personRef,
  /** Time of its last event; missing on a past day. */
  updatedAt: instant.optional(),
  shareCount: count,
  /** Views of its public page, for members who manage it. */
  viewCount: count.optional(),
  revision: count,
};

/**
 * Public picture at `<path>/320`, `/640`, `/1280`, `/preview` or `/original`, with a placeholder.
 */
const publicPicture = z.strictObject({ path: z.string(), placeholder: z.string().optional() });
export type PublicPicture = Answer<typeof publicPicture>;
/** Cover, once it is public. */
const coverField = { cover: publicPicture.optional() };

/** Counts by status among the visible items. */
const countFields = { counts: z.record(z.enum([...itemStatuses, 'All']), count), total: count };
export type Counted = Answer<z.ZodObject<typeof countFields>>;

/** `GET /api/products` and `GET /api/products/<id>` */
export const productItem = z.strictObject({
  productId: z.string(),
  ...productDetails.shape,
  ...commonFields,
  ...coverField,
});
export type ProductItem = Answer<typeof productItem>;
export const productList = listOf(productItem, countFields);
export type ProductList = Answer<typeof productList>;

/**
 * Product of a package at its current price. Deleted products have no name, nor inactive ones for
 * members who do not manage products.
 */
const includedProduct = z.strictObject({
  ...packageItem.shape,
  name: z.string().optional(),
  unit: z.enum(units).optional(),
  imageFileId: z.string().optional(),
  mrpPaise: sum,
  livePricePaise: sum,
  status: z.enum([...itemStatuses, 'Deleted']),
});
export type IncludedProduct = Answer<typeof includedProduct>;
/** `GET /api/packages` and `GET /api/packages/<id>` */
export const packageView = z.strictObject({
  packageId: z.string(),
  ...packageDetails.shape,
  items: z.array(includedProduct),
  /** Sums of `packageTotals`. */
  totalMrpPaise: sum,
  totalPricePaise: sum,
  savingsPaise: sum,
  discountPercent: z.number(),
  ...commonFields,
  ...coverField,
});
export type PackageView = Answer<typeof packageView>;
export const packageList = listOf(packageView, countFields);
export type PackageList = Answer<typeof packageList>;

/** `GET /api/offers` and `GET /api/offers/<id>` */
export const offerItem = z.strictObject({
  offerId: z.string(),
  ...offerDetails.shape,
  tags: z.array(z.string()).optional(),
  ...commonFields,
  /** Link to the file, for sharing. Inactive offers have none. */
  sharePath: z.string().optional(),
  /** Expiry of the link, at least a week ahead. */
  shareEndsAt: instant.optional(),
});
export type OfferItem = Answer<typeof offerItem>;
export const offerList = listOf(offerItem, countFields);
export type OfferList = Answer<typeof offerList>;

/** Schema of each kind's answer. */
export const itemSchemas = {
  product: productItem,
  package: packageView,
  offer: offerItem,
} as const satisfies Record<ItemKind, z.ZodObject>;
export type Items = { readonly [Kind in ItemKind]: Answer<(typeof itemSchemas)[Kind]> };

/** Number of shares, as pushed to browsers. */
export type ShareCount = { readonly itemId: string; readonly shareCount: number };

/** `GET /api/categories`: sorted by kind, then the default category, then by name. */
const categoryItem = z.strictObject({
  categoryId: z.string().optional(),
  kind: z.enum(itemKinds),
  name: z.string(),
  revision: count.optional(),
});
export type CategoryItem = Answer<typeof categoryItem>;
export const categoryList = listOf(categoryItem);
export type CategoryList = Answer<typeof categoryList>;
