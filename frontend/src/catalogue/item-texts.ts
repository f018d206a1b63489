import { msg, t } from '@lingui/core/macro';
import type { ItemKind, ItemSort } from '#domain/catalogue/catalogue.values.js';
import { i18n, type Names } from '../words/i18n.js';

export const sortNames: Names<ItemSort> = {
  created: msg`Date Created`,
  name: msg`Name`,
  'lowest-price': msg`Lowest price`,
  'highest-price': msg`Highest price`,
  updated: msg`Updated`,
};

/** Texts that differ between products, packages and offers. */
const texts = {
  many: { product: msg`Products`, package: msg`Packages`, offer: msg`Offers` },
  none: {
    product: msg`No products found`,
    package: msg`No packages found`,
    offer: msg`No offers found`,
  },
  add: { product: msg`Add Product`, package: msg`Add Package`, offer: msg`Upload New Offer` },
  adding: { product: msg`New product`, package: msg`New package`, offer: msg`Upload New Offer` },
  editing: { product: msg`Edit product`, package: msg`Edit package`, offer: msg`Edit Offer` },
  back: {
    product: msg`Back to products`,
    package: msg`Back to packages`,
    offer: msg`Back to offers`,
  },
  loadFailed: {
    product: msg`Failed to load product`,
    package: msg`Failed to load package`,
    offer: msg`Failed to load offer`,
  },
  saveFailed: {
    product: msg`Failed to save product`,
    package: msg`Failed to save package`,
    offer: msg`Failed to save offer`,
  },
  toggleFailed: {
    product: msg`Failed to update product`,
    package: msg`Failed to update package`,
    offer: msg`Failed to update offer`,
  },
  shareFailed: {
    product: msg`Failed to share product`,
    package: msg`Failed to share package`,
    offer: msg`Failed to share offer`,
  },
  deleteQuestion: {
    product: msg`Are you sure you want to delete this product?`,
    package: msg`Are you sure you want to delete this package?`,
    offer: msg`Are you sure you want to delete this offer?`,
  },
  deleteButton: {
    product: msg`Delete Product`,
    package: msg`Delete Package`,
    offer: msg`Delete Offer`,
  },
  keep: { product: msg`Keep product`, package: msg`Keep package`, offer: msg`Keep offer` },
  deleteFailed: {
    product: msg`Failed to delete product`,
    package: msg`Failed to delete package`,
    offer: msg`Failed to delete offer`,
  },
  noCategories: {
    product: msg`Failed to load product categories. Please try refreshing the page.`,
    package: msg`Failed to load package categories. Please try refreshing the page.`,
    offer: msg`Failed to load offer categories. Please try refreshing the page.`,
  },
  notAllowed: {
    product: msg`Only administrators can manage products.`,
    package: msg`Only administrators can manage packages.`,
    offer: msg`Only administrators and designers can manage offers.`,
  },
} satisfies Readonly<Record<string, Names<ItemKind>>>;

export const itemText = (text: keyof typeof texts, kind: ItemKind): string =>
  i18n._(texts[text][kind]);

export const changedBy: Readonly<Record<ItemKind, (name: string) => string>> = {
  product: (name) => t`${name} changed this product while you were typing.`,
  package: (name) => t`${name} changed this package while you were typing.`,
  offer: (name) => t`${name} changed this offer while you were typing.`,
};
