import type { List, PersonRef } from '../kernel/views.js';
import type { OfferDetails, PackageDetails, PackageItem, ProductDetails } from './catalogue.commands.js';
import type { ItemKind, ItemStatus, Unit } from './catalogue.values.js';
import type { PackageTotals } from './totals.js';

/** What a product, a package and an offer have in common beside their details. */
type Shown = {
  readonly status: ItemStatus;
  /** The category’s name; the default one’s without an id. */
  readonly category: string;
  readonly createdAt: string;
  readonly createdBy: PersonRef;
  readonly shareCount: number;
  /** How often its public page was looked at; for those who manage it. */
  readonly viewCount?: number;
  readonly revision: number;
};

/** A picture that everybody may see: `<path>/320`, `/640`, `/1280`, `/preview` or `/original`, and what stands there until it has come. */
export type PublicPicture = { readonly path: string; readonly placeholder?: string };
/** The first picture, once it is everybody’s to see. */
type Covered = { readonly cover?: PublicPicture };

/** `GET /api/products` and `GET /api/products/<id>` */
export type ProductItem = Shown & Covered & ProductDetails & { readonly productId: string };
export type ProductList = List<ProductItem>;

/** A product in a package, with today’s price; without a name it was deleted, or is not active and the reader does not manage it. */
export type IncludedProduct = PackageItem & {
  readonly name?: string;
  readonly unit?: Unit;
  readonly imageFileId?: string;
  readonly mrpPaise: number;
  readonly livePricePaise: number;
  readonly status: ItemStatus | 'Deleted';
};
/** `GET /api/packages` and `GET /api/packages/<id>` */
export type PackageView = Shown &
  Covered &
  PackageTotals &
  Omit<PackageDetails, 'items'> & { readonly packageId: string; readonly items: readonly IncludedProduct[] };
export type PackageList = List<PackageView>;

/** `GET /api/offers` and `GET /api/offers/<id>` */
export type OfferItem = Shown &
  OfferDetails & {
    readonly offerId: string;
    /** Opens the file for whoever has it: what is shared. Not of one that is not active. */
    readonly sharePath?: string;
    /** Until then: a week or more after it was asked for. */
    readonly shareEndsAt?: string;
  };
export type OfferList = List<OfferItem>;

/** `GET /api/categories`: of each kind the default one first, without an id, then by name. */
export type CategoryItem = { readonly categoryId?: string; readonly kind: ItemKind; readonly name: string; readonly revision?: number };
export type CategoryList = List<CategoryItem>;
