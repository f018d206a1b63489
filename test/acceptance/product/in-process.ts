import { type Fieldtrace, compose } from '#backend/composition.js';
import { HistoryPages } from '#backend/history/history-pages.js';
import { Decoders } from '#backend/api/files/formats/decoders.js';
import { demoClock } from '#backend/demo/demo-clock.js';
import { dayAfter, dayIn } from '#domain/kernel/values/days.js';
import { People } from '#backend/auth/people/people.js';
import { Sessions } from '#backend/auth/sessions/sessions.js';
import { Clock } from '#platform/common/clock.js';
import { CommandHandling } from '#platform/write-side/write-side.js';
import { Config, readConfig } from '#platform/common/config/config.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { FileRecords } from '#platform/files/file-records.js';
import { FileStore } from '#platform/files/file-store/file-store.js';
import { Notary } from '#platform/notary/notary.js';
import { JobQueue } from '#platform/jobs/job-queue/job-queue.js';
import { KeyStore } from '#platform/sealing/key-store/key-store.js';
import { KeyValueStore } from '#platform/storage/key-value-store/key-value-store.js';
import { DevInbox } from '#platform/integrations/messages/dev-inbox.js';
import { ReadSide } from '#platform/live/read-side.js';
import { PdfMaker } from '#workers/documents/pdf-maker.js';
import { QuotationExpiry } from '#workers/quotations/quotation-expiry.js';
import { DueErasures } from '#workers/erasures/due-erasures.js';
import { ReadStores } from '#platform/read-side/read-store/lanes.js';
import { RunningProjections, ViewCheckWorker } from '#projections/projections.module.js';
import { NotaryRounds } from '#workers/notary-rounds.js';
import { FollowUpAlerts } from '#workers/notifications/follow-up-alerts.js';
import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findServersOfRun } from './servers-of-run.js';
import type { Product } from './person.js';
import { until } from './until.js';
import { withoutLimits } from './without-limits.js';

const hook = join(import.meta.dirname, '../../../platform/src/testing/register-typescript.mjs');
const sourceArguments = ['--conditions=source', '--import', pathToFileURL(hook).href];

/**
 * The whole product inside the spec, with its own data and a clock that the spec advances. The
 * clock starts at two at night in India, when UTC still has the previous day, so that a rule that
 * uses the UTC day fails.
 */
export class InProcessProduct implements Product {
  private clockOffset = msUntilTwoAtNight();
  private running!: Fieldtrace;
  url = '';

  private constructor(readonly dataDir: string) {}

  static async start(env: Readonly<Record<string, string>> = {}): Promise<InProcessProduct> {
    const product = new InProcessProduct(mkdtempSync(join(tmpdir(), 'fieldtrace-')));
    const config = readConfig({
      PORT: '0',
      DATA_DIR: product.dataDir,
      LOG_LEVEL: 'error',
      ...(await findServersOfRun()),
      ...withoutLimits,
      ...env,
    });
    const clock = {
      pause: demoClock.pause,
      now: () => new Date(Date.parse(demoClock.now()) + product.clockOffset).toISOString(),
    };
    product.running = await compose(config, {
      clock,
      print: () => {},
      webApp: join(product.dataDir, 'no-web-app'),
    });
    product.running.app.get(Decoders).execArgv = sourceArguments;
    product.running.app.get(PdfMaker).execArgv = sourceArguments;
    product.running.app.get(ViewCheckWorker).execArgv = sourceArguments;
    product.running.app.get(NotaryRounds).worker.execArgv = sourceArguments;
    const { worker } = product.running.app.get(HistoryPages);
    if (worker) worker.execArgv = sourceArguments;
    await product.running.caughtUp;
    await product.running.app.listen(0, '127.0.0.1');
    product.url = await product.running.app.getUrl();
    return product;
  }

  get parts() {
    const { app } = this.running;
    return {
      config: app.get<Config>(Config),
      clock: app.get<Clock>(Clock),
      log: app.get<EventLog>(EventLog),
      keys: app.get<KeyStore>(KeyStore),
      secrets: app.get<KeyValueStore>(KeyValueStore),
      files: app.get<FileStore>(FileStore),
      records: app.get(FileRecords),
      jobs: app.get<JobQueue>(JobQueue),
      devInbox: app.get(DevInbox),
      readSide: app.get<ReadSide>(ReadSide),
      sessions: app.get(Sessions),
      people: app.get(People),
      followUpAlerts: app.get(FollowUpAlerts),
      quotationExpiry: app.get(QuotationExpiry),
      pdfMaker: app.get(PdfMaker),
      historyPages: app.get(HistoryPages),
      dueErasures: app.get(DueErasures),
      notary: app.get(Notary),
      viewChecks: app.get(RunningProjections).checks,
      store: app.get(ReadStores).first,
      handle: app.get<CommandHandling>(CommandHandling).handle,
    };
  }

  connectionCount(): Promise<number> {
    const server = this.running.app.getHttpServer() as Server;
    return new Promise((resolve, reject) =>
      server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    );
  }

  /** Advances the clock by milliseconds at once. */
  advanceClock(milliseconds: number): void {
    this.clockOffset += milliseconds;
  }

  readNewestCode(phone: string): Promise<string | undefined> {
    const newest = this.parts.devInbox
      .newestFirst()
      .find(({ to, code }) => to === phone && code !== undefined)?.code;
    return Promise.resolve(newest);
  }

  waitForCode(phone: string, formerCode?: string): Promise<string> {
    const findNewCode = async () => {
      const code = await this.readNewestCode(phone);
      return code === formerCode ? undefined : code;
    };
    return until(findNewCode, { what: () => `a code for ${phone}` });
  }

  async dispose(): Promise<void> {
    await this.running.stop();
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}

/** Milliseconds until two at night in India. */
function msUntilTwoAtNight(): number {
  const tomorrow = dayAfter(dayIn('Asia/Kolkata', demoClock.now()), 1);
  return Date.parse(`${tomorrow}T02:00:00+05:30`) - Date.parse(demoClock.now());
}

export const seconds = (count: number) => count * 1_000;
export const minutes = (count: number) => seconds(60 * count);
export const days = (count: number) => minutes(24 * 60 * count);
