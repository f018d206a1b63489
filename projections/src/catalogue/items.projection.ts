import {
  offerAggregate,
  packageAggregate,
  productAggregate,
} from '#domain/catalogue/catalogue.aggregates.js';
import type {
  OfferDetails,
  PackageDetails,
  ProductDetails,
} from '#domain/catalogue/catalogue.commands.js';
import {
  type OfferEvent,
  type PackageEvent,
  type ProductEvent,
  offerEvents,
  packageEvents,
  productEvents,
} from '#domain/catalogue/catalogue.events.js';
import { type ItemStatus, defaultCategory } from '#domain/catalogue/catalogue.values.js';
import type { Item } from '#domain/catalogue/item.js';
import type { Message } from '#domain/kernel/texts/message.js';
import { subjectOf } from '#platform/event-log/subject.js';
import type { PerStream } from '#platform/read-side/projections/projection.js';

/** Product, package or offer. */
export type ItemDocument<Details = object> = {
  readonly itemId: string;
  readonly organizationId: string;
  readonly status: ItemStatus;
  readonly categoryId: string;
  readonly fileType?: string;
  /** Search text: names or titles, descriptions and tags. */
  readonly words: string;
  readonly createdAt: string;
  readonly createdBy: string;
  readonly revision: number;
  readonly details: Details;
};

/** Order of items, newest first. */
export const NEWEST_FIRST = ['-createdAt'] as const;

type Facet = { readonly categoryId?: string | undefined; readonly fileType?: string | undefined };
/** Sum key of items per category and file type; either may be left out. */
export const itemCountKey = ({ categoryId, fileType }: Facet): string =>
  JSON.stringify([categoryId ?? null, fileType ?? null]);

type Rules<Details extends object, Event extends Message> = {
  evolve(item: Item<Details>, event: Event): Item<Details>;
};
type Described = { readonly description: string; readonly categoryId?: string | undefined };

/** Declares the list of one kind of item, with filters, search and counts. */
function itemList<Details extends Described, Event extends Message>(
  { evolve }: Rules<Details, Event>,
  declared: Pick<PerStream<Event, ItemDocument<Details>>, 'name' | 'events' | 'firstEvent'>,
  words: (details: Details) => readonly (string | undefined)[],
  fileTypeOf: (details: Details) => string | undefined = () => undefined,
): PerStream<Event, ItemDocument<Details>> {
  return {
    version: 3,
    ...declared,
    indexes: [{ equal: ['organizationId'], sort: NEWEST_FIRST }],
    filters: ['status', 'categoryId', 'fileType'],
    search: ['words'],
    fold(document, event) {
      const { at, actorId, organizationId } = event.metadata;
      const before: Item<Details> = document
        ? {
            phase: 'open',
            details: document.details,
            isActive: document.status === 'Active',
            added: document.details,
          }
        : { phase: 'unknown' };
      const item = evolve(before, event);
      if (item.phase !== 'open') return undefined;
      const { details, isActive } = item;
      const fileType = fileTypeOf(details);
      return {
        itemId: subjectOf(event.stream).id,
        organizationId,
        status: isActive ? 'Active' : 'Inactive',
        categoryId: details.categoryId ?? defaultCategory,
        ...(fileType !== undefined && { fileType }),
        words: [...words(details), details.description].join('\n'),
        createdAt: document?.createdAt ?? at,
        createdBy: document?.createdBy ?? actorId,
        revision: event.revision,
        details,
      };
    },
    counts({ status, categoryId, fileType }) {
      const facets = [
        {},
        { categoryId },
        ...(fileType === undefined ? [] : [{ fileType }, { categoryId, fileType }]),
      ];
      return facets.map((facet) => ({ key: itemCountKey(facet), amounts: { [status]: 1 } }));
    },
  };
}

export const products = itemList<ProductDetails, ProductEvent>(
  productAggregate,
  { name: 'products', events: productEvents, firstEvent: 'ProductAdded' },
  ({ name }) => [name],
);
export const packages = itemList<PackageDetails, PackageEvent>(
  packageAggregate,
  { name: 'packages', events: packageEvents, firstEvent: 'PackageAdded' },
  ({ name }) => [name],
);
export const offers = itemList<OfferDetails, OfferEvent>(
  offerAggregate,
  { name: 'offers', events: offerEvents, firstEvent: 'OfferAdded' },
  ({ title, tags = [] }) => [title, ...tags],
  ({ fileType }) => fileType,
);
