import { type Clock, addMilliseconds } from '../../common/clock.js';
import type { Pace } from '../../common/pace.js';
import { Unavailable } from '../../common/unavailable.js';
import type { KeyValueStore } from './key-value-store.js';

/** Lease of the work. It expires if the process that holds it died. */
const LEASE_MS = 5 * 60_000;

type Options = {
  readonly secrets: Pick<KeyValueStore, 'put' | 'remove'>;
  readonly clock: Pick<Clock, 'now'>;
};

/**
 * Runs long work unless another process runs it. The work has to call the pace function that it is
 * given, because that renews the lease.
 * @throws Unavailable if the lease expired and another process took it
 */
export async function runInOneProcess(
  { secrets, clock }: Options,
  name: string,
  pace: Pace,
  work: (pace: Pace) => Promise<unknown>,
): Promise<void> {
  const takeLease = (expected: number) =>
    secrets.put('turn', name, true, {
      expected,
      expiresAt: addMilliseconds(clock.now(), LEASE_MS),
    });
  let version = await takeLease(0);
  if (version === undefined) return;
  let renewedAt = clock.now();
  try {
    await work(async (milliseconds) => {
      await pace(milliseconds);
      if (addMilliseconds(renewedAt, LEASE_MS / 3) > clock.now()) return;
      version = await takeLease(version!);
      if (version === undefined) throw new Unavailable('Another process does this now');
      renewedAt = clock.now();
    });
  } finally {
    if (version !== undefined) await secrets.remove('turn', name);
  }
}
