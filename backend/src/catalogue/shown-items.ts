import type {
  OfferDetails,
  PackageDetails,
  ProductDetails,
} from '#domain/catalogue/catalogue.commands.js';
import type { ItemKind } from '#domain/catalogue/catalogue.values.js';
import {
  type Items,
  type OfferItem,
  type PublicPicture,
  itemSchemas,
} from '#domain/catalogue/catalogue.views.js';
import { pickShownFields } from '#domain/kernel/views.js';
import { Clock } from '#platform/common/clock.js';
import { FileRecords, fileKey } from '#platform/files/file-records.js';
import { Views } from '#platform/read-side/read-store/views.js';
import type { ItemDocument } from '#projections/catalogue/items.projection.js';
import { shares } from '#projections/catalogue/shares.projection.js';
import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import type { Asker } from '../auth/caller.js';
import { PublicOrganizations } from '../auth/people/public-organizations.js';
import { PersonNames } from '../auth/people/names.js';
import type { DocumentReader } from '../auth/presenting.js';
import { Links } from '../api/files/links.js';
import { PageViews } from '../http/page-views.js';
import { loadItemDetails, mayManage } from './item-details.js';
import { findPublicPictures } from '../api/files/public-pictures.js';

/** Whether a member sees inactive items. Everybody sees inactive offers. */
export const seesInactive = (kind: ItemKind, reader: Pick<Asker, 'role'>): boolean =>
  kind === 'offer' || mayManage(kind, reader);

/**
 * Prepares items for clients: with categories, people and counts, and packages with today's prices
 * of their products.
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

  async present<Kind extends ItemKind>(
    kind: Kind,
    documents: readonly ItemDocument[],
    asker: DocumentReader,
  ): Promise<readonly Items[Kind][]> {
    const { organizationId } = asker;
    const ids = documents.map(({ itemId }) => itemId);
    const seesViewCounts = kind !== 'offer' && mayManage(kind, asker);
    const covers = documents.map(({ details }) => coverFileId(details));
    const isPublic = await this.organizations.isPublic(organizationId);
    const [details, shareSums, viewCounts, pictures] = await Promise.all([
      loadItemDetails({ views: this.views, names: this.names }, kind, documents, asker),
      this.views.getSums(shares, organizationId, ids),
      seesViewCounts ? this.pageViews.getViews(organizationId, ids) : undefined,
      isPublic ? findPublicPictures(this.records, organizationId, covers) : [],
    ]);
    const shown = documents.map(({ itemId, status, updatedAt, details: stored }, index) => ({
      ...details[index],
      updatedAt,
      shareCount: shareSums.get(itemId)?.['shares'] ?? 0,
      ...(viewCounts && { viewCount: viewCounts.get(itemId) ?? 0 }),
      ...(isPublic &&
        kind === 'offer' &&
        status === 'Active' &&
        this.createShareLink(organizationId, stored as OfferDetails)),
      ...coverField(pictures[index]),
    }));
    // The schema of the kind selects its fields.
    const schema: z.ZodObject = itemSchemas[kind];
    return shown.map((item) => pickShownFields(schema, item) as Items[Kind]);
  }

  private createShareLink(
    organizationId: string,
    { fileId }: OfferDetails,
  ): Pick<OfferItem, 'sharePath' | 'shareEndsAt'> {
    const { url, expiresAt } = this.links.createSharedLink(
      fileKey(organizationId, fileId),
      this.clock.now(),
    );
    return { sharePath: url, shareEndsAt: expiresAt };
  }
}

/** Cover of an item. An offer has none, because its file is for members only. */
const coverFileId = (details: Partial<ProductDetails & PackageDetails>): string | undefined =>
  details.imageFileIds?.[0] ?? details.imageFileId;
const coverField = (picture: PublicPicture | undefined) => picture && { cover: picture };
