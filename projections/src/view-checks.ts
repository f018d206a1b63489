import { type Clock, isDueHourly } from '#platform/common/clock.js';
import type { Pace } from '#platform/common/pace.js';
import type { ReadStore, ViewsStatus } from '#platform/read-side/read-store/read-store.js';
import { type CheckedViews, describeWrongDocument } from '#platform/read-side/past/view-check.js';

/** Delay of the first check, because a start has other work. */
const FIRST_CHECK_MS = 60_000;
const ROUND_INTERVAL_MS = 10 * 60_000;
/** Pause after each batch, as a multiple of its work: a tenth of a processor at most. */
const PAUSE_FACTOR = 9;

type Options = {
  readonly store: Pick<ReadStore, 'readViewsStatus' | 'setViewsStatus'>;
  readonly clock: Clock;
  readonly check: (pace: Pace) => Promise<CheckedViews>;
  /** Whether this process projects. The others do not check, so that the work is done once. */
  readonly isActive: () => Promise<boolean>;
  /** Called when the outcome differs from the one before, with a sentence for each document. */
  readonly onOutcome: (wrong: readonly string[]) => void;
  readonly onTrouble: (error: unknown) => void;
};

/** Compares the views with the log every hour. */
export class ViewChecks {
  constructor(private readonly options: Options) {}

  /** Resolves when the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock, isActive, onTrouble } = this.options;
    const pace: Pace = async (milliseconds) => {
      await clock.pause(milliseconds * PAUSE_FACTOR, signal);
      signal.throwIfAborted();
    };
    await clock.pause(FIRST_CHECK_MS, signal);
    while (!signal.aborted) {
      try {
        if (await isActive()) await this.runRound(pace);
      } catch (error) {
        if (!signal.aborted) onTrouble(error);
      }
      await clock.pause(ROUND_INTERVAL_MS, signal);
    }
  }

  /** Checks the views, unless that was done within the hour. */
  async runRound(pace: Pace): Promise<void> {
    const { store, clock, check, onOutcome } = this.options;
    const previous: ViewsStatus = (await store.readViewsStatus()) ?? {};
    const checkedAt = clock.now();
    if (!isDueHourly(previous.checkedAt, clock)) return;
    const { wrong } = await check(pace);
    const sentences = wrong.map(describeWrongDocument);
    const because = sentences.join('. ');
    const since = previous.wrong?.since ?? checkedAt;
    const streams = [...new Set(wrong.map(({ stream }) => stream))];
    await store.setViewsStatus({
      checkedAt,
      ...(wrong.length > 0 && { wrong: { because, since, streams } }),
    });
    if (because !== (previous.wrong?.because ?? '')) onOutcome(sentences);
  }
}
