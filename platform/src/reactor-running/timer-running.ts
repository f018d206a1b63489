import type { Message } from '#domain/kernel/message.js';
import { Refusal } from '#domain/kernel/refusal.js';
import { v5 as uuid } from 'uuid';
import type { AlarmClock } from '../clock.js';
import type { View, Views } from '../read-store/views.js';
import type { SendCommand } from './reactor.js';

/** What is due at a time, of whatever organization. The event that its command records takes it away. */
export type TimerDocument = {
  /** Empty: it is looked for across all organizations. */
  readonly organizationId: '';
  readonly dueAt: string;
  /** One for each thing that is due, whenever that is. */
  readonly id: string;
  readonly actorId: string;
  readonly of: string;
  readonly command: Message;
};

/** The order in which timers are asked for. */
export const timerIndexes = [{ equal: ['organizationId'], sort: ['dueAt'] }];

export type TimerParts = {
  readonly views: Pick<Views, 'find'>;
  /** `timers`, indexed by `timerIndexes`. */
  readonly timers: View;
  readonly send: SendCommand;
  readonly clock: AlarmClock;
  readonly onTrouble: (error: unknown) => void;
};

const everyMilliseconds = 60_000;
const page = 200;
/** Of the ids of timers' commands: a timer that is run twice sends one command. */
const namespace = 'a52d1b2e-5b1c-4c39-8d0c-1a8f7f0be1a4';

/** Sends what is due, each minute, and what has become due meanwhile at once. Resolves when the signal is aborted. */
export async function runTimers({ views, timers, send, clock, onTrouble }: TimerParts, signal: AbortSignal): Promise<void> {
  /** Sent already, and not taken away: its command found that it does not hold (any more). */
  let sent: ReadonlySet<string> = new Set();
  while (!signal.aborted) {
    try {
      sent = await sendDue();
    } catch (error) {
      onTrouble(error);
    }
    await clock.pause(everyMilliseconds, signal);
  }

  async function sendDue(): Promise<ReadonlySet<string>> {
    const stillDue = new Set<string>();
    const question = { filter: { dueAt: { to: clock.now() } }, sort: ['dueAt'], limit: page };
    for (let after: string | undefined; ;) {
      const { items, next } = await views.find(timers, '', { ...question, after });
      for (const { json } of items) {
        if (signal.aborted) return stillDue;
        const timer = JSON.parse(json) as TimerDocument;
        const commandId = uuid(`${timer.id} ${timer.dueAt}`, namespace);
        if (sent.has(commandId) || (await isDone(timer, commandId))) stillDue.add(commandId);
      }
      if (!next) return stillDue;
      after = next;
    }
  }

  async function isDone({ command, actorId, of }: TimerDocument, id: string): Promise<boolean> {
    try {
      await send({ id, command, actorId, ...(of && { organizationId: of }), causationId: id, correlationId: id });
      return true;
    } catch (error) {
      if (error instanceof Refusal) return true;
      onTrouble(error); // Tried again with the next round.
      return false;
    }
  }
}
