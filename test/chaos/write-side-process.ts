import { commandSender } from '#platform/testing/send-command.js';
import { peopleFromEventLog } from '#backend/auth/people/people-in-log.js';
import type { Message } from '#domain/kernel/texts/message.js';
import { commandDefinitions, domain } from '#domain/aggregates.js';
import type { Clock } from '#platform/common/clock.js';
import type { Request } from '#platform/write-side/handle-command.js';
import { createWriteSide } from '#platform/write-side/write-side.js';
import { withFaults } from '#platform/common/failpoint.js';
import type { EventLog } from '#platform/event-log/event-log.js';
import type { KeyStore } from '#platform/sealing/key-store/key-store.js';
import type { KeyValueStore } from '#platform/storage/key-value-store/key-value-store.js';

let aheadMs = 0;
/** Clock whose pauses resolve at once and advance it. */
const skippingClock: Clock = {
  now: () => new Date(Date.now() + aheadMs).toISOString(),
  pause: async (milliseconds) => void (aheadMs += milliseconds),
};

/** Moves the clock the given number of days ahead of the real one. */
export const setDaysAhead = (days: number): void => void (aheadMs = days * 86_400_000);

export type WriteSideStores = {
  readonly log: EventLog;
  readonly keys: KeyStore;
  readonly secrets: KeyValueStore;
};
export type CommandRequest = Omit<Request<Message>, 'internal'>;
export type WriteSideProcess = Awaited<ReturnType<typeof writeSideProcess>>;

/**
 * Write side of a process with its caches. A new one on the same stores simulates a restart after a
 * crash.
 */
export async function writeSideProcess({ log, keys, secrets }: WriteSideStores) {
  const { commands, folded, claims } = await createWriteSide({
    domain,
    log: withFaults(log),
    keys,
    secrets,
    clock: skippingClock,
  });
  const sendCommand = commandSender(domain, commands);
  return {
    people: peopleFromEventLog({ folded, claims }),
    /** Sends a command like the HTTP endpoint, or an internal command like reactors. */
    send: ({ command, ...sender }: CommandRequest) =>
      sendCommand({
        ...sender,
        command,
        ...(commandDefinitions[command.type]!.may === 'internal' && { internal: true }),
      }),
  };
}
