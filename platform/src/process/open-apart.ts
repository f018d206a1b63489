import type { AlarmClock } from '../clock.js';
import { finishErasures } from '../command-handling/erasure-watch.js';
import { type Language, writeSide } from '../command-handling/write-side.js';
import type { Config } from '../config.js';
import { LogWatch } from '../event-log/log-watch.js';
import { FollowingReadSide } from '../live/following-read-side.js';
import type { Projection } from '../projection-running/projection.js';
import type { Logger } from './logger.js';
import { type OpenParts, openParts } from './open-parts.js';
import { toldTo } from './told-to.js';

/** What every process that sends commands stands on, apart from the one that folds. */
type Needed = 'log' | 'keys' | 'secrets' | 'store' | 'commits';
type Opening<Name extends keyof OpenParts> = {
  readonly config: Config;
  readonly wanted: readonly (Name | Needed)[];
  readonly clock: AlarmClock;
  readonly logger: Logger;
  readonly language: Language;
  /** The views that it reads. */
  readonly projections: readonly Projection[];
};

/**
 * Opens the parts, the write side, and the views that another process writes; sees to it that an erasure is finished here too.
 * What is opened on top is given to `closes`; `stop` closes all of it, the last first.
 */
export async function openApart<Name extends keyof OpenParts>({ config, wanted, clock, logger, language, projections }: Opening<Name>) {
  const opened = await openParts<Name | Needed>(config, wanted, { clock, ...toldTo(logger) });
  const stops: (() => Promise<void>)[] = [() => opened.close()];
  const stop = async () => {
    for (const each of stops.splice(0).reverse()) await each();
  };
  try {
    const write = await writeSide({ language, clock, ...opened });
    const readSide = new FollowingReadSide({ ...opened, projections, onTrouble: (err) => logger.warn({ err }, 'views are out of reach now') });
    await readSide.start();
    stops.push(() => readSide.stop());

    const watch = new LogWatch({ log: opened.log, clock, onTrouble: (err) => logger.warn({ err }, 'erasures are not seen now') });
    watch.each(finishErasures(write.erase));
    await watch.start();
    stops.push(() => watch.stop());
    return { opened, write, readSide, closes: (close: () => Promise<void>) => void stops.push(close), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
