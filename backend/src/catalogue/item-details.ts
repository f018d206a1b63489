import type { PackageDetails, ProductDetails } from '#domain/catalogue/catalogue.commands.js';
import {
  type ItemKind,
  defaultCategories,
  defaultCategory,
} from '#domain/catalogue/catalogue.values.js';
import { type IncludedProduct, itemSchemas } from '#domain/catalogue/catalogue.views.js';
import type { HistoryRecords } from '#domain/history/history.views.js';
import { commands } from '#domain/commands.js';
import { itemNames } from '#domain/catalogue/item-names.js';
import { packageTotals } from '#domain/catalogue/totals.js';
import { mayEver } from '#domain/kernel/policy.js';
import { refuse } from '#domain/kernel/refusal.js';
import { pickShownFields } from '#domain/kernel/views.js';
import type { Views } from '#platform/read-side/read-store/views.js';
import { type CategoryDocument, categories } from '#projections/catalogue/categories.projection.js';
import {
  type ItemDocument,
  offers,
  packages,
  products,
} from '#projections/catalogue/items.projection.js';
import type { z } from 'zod';
import type { Asker } from '../auth/caller.js';
import type { PersonNames } from '../auth/people/names.js';
import type { DocumentReader } from '../auth/presenting.js';

/** Whether a member may edit items of this kind. */
export const mayManage = (kind: ItemKind, { role }: Pick<Asker, 'role'>): boolean =>
  mayEver(commands[itemNames[kind].edit].may, role);

/**
 * Loads the shown fields of items, as far as events of items, categories and products record them.
 * Packages include the prices of their products.
 */
export async function loadItemDetails(
  { views, names }: { readonly views: Views; readonly names: PersonNames },
  kind: ItemKind,
  documents: readonly ItemDocument[],
  reader: DocumentReader,
): Promise<readonly object[]> {
  const { organizationId } = reader;
  const [person, categoriesById, productsById] = await Promise.all([
    names.load(documents.map(({ createdBy }) => createdBy)),
    loadCategories(views, organizationId, documents),
    kind === 'package'
      ? loadProducts(views, organizationId, documents as readonly ItemDocument<PackageDetails>[])
      : undefined,
  ]);
  return documents.map(
    ({ itemId, status, categoryId, createdAt, createdBy, revision, details }) => ({
      [`${kind}Id`]: itemId,
      ...details,
      ...(productsById &&
        joinProducts(details as PackageDetails, productsById, {
          showsInactive: mayManage(kind, reader),
        })),
      status,
      createdAt,
      revision,
      category: categoriesById.get(categoryId)?.name ?? defaultCategories[kind],
      createdBy: person(createdBy),
    }),
  );
}

function loadCategories(
  views: Views,
  organizationId: string,
  documents: readonly ItemDocument[],
): Promise<ReadonlyMap<string, CategoryDocument>> {
  const ids = documents.map(({ categoryId }) => categoryId).filter((id) => id !== defaultCategory);
  return views.get<CategoryDocument>(categories, organizationId, ids);
}

function loadProducts(
  views: Views,
  organizationId: string,
  documents: readonly ItemDocument<PackageDetails>[],
): Promise<Products> {
  const ids = documents.flatMap(({ details }) => details.items.map(({ productId }) => productId));
  return views.get<ItemDocument<ProductDetails>>(products, organizationId, ids);
}

type Products = ReadonlyMap<string, ItemDocument<ProductDetails>>;

/**
 * Marks inactive and deleted products and leaves them out of the totals. Only roles that manage the
 * catalogue see details of an inactive one.
 */
function joinProducts(
  { items: contained }: PackageDetails,
  productsById: Products,
  { showsInactive }: { showsInactive: boolean },
) {
  const included = contained.map((item): IncludedProduct => {
    const product = productsById.get(item.productId);
    if (!product || (product.status === 'Inactive' && !showsInactive))
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

const viewsByKind = { product: products, package: packages, offer: offers } as const;

/**
 * Finds an item as of a past day, also an inactive product. Counts and links are left out, because
 * the item's events do not record them.
 * @throws Refusal if there is no such item
 */
export async function findPastItem<Kind extends ItemKind>(
  sources: Parameters<typeof loadItemDetails>[0],
  kind: Kind,
  organizationId: string,
  itemId: string,
): Promise<HistoryRecords[Kind]> {
  const document = await sources.views.getOne<ItemDocument>(
    viewsByKind[kind],
    organizationId,
    itemId,
  );
  if (!document) return refuse(`${kind}-not-found`);
  const reader = { organizationId, role: 'admin' } as const;
  const [details] = await loadItemDetails(sources, kind, [document], reader);
  const schema: z.ZodObject = itemSchemas[kind];
  return pickShownFields(schema, details!) as unknown as HistoryRecords[Kind];
}
