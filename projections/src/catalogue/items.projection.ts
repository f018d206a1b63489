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
import type { Message } from '#domain/kernel/message.js';
import { subjectOf } from '#platform/event-log/subject.js';
import type { PerStream } from '#platform/read-side/projections/projection.js';

/** A product, a package or an offer. */
export type ItemDocument<Details = object> = {
  readonly itemId: string;
  readonly organizationId: string;
  readonly status: ItemStatus;
  readonly categoryId: string;
  readonly fileType?: string;
  /** Text that a search reads: names or titles, descriptions and tags. */
  readonly words: string;
  readonly createdAt: string;
  readonly createdBy: string;
  readonly revision: number;
  readonly details: Details;
};

/** The newest first. */
export const newestItems = ['-createdAt'] as const;

type Facet = { readonly categoryId?: string | undefined; readonly fileType?: string | undefined };
/**
 * Under which key the items are counted that are of a category, a type of file, both or neither.
 */
export const itemCountKey = ({ categoryId, fileType }: Facet): string =>
  JSON.stringify([categoryId ?? null, fileType ?? null]);

type Rules<Details extends object, Event extends Message> = {
  evolve(item: Item<Details>, event: Event): Item<Details>;
};
type Described = { readonly description: string; readonly categoryId?: string | undefined };

/**
 * Declares the list of one kind of item: by status, category and type of file, searchable, and
 * counted.
 */
function itemList<Details extends Described, Event extends Message>(
  { evolve }: Rules<Details, Event>,
  declared: Pick<PerStream<Event, ItemDocument<Details>>, 'name' | 'events' | 'firstEvent'>,
  words: (details: Details) => readonly (string | undefined)[],
  fileTypeOf: (details: Details) => string | undefined = () => undefined,
): PerStream<Event, ItemDocument<Details>> {
  return {
    version: 3,
    ...declared,
    indexes: [{ equal: ['organizationId'], sort: newestItems }],
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
