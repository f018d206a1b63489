import { z } from 'zod';
import { fileKinds } from '../kernel/files/files.js';
import { quantities } from '../kernel/values/quantities.js';
import { refuse } from '../kernel/refusal.js';
import {
  type CommandDefinitions,
  type CommandsIn,
  hundredths,
  id,
  required,
  requiredText,
  tag,
  tooLong,
} from '../kernel/schema.js';
import { foldText, isBlank } from '../kernel/texts/text-folding.js';
import { units } from './catalogue.values.js';
import { hsn } from '../quotations/hsn.js';
import { toYoutubeLink, youtubeVideoId } from './youtube.js';

/** Price limit of ₹10 crore, so that sums of packages stay exact. */
export const MAX_PRICE_PAISE = 10_000_000_000;
const MAX_LINK_LENGTH = 300;
/** Limit of an entered embed code, which is longer than the link that it contains. */
const MAX_EMBED_CODE_LENGTH = 2_000;
const price = (message: string) =>
  hundredths(message, { min: 1, max: MAX_PRICE_PAISE, tooMuch: 'At most ₹10 crore' });
/** Hundredths of a percent, because events hold integers. */
const basisPoints = (message: string) =>
  hundredths(message, { min: 0, max: 10_000, tooExact: 'A discount can have two decimals' });

export const productDetails = z.object({
  name: required('Product name is required'),
  description: requiredText('Product description is required'),
  /** The first image is the cover. */
  imageFileIds: z
    .array(id)
    .max(
      quantities.imagesOfProduct,
      `A product can have ${quantities.imagesOfProduct} images at most`,
    )
    .optional(),
  youtubeLink: z
    .string()
    .max(MAX_EMBED_CODE_LENGTH, { error: tooLong(MAX_LINK_LENGTH), abort: true })
    .overwrite(toYoutubeLink)
    .max(MAX_LINK_LENGTH, tooLong(MAX_LINK_LENGTH))
    .refine((link) => youtubeVideoId(link) !== undefined, 'Enter the link of a YouTube video')
    .optional(),
  mrpPaise: price('MRP must be a valid positive number'),
  livePricePaise: price('Live price must be a valid positive number'),
  minDiscountBasisPoints: basisPoints('Minimum discount must be between 0 and 100'),
  maxDiscountBasisPoints: basisPoints('Maximum discount must be between 0 and 100'),
  unit: z.enum(units, 'Choose a unit'),
  /** HSN of goods or SAC of services, for quotations. */
  hsn: hsn.optional(),
  gstRateBasisPoints: z.int('Choose a rate').min(0).max(10_000).optional(),
  /** Missing for the default category. */
  categoryId: id.optional(),
});
export type ProductDetails = z.output<typeof productDetails>;
/** Changes to a product. Null removes an optional field, in the command and in the event. */
export const productChanges = productDetails.partial().extend({
  youtubeLink: productDetails.shape.youtubeLink.nullable(),
  hsn: productDetails.shape.hsn.nullable(),
  gstRateBasisPoints: productDetails.shape.gstRateBasisPoints.nullable(),
  categoryId: productDetails.shape.categoryId.nullable(),
});

const noProducts = 'At least one product must be added to the package';
const wrongQuantity = `Enter a quantity from 1 to ${quantities.piecesInPackage.toLocaleString('en-IN')}`;
export const piecesInPackage = z
  .int(wrongQuantity)
  .min(1, wrongQuantity)
  .max(quantities.piecesInPackage, wrongQuantity);
export const packageItem = z.object({ productId: id, quantity: piecesInPackage });
export type PackageItem = z.output<typeof packageItem>;
const hasNoDuplicates = (items: readonly PackageItem[]): boolean =>
  new Set(items.map(({ productId }) => productId)).size === items.length;

export const packageDetails = z.object({
  name: required('Package name is required'),
  description: requiredText('Package description is required'),
  imageFileId: id.optional(),
  categoryId: id.optional(),
  items: z
    .array(packageItem, noProducts)
    .min(1, noProducts)
    .max(quantities.productsInPackage)
    .refine(hasNoDuplicates, 'Add each product once'),
});
export type PackageDetails = z.output<typeof packageDetails>;
export const packageChanges = packageDetails.partial().extend({
  imageFileId: packageDetails.shape.imageFileId.nullable(),
  categoryId: packageDetails.shape.categoryId.nullable(),
});

const tags = z
  .array(tag)
  .max(quantities.tagsOfOffer, `An offer can have ${quantities.tagsOfOffer} tags at most`);
/** Drops blank and repeated tags. */
const tidyTags = tags.transform((typed) => [
  ...new Map(typed.filter((each) => !isBlank(each)).map((each) => [foldText(each), each])).values(),
]);

export const offerDetails = z.object({
  title: required('Title is required'),
  description: requiredText('Description is required'),
  categoryId: id.optional(),
  fileId: z.uuid('Please upload a file').toLowerCase(),
  fileType: z.enum(fileKinds, 'Please upload a file'),
  tags: tidyTags.optional(),
});
export type OfferDetails = z.output<typeof offerDetails>;
export const offerChanges = offerDetails
  .partial()
  .extend({ categoryId: offerDetails.shape.categoryId.nullable() });

type PricesAndDiscounts = {
  readonly mrpPaise?: number;
  readonly livePricePaise?: number;
  readonly minDiscountBasisPoints?: number;
  readonly maxDiscountBasisPoints?: number;
};
/** @throws Refusal */
export function checkPriceOrder({
  mrpPaise,
  livePricePaise,
  minDiscountBasisPoints,
  maxDiscountBasisPoints,
}: PricesAndDiscounts): void {
  if (mrpPaise !== undefined && livePricePaise !== undefined && livePricePaise > mrpPaise)
    refuse('live-price-above-mrp', 'livePricePaise');
  if (
    minDiscountBasisPoints !== undefined &&
    maxDiscountBasisPoints !== undefined &&
    minDiscountBasisPoints > maxDiscountBasisPoints
  )
    refuse('min-discount-above-max', 'minDiscountBasisPoints');
}

const admins = ['admin'] as const;
const publishers = ['admin', 'designer'] as const;
const isActive = z.boolean().optional();

/** Products and packages, managed by admins. New items are active by default. */
export const productCommands = {
  AddProduct: {
    may: admins,
    data: z.strictObject({
      productId: id,
      ...productDetails.shape,
      minDiscountBasisPoints: productDetails.shape.minDiscountBasisPoints.default(0),
      maxDiscountBasisPoints: productDetails.shape.maxDiscountBasisPoints.default(0),
      unit: productDetails.shape.unit.default('piece'),
      isActive,
    }),
    check: checkPriceOrder,
    refersTo: { imageFileIds: 'image', categoryId: 'product-category' },
  },
  EditProduct: {
    may: admins,
    data: z.strictObject({ productId: id, ...productChanges.shape }),
    check: checkPriceOrder,
    refersTo: { imageFileIds: 'image', categoryId: 'product-category' },
  },
  ActivateProduct: { may: admins, data: z.strictObject({ productId: id }) },
  DeactivateProduct: { may: admins, data: z.strictObject({ productId: id }) },
  DeleteProduct: { may: admins, data: z.strictObject({ productId: id }) },
} as const satisfies CommandDefinitions;
export type ProductCommand = CommandsIn<typeof productCommands>;

export const packageCommands = {
  AddPackage: {
    may: admins,
    data: z.strictObject({ packageId: id, ...packageDetails.shape, isActive }),
    refersTo: { imageFileId: 'image', categoryId: 'package-category', items: 'product' },
  },
  EditPackage: {
    may: admins,
    data: z.strictObject({ packageId: id, ...packageChanges.shape }),
    refersTo: { imageFileId: 'image', categoryId: 'package-category', items: 'product' },
  },
  ActivatePackage: { may: admins, data: z.strictObject({ packageId: id }) },
  DeactivatePackage: { may: admins, data: z.strictObject({ packageId: id }) },
  DeletePackage: { may: admins, data: z.strictObject({ packageId: id }) },
} as const satisfies CommandDefinitions;
export type PackageCommand = CommandsIn<typeof packageCommands>;

export const offerCommands = {
  AddOffer: {
    may: publishers,
    data: z.strictObject({ offerId: id, ...offerDetails.shape, isActive }),
    refersTo: { fileId: 'offer-file', categoryId: 'offer-category' },
  },
  EditOffer: {
    may: publishers,
    // `isActive` is included, because one form saves it with the details.
    data: z.strictObject({ offerId: id, ...offerChanges.shape, isActive }),
    refersTo: { fileId: 'offer-file', categoryId: 'offer-category' },
  },
  ActivateOffer: { may: publishers, data: z.strictObject({ offerId: id }) },
  DeactivateOffer: { may: publishers, data: z.strictObject({ offerId: id }) },
  DeleteOffer: { may: publishers, data: z.strictObject({ offerId: id }) },
} as const satisfies CommandDefinitions;
export type OfferCommand = CommandsIn<typeof offerCommands>;
