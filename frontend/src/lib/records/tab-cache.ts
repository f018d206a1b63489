import type { QueryClient } from '@tanstack/react-query';
import { AnswerStore } from './answer-store.js';
import type { Device } from './device-rows.js';
import { isList } from './list-data.js';
import { ListQueries } from './list-queries.js';
import { RecordStore } from './record-store.js';

/** Server data of one tab: records, answers and lists. */
export class TabCache {
  readonly records: RecordStore;
  readonly answers: AnswerStore;
  readonly lists: ListQueries;

  constructor(
    device: Device,
    readonly queryClient: QueryClient,
  ) {
    this.records = new RecordStore(device);
    this.answers = new AnswerStore(device, queryClient, this.records);
    this.lists = new ListQueries(queryClient, this.records);
  }

  /** Loads the scope's stored data. */
  async restore(): Promise<void> {
    const records = this.records.restore();
    await Promise.all([records, this.answers.restore(records)]);
  }

  /** Forgets old records that no list and no open page uses. */
  prune(): void {
    const usedKeys = new Set<string>();
    for (const query of this.queryClient.getQueryCache().getAll()) {
      const { data } = query.state;
      if (isList(data)) for (const ref of data.refs) usedKeys.add(ref);
      else if (query.isActive()) usedKeys.add(query.queryKey.join('/'));
    }
    this.records.prune((ref) => usedKeys.has(ref));
  }

  async clear(): Promise<void> {
    await Promise.all([this.records.clear(), this.answers.clear()]);
  }

  /** Resolves once all pending writes are stored. */
  async flush(): Promise<void> {
    await Promise.all([this.records.flush(), this.answers.flush()]);
  }
}
