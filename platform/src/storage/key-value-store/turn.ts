import { type Clock, addMilliseconds } from '../../common/clock.js';
import type { Pace } from '../../common/pace.js';
import { Unavailable } from '../../common/unavailable.js';
import type { KeyValueStore } from './key-value-store.js';

/** Time after which another process takes the turn, if the one that has it died. */
const TURN_MS = 5 * 60_000;

type Options = {
  readonly secrets: Pick<KeyValueStore, 'put' | 'remove'>;
  readonly clock: Pick<Clock, 'now'>;
};

/**
 * Runs long work unless another process runs it. The turn is renewed with the work's pace.
 * @throws Unavailable if another process took the turn meanwhile
 */
export async function inTurn(
  { secrets, clock }: Options,
  name: string,
  pace: Pace,
  work: (pace: Pace) => Promise<unknown>,
): Promise<void> {
  const take = (expected: number) =>
    secrets.put('turn', name, true, {
      expected,
      expiresAt: addMilliseconds(clock.now(), TURN_MS),
    });
  let version = await take(0);
  if (version === undefined) return;
  let renewedAt = clock.now();
  try {
    await work(async (milliseconds) => {
      await pace(milliseconds);
      if (addMilliseconds(renewedAt, TURN_MS / 3) > clock.now()) return;
      version = await take(version!);
      if (version === undefined) throw new Unavailable('Another process does this now');
      renewedAt = clock.now();
    });
  } finally {
    if (version !== undefined) await secrets.remove('turn', name);
  }
}
