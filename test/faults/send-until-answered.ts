import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { HttpAnswer, Person } from '../acceptance/product/person.js';
import { type CommandAnswer as Body, sendCommand } from './send-command.js';

type Command = {
  readonly key: string;
  readonly command: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly person: Person;
};
export type SentCommand = Command & { readonly answer: HttpAnswer<Body>; readonly tries: number };

type Options = {
  readonly key?: string;
  readonly timeoutMs?: number;
  /** Called with each temporary failure. */
  readonly onTemporaryFailure?: (answer: HttpAnswer<Body>) => void;
};

/**
 * Sends a command like a browser's outbox: repeats it under the same key after silence, 429 and
 * 5xx.
 */
export async function sendUntilAnswered(
  person: Person,
  command: string,
  data: Readonly<Record<string, unknown>>,
  { key = randomUUID(), timeoutMs = 240_000, onTemporaryFailure = () => {} }: Options = {},
): Promise<SentCommand> {
  const deadline = Date.now() + timeoutMs;
  for (let tries = 1; ; tries++) {
    const answer = await sendCommand(person, command, data, { key }).catch(() => undefined);
    if (answer && answer.status !== 429 && answer.status < 500)
      return { key, command, data, person, answer, tries };
    if (answer) onTemporaryFailure(answer);
    // A 500 is a defect, which retries must not hide.
    if (answer?.status === 500)
      throw new Error(`${command} was answered 500: ${JSON.stringify(answer.body)}`);
    if (Date.now() > deadline)
      throw new Error(
        `${command} had no answer for ${timeoutMs} ms; the last was ${answer?.status} ${JSON.stringify(answer?.body)}`,
      );
    await wait(
      answer?.status === 429
        ? Number(answer.headers.get('retry-after')) * 1_000
        : 20 + Math.random() * 60,
    );
  }
}
