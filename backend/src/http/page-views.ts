import { KeyValueStore } from '#platform/storage/key-value-store/key-value-store.js';
import { Injectable } from '@nestjs/common';

type Counter = { readonly views: number };
const kind = 'page-views';

/**
 * How often public pages were looked at. Counters beside the log: nobody decides anything by them,
 * and strangers move them.
 */
@Injectable()
export class PageViews {
  constructor(private readonly counters: KeyValueStore) {}

  async count(organizationId: string, itemId: string, times = 1): Promise<void> {
    await this.counters.update<Counter>(kind, idOf(organizationId, itemId), (before) => ({
      value: { views: (before?.views ?? 0) + times },
    }));
  }

  async of(
    organizationId: string,
    itemIds: readonly string[],
  ): Promise<ReadonlyMap<string, number>> {
    const found = await this.counters.getMany<Counter>(
      kind,
      itemIds.map((itemId) => idOf(organizationId, itemId)),
    );
    return new Map(
      itemIds.map((itemId) => [itemId, found.get(idOf(organizationId, itemId))?.value.views ?? 0]),
    );
  }
}

const idOf = (organizationId: string, itemId: string): string => `${organizationId}_${itemId}`;
