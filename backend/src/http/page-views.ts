import { KeyValueStore } from '#platform/storage/key-value-store/key-value-store.js';
import { Injectable } from '@nestjs/common';

type Counter = { readonly views: number };
const RECORD_KIND = 'page-views';

/**
 * Counts views of public pages. Kept outside the log: no rule uses the numbers, and strangers
 * change them.
 */
@Injectable()
export class PageViews {
  constructor(private readonly counters: KeyValueStore) {}

  async count(organizationId: string, itemId: string, times = 1): Promise<void> {
    await this.counters.update<Counter>(
      RECORD_KIND,
      counterId(organizationId, itemId),
      (counter) => ({
        value: { views: (counter?.views ?? 0) + times },
      }),
    );
  }

  async getViews(
    organizationId: string,
    itemIds: readonly string[],
  ): Promise<ReadonlyMap<string, number>> {
    const found = await this.counters.getMany<Counter>(
      RECORD_KIND,
      itemIds.map((itemId) => counterId(organizationId, itemId)),
    );
    return new Map(
      itemIds.map((itemId) => [
        itemId,
        found.get(counterId(organizationId, itemId))?.value.views ?? 0,
      ]),
    );
  }
}

const counterId = (organizationId: string, itemId: string): string => `${organizationId}_${itemId}`;
