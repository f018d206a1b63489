import type { ItemKind } from '#domain/catalogue/catalogue.values.js';
import type { CategoryItem, ShareCount } from '#domain/catalogue/catalogue.views.js';
import type { Views } from '#platform/read-side/read-store/views.js';
import type { CategoryDocument } from '#projections/catalogue/categories.projection.js';
import type { ItemDocument } from '#projections/catalogue/items.projection.js';
import { type ShareDocument, shares } from '#projections/catalogue/shares.projection.js';
import type { LookupPresenter, Presenter } from '../auth/presenting.js';
import { type ShownItems, seesInactive } from './shown-items.js';

/** Rows of a kind; only admins get inactive products and packages. */
export const createItemPresenter = <Details>(
  kind: ItemKind,
  items: ShownItems,
): LookupPresenter<ItemDocument<Details>> => ({
  ...(kind !== 'offer' && { dependsOnRole: true }),
  async rows(documents, reader) {
    const visible = documents.filter(
      ({ status }) => status === 'Active' || seesInactive(kind, reader),
    );
    const rows = await items.present(kind, visible as readonly ItemDocument[], reader);
    return documents.map((document) => rows[visible.indexOf(document)]);
  },
});

export const toCategoryItem = ({
  categoryId,
  kind,
  name,
  revision,
}: CategoryDocument): CategoryItem => ({ categoryId, kind, name, revision });
export const categoryPresenter: Presenter<CategoryDocument, CategoryItem> = {
  people: () => [],
  show: toCategoryItem,
};

/** Presents a share as the share count of its item. */
export const createSharePresenter = (views: Views): LookupPresenter<ShareDocument, ShareCount> => ({
  async rows(documents, { organizationId }) {
    const ids = documents.map(({ itemId }) => itemId);
    const counts = await views.getSums(shares, organizationId, ids);
    return ids.map((itemId) => ({ itemId, shareCount: counts.get(itemId)?.['shares'] ?? 0 }));
  },
});
