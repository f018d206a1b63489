import type { FactoryProvider } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import { Config } from '../common/config/config.js';
import { EventLog } from '../event-log/event-log.js';
import { describeMisfit } from '../notary/misfit.js';
import { Notary } from '../notary/notary.js';
import { Witness } from '../notary/witness.js';
import { KeyStore } from '../sealing/key-store/key-store.js';
import { KeyValueStore } from '../storage/key-value-store/key-value-store.js';
import { Logger } from './logger.js';
import { MetricsRegistry } from './metrics-registry.js';
import { answerInTime } from './parts-health.js';

/** Host that checkpoints are named after, where no public address is set. */
const LOCAL_HOST = 'localhost';

export const originHost = ({ publicUrl }: Pick<Config, 'publicUrl'>): string =>
  publicUrl === undefined ? LOCAL_HOST : new URL(publicUrl).host;

/** Notary of a process, with its metrics. */
export const provideNotary: FactoryProvider<Notary> = {
  provide: Notary,
  inject: [Config, EventLog, KeyStore, KeyValueStore, Clock, Logger, MetricsRegistry],
  useFactory(
    config: Config,
    log: EventLog,
    keys: KeyStore,
    secrets: KeyValueStore,
    clock: Clock,
    logger: Logger,
    metrics: MetricsRegistry,
  ) {
    const notary = new Notary({
      log,
      keys,
      secrets,
      clock,
      host: originHost(config),
      witness:
        config.witnessUrl === undefined
          ? undefined
          : new Witness({
              url: config.witnessUrl,
              onFailure: (err) => logger.warn({ err }, 'the witness has not signed the checkpoint'),
            }),
      onStatus: (misfits) =>
        misfits.length === 0
          ? logger.warn({}, 'the log fits its proof again; the notary goes on')
          : logger.error(
              { misfits: misfits.map(describeMisfit) },
              'the log does not fit its proof; the notary has stopped',
            ),
    });
    metrics.addGauge('proof_stopped', '1 while the log does not fit its proof', async () => {
      const status = await answerInTime(notary.readStatus());
      return status && (status.stopped ? 1 : 0);
    });
    metrics.addGauge('proof_check_age_seconds', 'Age of the last check of the log', async () => {
      const status = await answerInTime(notary.readStatus());
      return status?.checkedAt === undefined
        ? undefined
        : (Date.parse(clock.now()) - Date.parse(status.checkedAt)) / 1_000;
    });
    return notary;
  },
};
