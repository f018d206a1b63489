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
import {
  type ItemKind,
  type ItemSort,
  type ItemStatus,
  defaultCategory,
  itemSorts,
} from '#domain/catalogue/catalogue.values.js';
import type { Item } from '#domain/catalogue/item.js';
import type { Message } from '#domain/kernel/texts/message.js';
import { foldText } from '#domain/kernel/texts/text-folding.js';
import { parseStream } from '#platform/event-log/subject.js';
import type { PerStream } from '#platform/read-side/projections/projection.js';
import type { Sort } from '#platform/read-side/read-store/read-store.js';

/** Product, package or offer. */
export type ItemDocument<Details = object> = {
  readonly itemId: string;
  readonly organizationId: string;
  readonly status: ItemStatus;
  readonly categoryId: string;
  readonly fileType?: string;
  /** Search text: names or titles, descriptions and tags. */
  readonly words: string;
  /** Folded name or title, by which items are ordered. */
  readonly sortName: string;
  /** Price of a product. */
  readonly pricePaise?: number;
  readonly createdAt: string;
  readonly createdBy: string;
  readonly updatedAt: string;
  readonly revision: number;
  readonly details: Details;
};

/** Orders of items. Among equal ones, the newest is first. */
export const ITEM_ORDERS: Readonly<Record<ItemSort, Sort>> = {
  created: ['-createdAt'],
  name: ['sortName', '-createdAt'],
  'lowest-price': ['pricePaise', '-createdAt'],
  'highest-price': ['-pricePaise', '-createdAt'],
  updated: ['-updatedAt'],
};

type Facet = { readonly categoryId?: string | undefined; readonly fileType?: string | undefined };
/** Sum key of items per category and file type; either may be left out. */
export const itemCountKey = ({ categoryId, fileType }: Facet): string =>
  JSON.stringify([categoryId ?? null, fileType ?? null]);

type Rules<Details extends object, Event extends Message> = {
  evolve(item: Item<Details>, event: Event): Item<Details>;
};
type ItemTexts = { readonly description: string; readonly categoryId?: string | undefined };
/** Fields of a document that depend on the kind, and its search words. */
type KindFields = Pick<ItemDocument, 'fileType' | 'pricePaise'> & {
  readonly name: string;
  readonly tags?: readonly string[] | undefined;
};

/** Declares the list of one kind of item, with filters, search and counts. */
function defineItemList<Details extends ItemTexts, Event extends Message>(
  kind: ItemKind,
  { evolve }: Rules<Details, Event>,
  declared: Pick<PerStream<Event, ItemDocument<Details>>, 'name' | 'events' | 'firstEvent'>,
  toKindFields: (details: Details) => KindFields,
): PerStream<Event, ItemDocument<Details>> {
  return {
    version: 4,
    ...declared,
    indexes: itemSorts[kind].map((sort) => ({
      equal: ['organizationId'],
      sort: ITEM_ORDERS[sort],
    })),
    filters: ['status', 'categoryId', 'fileType'],
    search: ['words'],
    fold(document, event) {
      const { at, actorId, organizationId } = event.metadata;
      const itemBefore: Item<Details> = document
        ? {
            phase: 'open',
            details: document.details,
            isActive: document.status === 'Active',
            added: document.details,
          }
        : { phase: 'unknown' };
      const item = evolve(itemBefore, event);
      if (item.phase !== 'open') return undefined;
      const { details, isActive } = item;
      const { name, tags = [], ...fields } = toKindFields(details);
      return {
        itemId: parseStream(event.stream).id,
        organizationId,
        status: isActive ? 'Active' : 'Inactive',
        categoryId: details.categoryId ?? defaultCategory,
        ...fields,
        words: [name, ...tags, details.description].join('\n'),
        sortName: foldText(name),
        createdAt: document?.createdAt ?? at,
        createdBy: document?.createdBy ?? actorId,
        updatedAt: at,
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

export const products = defineItemList<ProductDetails, ProductEvent>(
  'product',
  productAggregate,
  { name: 'products', events: productEvents, firstEvent: 'ProductAdded' },
  ({ name, livePricePaise }) => ({ name, pricePaise: livePricePaise }),
);
export const packages = defineItemList<PackageDetails, PackageEvent>(
  'package',
  packageAggregate,
  { name: 'packages', events: packageEvents, firstEvent: 'PackageAdded' },
  ({ name }) => ({ name }),
);
export const offers = defineItemList<OfferDetails, OfferEvent>(
  'offer',
  offerAggregate,
  { name: 'offers', events: offerEvents, firstEvent: 'OfferAdded' },
  ({ title, tags, fileType }) => ({ name: title, tags, fileType }),
);
