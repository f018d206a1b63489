import { packageAggregate, productAggregate } from '#domain/catalogue/catalogue.aggregates.js';
import type { PackageDetails, ProductDetails } from '#domain/catalogue/catalogue.commands.js';
import {
  type PackageEvent,
  type ProductEvent,
  packageEvents,
  productEvents,
} from '#domain/catalogue/catalogue.events.js';
import { defaultCategory } from '#domain/catalogue/catalogue.values.js';
import type { Item } from '#domain/catalogue/item.js';
import type { Message } from '#domain/kernel/texts/message.js';
import { parseStream } from '#platform/event-log/subject.js';
import type { PerStream } from '#platform/read-side/projections/projection.js';

type PublicTexts = {
  readonly name: string;
  readonly description: string;
  readonly categoryId: string;
  readonly imageFileIds: readonly string[];
};
/** Fields of a product or package that strangers may see. */
export type PublicProduct = PublicTexts &
  Pick<
    ProductDetails,
    'youtubeLink' | 'mrpPaise' | 'livePricePaise' | 'unit' | 'gstRateBasisPoints'
  >;
export type PublicPackage = PublicTexts & Pick<PackageDetails, 'items'>;

export type PublicDocument<Shown> = {
  /** Empty: a page is looked up by its id alone. */
  readonly organizationId: '';
  readonly itemId: string;
  readonly owner: string;
  readonly addedAt: string;
  /**
   * Missing while the item is inactive or deleted. The page then shows nothing, but keeps its
   * address.
   */
  readonly shown?: Shown;
};

/**
 * Sort order whose first row is the item that owns the page of an id. Clients choose ids, so
 * another organization may copy an id from a link; the item added first owns the page.
 */
export const FIRST_ADDED = ['addedAt'] as const;

type Rules<Details extends object, Event extends Message> = {
  evolve(item: Item<Details>, event: Event): Item<Details>;
};
type PageRecord<Details extends object, Shown> = {
  readonly page: PublicDocument<Shown>;
  readonly item: Item<Details>;
};

function definePublicView<Details extends object, Event extends Message, Shown>(
  { evolve }: Rules<Details, Event>,
  declared: Pick<
    PerStream<Event, PageRecord<Details, Shown>>,
    'name' | 'version' | 'events' | 'firstEvent'
  >,
  pickShown: (details: Details) => Shown,
): PerStream<Event, PageRecord<Details, Shown>, PublicDocument<Shown>> {
  return {
    ...declared,
    indexes: [{ equal: ['organizationId', 'itemId'], sort: FIRST_ADDED }],
    silent: true,
    fold(record, event) {
      const { at, organizationId: owner } = event.metadata;
      const page = record?.page ?? {
        organizationId: '',
        itemId: parseStream(event.stream).id,
        owner,
        addedAt: at,
      };
      return { page, item: evolve(record?.item ?? { phase: 'unknown' }, event) };
    },
    documents: ({ page, item }) => ({
      '': {
        ...page,
        ...(item.phase === 'open' && item.isActive && { shown: pickShown(item.details) }),
      },
    }),
  };
}

export const publicProducts = definePublicView<ProductDetails, ProductEvent, PublicProduct>(
  productAggregate,
  { name: 'public-products', version: 2, events: productEvents, firstEvent: 'ProductAdded' },
  ({
    name,
    description,
    categoryId = defaultCategory,
    imageFileIds = [],
    youtubeLink,
    mrpPaise,
    livePricePaise,
    unit,
    gstRateBasisPoints,
  }) => ({
    name,
    description,
    categoryId,
    imageFileIds,
    mrpPaise,
    livePricePaise,
    unit,
    ...(youtubeLink !== undefined && { youtubeLink }),
    ...(gstRateBasisPoints !== undefined && { gstRateBasisPoints }),
  }),
);

export const publicPackages = definePublicView<PackageDetails, PackageEvent, PublicPackage>(
  packageAggregate,
  { name: 'public-packages', version: 1, events: packageEvents, firstEvent: 'PackageAdded' },
  ({ name, description, categoryId = defaultCategory, imageFileId, items }) => ({
    name,
    description,
    categoryId,
    imageFileIds: imageFileId === undefined ? [] : [imageFileId],
    items,
  }),
);
