import type {
  OfferDetails,
  PackageDetails,
  ProductDetails,
} from '#domain/catalogue/catalogue.commands.js';
import {
  type ItemKind,
  defaultCategories,
  defaultCategory,
} from '#domain/catalogue/catalogue.values.js';
import {
  type IncludedProduct,
  type Items,
  type OfferItem,
  type PublicPicture,
  items,
} from '#domain/catalogue/catalogue.views.js';
import { shownOf } from '#domain/kernel/views.js';
import { commands } from '#domain/commands.js';
import { itemNames } from '#domain/catalogue/item-names.js';
import { packageTotals } from '#domain/catalogue/totals.js';
import { mayEver } from '#domain/kernel/policy.js';
import { Clock } from '#platform/common/clock.js';
import { FileRecords, fileKey } from '#platform/files/file-records.js';
import { Views } from '#platform/read-side/read-store/views.js';
import { type CategoryDocument, categories } from '#projections/catalogue/categories.projection.js';
import { type ItemDocument, products } from '#projections/catalogue/items.projection.js';
import { shares } from '#projections/catalogue/shares.projection.js';
import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import type { Asker } from '../auth/caller.js';
import { PublicOrganizations } from '../auth/people/public-organizations.js';
import { PersonNames } from '../auth/people/names.js';
import type { DocumentReader } from '../auth/presenting.js';
import { Links } from '../api/files/links.js';
import { PageViews } from '../http/page-views.js';
import { publicPictures } from '../api/files/public-pictures.js';

/** Whether a member may edit items of this kind. */
const manages = (kind: ItemKind, { role }: Pick<Asker, 'role'>): boolean =>
  mayEver(commands[itemNames[kind].edit].may, role);

/** Whether a member sees inactive items. Everybody sees inactive offers. */
export const seesInactive = (kind: ItemKind, reader: Pick<Asker, 'role'>): boolean =>
  kind === 'offer' || manages(kind, reader);

/**
 * Presents items with categories, people and counts, and packages with today's prices of their
 * products.
 */
@Injectable()
export class ShownItems {
  constructor(
    private readonly views: Views,
    private readonly names: PersonNames,
    private readonly pageViews: PageViews,
    private readonly links: Links,
    private readonly clock: Clock,
    private readonly records: FileRecords,
    private readonly organizations: PublicOrganizations,
  ) {}

  async of<Kind extends ItemKind>(
    kind: Kind,
    documents: readonly ItemDocument[],
    asker: DocumentReader,
  ): Promise<readonly Items[Kind][]> {
    const { organizationId } = asker;
    const ids = documents.map(({ itemId }) => itemId);
    const hasViews = kind !== 'offer' && manages(kind, asker);
    const covers = documents.map(({ details }) => coverOf(details));
    const isPublic = await this.organizations.isPublic(organizationId);
    const [person, named, shared, viewed, included, pictures] = await Promise.all([
      this.names.load(documents.map(({ createdBy }) => createdBy)),
      this.categoriesOf(organizationId, documents),
      this.views.sums(shares, organizationId, ids),
      hasViews ? this.pageViews.getViews(organizationId, ids) : undefined,
      kind === 'package'
        ? this.productsIn(organizationId, documents as readonly ItemDocument<PackageDetails>[])
        : undefined,
      isPublic ? publicPictures(this.records, organizationId, covers) : [],
    ]);
    const shown = documents.map(
      ({ itemId, status, categoryId, createdAt, createdBy, revision, details }, place) => ({
        [`${kind}Id`]: itemId,
        ...details,
        ...(included && withProducts(details as PackageDetails, included, manages(kind, asker))),
        ...{ status, createdAt, revision },
        category: named.get(categoryId)?.name ?? defaultCategories[kind],
        createdBy: person(createdBy),
        shareCount: shared.get(itemId)?.['shares'] ?? 0,
        ...(viewed && { viewCount: viewed.get(itemId) ?? 0 }),
        ...(isPublic &&
          kind === 'offer' &&
          status === 'Active' &&
          this.shareLinkOf(organizationId, details as OfferDetails)),
        ...coveredBy(pictures[place]),
      }),
    );
    // The schema of the kind selects its fields.
    const schema: z.ZodObject = items[kind];
    return shown.map((item) => shownOf(schema, item) as Items[Kind]);
  }

  private shareLinkOf(
    organizationId: string,
    { fileId }: OfferDetails,
  ): Pick<OfferItem, 'sharePath' | 'shareEndsAt'> {
    const { url, expiresAt } = this.links.createSharedLink(
      fileKey(organizationId, fileId),
      this.clock.now(),
    );
    return { sharePath: url, shareEndsAt: expiresAt };
  }

  private categoriesOf(
    organizationId: string,
    documents: readonly ItemDocument[],
  ): Promise<ReadonlyMap<string, CategoryDocument>> {
    const ids = documents
      .map(({ categoryId }) => categoryId)
      .filter((id) => id !== defaultCategory);
    return this.views.get<CategoryDocument>(categories, organizationId, ids);
  }

  private productsIn(
    organizationId: string,
    documents: readonly ItemDocument<PackageDetails>[],
  ): Promise<Products> {
    const ids = documents.flatMap(({ details }) => details.items.map(({ productId }) => productId));
    return this.views.get<ItemDocument<ProductDetails>>(products, organizationId, ids);
  }
}

/** Cover of an item. An offer has none, because its file is for members only. */
const coverOf = (details: Partial<ProductDetails & PackageDetails>): string | undefined =>
  details.imageFileIds?.[0] ?? details.imageFileId;
const coveredBy = (picture: PublicPicture | undefined) => picture && { cover: picture };

type Products = ReadonlyMap<string, ItemDocument<ProductDetails>>;

/**
 * Marks inactive and deleted products and leaves them out of the totals. Only roles that manage the
 * catalogue see details of an inactive one.
 */
function withProducts(
  { items: contained }: PackageDetails,
  known: Products,
  seesInactive: boolean,
) {
  const included = contained.map((item): IncludedProduct => {
    const product = known.get(item.productId);
    if (!product || (product.status === 'Inactive' && !seesInactive))
      return { ...item, mrpPaise: 0, livePricePaise: 0, status: product?.status ?? 'Deleted' };
    const { name, unit, mrpPaise, livePricePaise, imageFileIds = [] } = product.details;
    const [imageFileId] = imageFileIds;
    return {
      ...item,
      name,
      unit,
      mrpPaise,
      livePricePaise,
      status: product.status,
      ...(imageFileId !== undefined && { imageFileId }),
    };
  });
  return {
    items: included,
    ...packageTotals(included.filter(({ status }) => status === 'Active')),
  };
}
