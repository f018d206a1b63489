import type { QueryClient } from '@tanstack/react-query';
import { AnswerStore } from './answer-store.js';
import type { Device } from './device-rows.js';
import { ListQueries } from './list-queries.js';
import { RecordStore } from './record-store.js';

/** All that one tab knows of the server. Several of them may share a device in one process, as tabs do. */
export class TabCache {
  readonly records: RecordStore;
  readonly answers: AnswerStore;
  readonly lists: ListQueries;

  constructor(
    device: Device,
    readonly queryClient: QueryClient,
  ) {
    this.records = new RecordStore(device);
    this.answers = new AnswerStore(device, queryClient);
    this.lists = new ListQueries(queryClient, this.records);
  }

  /** Reads what the device has stored for the scope. */
  async restore(): Promise<void> {
    await Promise.all([this.records.restore(), this.answers.restore()]);
  }

  async clear(): Promise<void> {
    await Promise.all([this.records.clear(), this.answers.clear()]);
  }

  /** Resolves once everything that waits is stored. */
  async flush(): Promise<void> {
    await Promise.all([this.records.flush(), this.answers.flush()]);
  }
}
