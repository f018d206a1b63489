import type { MessagePort, Worker } from 'node:worker_threads';
import { KeysMissing } from '../key-store/key-store.js';
import { LogUnavailable, UnreadableLog } from '../event-log/event-log.js';
import { Unavailable } from '../unavailable.js';
import { NoRoom, NoRoomToWrite } from './no-room.js';

type Port = MessagePort | Worker;
type Answering = Readonly<Record<string, (...parameters: never[]) => unknown>>;
type Asked = { readonly ask: number; readonly name: string; readonly parameters: readonly unknown[] };
type Answered = { readonly answer: number; readonly result?: unknown; readonly failed?: readonly [name: string, message: string] };

/** What is asked on the other thread, by the names of what it answers. */
export type Other<Answers extends Answering> = {
  readonly [Name in keyof Answers]: (...parameters: Parameters<Answers[Name]>) => Promise<Awaited<ReturnType<Answers[Name]>>>;
};

/** Two threads that ask each other. What is asked when the port closes is never answered: whoever made the thread hears of its end. */
export function between<Theirs extends Answering>(port: Port, answers: Answering): Other<Theirs> {
  const waiting = new Map<number, { readonly resolve: (result: never) => void; readonly reject: (error: Error) => void }>();
  let number = 0;

  port.on('message', (message: Asked | Answered) => {
    if ('ask' in message) return void answer(message);
    const asked = waiting.get(message.answer);
    waiting.delete(message.answer);
    if (message.failed) asked?.reject(errorOf(...message.failed));
    else asked?.resolve(message.result as never);
  });

  async function answer({ ask, name, parameters }: Asked): Promise<void> {
    try {
      port.postMessage({ answer: ask, result: await answers[name]!(...(parameters as never[])) } satisfies Answered);
    } catch (error) {
      const { name: kind, message } = error as Error;
      port.postMessage({ answer: ask, failed: [nameOf(error) ?? kind, message] } satisfies Answered);
    }
  }

  return new Proxy({} as Other<Theirs>, {
    get:
      (_, name: string) =>
      (...parameters: unknown[]) =>
        new Promise((resolve, reject) => {
          waiting.set(++number, { resolve, reject });
          port.postMessage({ ask: number, name, parameters } satisfies Asked);
        }),
  });
}

/** Errors that mean the same on the other side, the narrower ones first. */
const known = { LogUnavailable, NoRoomToWrite, NoRoom, Unavailable, UnreadableLog, KeysMissing };
const nameOf = (error: unknown) => Object.entries(known).find(([, kind]) => error instanceof kind)?.[0];
const errorOf = (name: string, message: string): Error =>
  Object.hasOwn(known, name) ? new known[name as keyof typeof known](message) : Object.assign(new Error(message), { name });
