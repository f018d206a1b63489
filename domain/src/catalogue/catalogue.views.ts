import { z } from 'zod';
import { instant } from '../kernel/schema.js';
import { type Answer, count, listOf, personRef, sum } from '../kernel/views.js';
import { offerDetails, packageDetails, packageItem, productDetails } from './catalogue.commands.js';
import { type ItemKind, itemKinds, itemStatuses, units } from './catalogue.values.js';

/** Fields that products, packages and offers share beside their details. */
const shown = {
  status: z.enum(itemStatuses),
  /** The category’s name; the default one’s without an id. */
  category: z.string(),
  createdAt: instant,
  createdBy: personRef,
  shareCount: count,
  /** How often its public page was looked at; for those who manage it. */
  viewCount: count.optional(),
  revision: count,
};

/**
 * A picture that everybody may see: `<path>/320`, `/640`, `/1280`, `/preview` or `/original`, and
 * what stands there until it has come.
 */
const publicPicture = z.strictObject({ path: z.string(), placeholder: z.string().optional() });
export type PublicPicture = Answer<typeof publicPicture>;
/** The first picture, once it is everybody’s to see. */
const covered = { cover: publicPicture.optional() };

/** Number of items by status, and in all, among those that the caller may see. */
const counted = { counts: z.record(z.enum([...itemStatuses, 'All']), count), total: count };
export type Counted = Answer<z.ZodObject<typeof counted>>;

/** `GET /api/products` and `GET /api/products/<id>` */
export const productItem = z.strictObject({
  productId: z.string(),
  ...productDetails.shape,
  ...shown,
  ...covered,
});
export type ProductItem = Answer<typeof productItem>;
export const productList = listOf(productItem, counted);
export type ProductList = Answer<typeof productList>;

/**
 * A product in a package, with today’s price; without a name it was deleted, or is not active and
 * the reader does not manage it.
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
  /** `packageTotals`. */
  ...{ totalMrpPaise: sum, totalPricePaise: sum, savingsPaise: sum, discountPercent: z.number() },
  ...shown,
  ...covered,
});
export type PackageView = Answer<typeof packageView>;
export const packageList = listOf(packageView, counted);
export type PackageList = Answer<typeof packageList>;

/** `GET /api/offers` and `GET /api/offers/<id>` */
export const offerItem = z.strictObject({
  offerId: z.string(),
  ...offerDetails.shape,
  tags: z.array(z.string()).optional(),
  ...shown,
  /** Opens the file for whoever has it: what is shared. Not of one that is not active. */
  sharePath: z.string().optional(),
  /** Until then: a week or more after it was asked for. */
  shareEndsAt: instant.optional(),
});
export type OfferItem = Answer<typeof offerItem>;
export const offerList = listOf(offerItem, counted);
export type OfferList = Answer<typeof offerList>;

/** Schema of each kind's answer. */
export const items = {
  product: productItem,
  package: packageView,
  offer: offerItem,
} as const satisfies Record<ItemKind, z.ZodObject>;
export type Items = { readonly [Kind in ItemKind]: Answer<(typeof items)[Kind]> };

/** How often an item was shared, as browsers are told of it. */
export type ShareCount = { readonly itemId: string; readonly shareCount: number };

/** `GET /api/categories`: of each kind the default one first, without an id, then by name. */
const categoryItem = z.strictObject({
  categoryId: z.string().optional(),
  kind: z.enum(itemKinds),
  name: z.string(),
  revision: count.optional(),
});
export type CategoryItem = Answer<typeof categoryItem>;
export const categoryList = listOf(categoryItem);
export type CategoryList = Answer<typeof categoryList>;
