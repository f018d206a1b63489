import type { Clock } from '../common/clock.js';
import { DamagedStream } from '../event-log/event-log.js';
import { DoesNotFit, type Misfit, concernedStream, describeMisfit } from './misfit.js';
import type { NotaryState, NotaryStatus } from './notary-state.js';
import { damageMisfit } from './trees/log-tree.js';

/** The notary found a misfit, and signs nothing until it is gone. */
export class NotaryStopped extends Error {}

/** Stops the notary at a misfit, and resumes it. */
export class StopSwitch {
  constructor(
    private readonly state: NotaryState,
    private readonly clock: Pick<Clock, 'now'>,
    private readonly onStatus: (misfits: readonly Misfit[]) => void = () => {},
  ) {}

  /** @throws NotaryStopped while the notary is stopped */
  async requireRunning(): Promise<void> {
    const { stopped } = await this.state.readStatus();
    if (stopped) throw new NotaryStopped(stopped.because);
  }

  /** @throws NotaryStopped if the work finds a misfit */
  async stopAtMisfit<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      const misfits = misfitsOfError(error);
      if (!misfits) throw error;
      await this.stop(misfits);
      throw new NotaryStopped(misfits.map(describeMisfit).join('; '), { cause: error });
    }
  }

  /** @param checkedAt start of the check that found the misfits */
  async stop(misfits: readonly Misfit[], checkedAt?: string): Promise<void> {
    const because = misfits.map(describeMisfit).join('. ');
    const streams = [...new Set(misfits.flatMap((misfit) => concernedStream(misfit) ?? []))];
    let isNew = false;
    await this.state.updateStatus((before) => {
      isNew = before.stopped?.because !== because;
      const { since = this.clock.now(), reports = 0 } = before.stopped ?? {};
      return {
        ...before,
        ...(checkedAt !== undefined && { checkedAt }),
        stopped: { because, since, streams, reports: reports + 1 },
      };
    });
    if (isNew) this.onStatus(misfits);
  }

  /**
   * Goes on after a check without misfits, unless one was reported since the check began.
   * @param before status when the check began
   */
  async resume(checkedAt: string, { stopped: before }: NotaryStatus): Promise<void> {
    let isGone = false;
    await this.state.updateStatus(({ stopped }) => {
      // A misfit that was reported meanwhile may be in a part that was compared before.
      const isNewer = stopped?.since !== before?.since || stopped?.reports !== before?.reports;
      isGone = stopped !== undefined && !isNewer;
      return { ...(stopped && isNewer && { stopped }), checkedAt };
    });
    if (isGone) this.onStatus([]);
  }
}

/** Misfits of an error about misfits or damage; undefined for any other error. */
function misfitsOfError(error: unknown): readonly Misfit[] | undefined {
  if (error instanceof DoesNotFit) return error.misfits;
  return error instanceof DamagedStream ? [damageMisfit(error)] : undefined;
}

/** Misfits of a part, including those that it throws. */
export async function collectMisfits(
  part: () => Promise<readonly Misfit[]>,
): Promise<readonly Misfit[]> {
  try {
    return await part();
  } catch (error) {
    const misfits = misfitsOfError(error);
    if (!misfits) throw error;
    return misfits;
  }
}

export async function catchFailure(
  work: () => Promise<unknown>,
): Promise<{ readonly error: unknown } | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    return { error };
  }
}
