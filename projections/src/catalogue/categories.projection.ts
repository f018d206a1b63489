import { type CategoryEvent, categoryEvents } from '#domain/catalogue/category.commands.js';
import { type ItemKind } from '#domain/catalogue/catalogue.values.js';
import { parseStream } from '#platform/event-log/subject.js';
import type { PerStream } from '#platform/read-side/projections/projection.js';

export type CategoryDocument = {
  readonly categoryId: string;
  readonly organizationId: string;
  readonly kind: ItemKind;
  readonly name: string;
  readonly revision: number;
};
export const BY_NAME = ['name'] as const;

export const categories: PerStream<CategoryEvent, CategoryDocument> = {
  name: 'categories',
  version: 3,
  events: categoryEvents,
  firstEvent: 'CategoryAdded',
  indexes: [{ equal: ['organizationId'], sort: BY_NAME }],
  filters: ['kind'],
  fold(category, { type, stream, revision, metadata: { organizationId }, data }) {
    if (type === 'CategoryAdded')
      return {
        categoryId: parseStream(stream).id,
        organizationId,
        kind: data.kind,
        name: data.name,
        revision,
      };
    return category && { ...category, name: data.name, revision };
  },
};
