import type { RecordHistory } from '#domain/history/history.views.js';
import type { HistoryKind } from '#domain/history/history.values.js';
import { AnsweringWorker, isOutOfMemory } from '#platform/common/answering-worker.js';
import { Config } from '#platform/common/config/config.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { Logger } from '#platform/process/logger.js';
import { logAndKeyFiles } from '#platform/process/open-parts.js';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Asker } from '../auth/caller.js';
import { mainStream } from './record-events.js';
import { RecordPast } from './record-past.js';

/** Page of a record's history. `after` is the number of the oldest event of the page before. */
export type PageRequest = {
  readonly asker: Asker;
  readonly kind: HistoryKind;
  readonly id: string;
  readonly after: string | undefined;
};

/** Events that are folded in a few milliseconds. */
const FEW_EVENTS = 100;
const workerEntry = () => new URL(import.meta.resolve('#backend/history-worker.js'));

/**
 * Makes pages of histories. Long histories are made in a worker thread, so that this thread can
 * handle commands. Logs on a server are read in this thread.
 */
@Injectable()
export class HistoryPages implements OnApplicationShutdown {
  readonly worker: AnsweringWorker<PageRequest, RecordHistory> | undefined;

  constructor(
    private readonly past: RecordPast,
    private readonly log: EventLog,
    config: Config,
    logger: Logger,
  ) {
    const files = logAndKeyFiles(config);
    const onTrouble = (err: unknown) => logger.warn({ err }, 'a thread of histories has ended');
    this.worker = files && new AnsweringWorker(workerEntry, files, onTrouble);
  }

  /**
   * @throws Refusal if no such record ever existed
   * @throws Unavailable if the page does not fit into the thread's memory
   */
  async loadPage(request: PageRequest): Promise<RecordHistory> {
    const { asker, kind, id, after } = request;
    if (this.worker && (await this.isLong(request)) && this.worker.start())
      try {
        return await this.worker.ask(request);
      } catch (error) {
        if (isOutOfMemory(error)) throw error;
        // Makes the page again in this thread, because only this thread's error says the reason.
      }
    return this.past.loadHistory(asker, kind, id, after);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.worker?.close();
  }

  private async isLong({ asker: { organizationId }, kind, id, after }: PageRequest) {
    // Only a long history has a second page.
    if (after !== undefined) return true;
    const stream = mainStream({ kind, organizationId, id });
    return this.log.hasReached(stream, FEW_EVENTS);
  }
}
