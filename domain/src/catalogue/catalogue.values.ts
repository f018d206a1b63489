/** Kinds of catalogue items that can be shared with customers. */
export const itemKinds = ['product', 'package', 'offer'] as const;
export type ItemKind = (typeof itemKinds)[number];
/** Orders of a list of each kind. Packages have no order by price, which changes with products. */
export const itemSorts = {
  product: ['created', 'name', 'lowest-price', 'highest-price', 'updated'],
  package: ['created', 'name', 'updated'],
  offer: ['created', 'name'],
} as const satisfies Record<ItemKind, readonly string[]>;
export type ItemSort = (typeof itemSorts)[ItemKind][number];
export const itemStatuses = ['Active', 'Inactive'] as const;
export type ItemStatus = (typeof itemStatuses)[number];

export const units = [
  'piece',
  'kg',
  'gram',
  'liter',
  'meter',
  'feet',
  'inch',
  'square feet',
  'square meter',
  'cubic feet',
  'cubic meter',
  'box',
  'packet',
  'bundle',
] as const;
export type Unit = (typeof units)[number];

/** Ways to share a product or package. `image` is the stored name for copying its text. */
export const itemShareMethods = ['whatsapp', 'link', 'image'] as const;
export const offerShareMethods = ['whatsapp', 'download', 'status'] as const;
/** Ways to share any item. */
export const shareMethods = ['whatsapp', 'link', 'image', 'download', 'status'] as const;

/** Default category of each kind. It has no id, and every organization has it. */
export const defaultCategories = {
  product: 'General',
  package: 'General',
  offer: 'Posters',
} as const satisfies Record<ItemKind, string>;
/** Filter value of the default category. */
export const defaultCategory = 'default';
