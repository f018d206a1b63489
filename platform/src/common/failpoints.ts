import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { BadConfig } from './config/config.js';
import { Unavailable } from './unavailable.js';

/** Where a process may be made to fail on purpose, and what is so at that moment. */
export const failpoints = {
  'before-append': 'a command was decided, and nothing of it is in the log',
  'after-append': 'all of a command is in the log, and no answer was sent',
  'after-claim': 'a number is claimed, and no record holds it yet',
  'after-documents': 'documents and checkpoint are written, and no socket was notified',
  'before-take-over': 'views that were made anew are whole, and nobody reads them yet',
  'before-follow-up': 'a reactor has read an event, and nothing of what follows from it was sent',
  'between-follow-ups': 'some of what follows from an event was sent, and the rest was not',
  'after-follow-up': 'what follows from an event was sent, and the reactor’s checkpoint does not know',
  'after-dequeue': 'a job was taken, and nothing of it is done',
  'after-send': 'a job is done, and the queue does not know',
  'log-append': 'the log is asked to append',
  'log-subscription': 'the log hands over a batch to a subscriber',
  clock: 'the time is read',
} as const;
export type FailpointName = keyof typeof failpoints;

/** What may happen there: `at` this failpoint only, for so many milliseconds. */
const kinds = {
  kill: {},
  throw: {},
  hang: { isTimed: true },
  'timeout-after-commit': { at: 'log-append' },
  end: { at: 'log-subscription' },
  twice: { at: 'log-subscription' },
  jump: { at: 'clock', isTimed: true },
} as const satisfies Record<string, { readonly at?: FailpointName; readonly isTimed?: true }>;
type Kind = keyof typeof kinds;

type Action = { readonly kind: Kind; readonly milliseconds: number };
type Armed = Action & {
  readonly name: FailpointName;
  /** Only where it is about this, such as a command's name. */
  readonly of: string | undefined;
  /** At which passing; undefined: at each. */
  readonly at: number | undefined;
  passed: number;
};

/** Thrown by a failpoint: like everything that is out of reach, it may be tried again. */
export class FailpointReached extends Unavailable {}

/** Undefined in a process that is not armed, so that a passing costs one look: `if (failpoint) await failpoint('…')`. */
export let failpoint: ((name: FailpointName, of?: string) => Promise<void>) | undefined;
let armed: readonly Armed[] = [];
/** Ends what hangs when other failpoints are armed. */
let arming = new AbortController();

/**
 * `FAILPOINTS=after-append(AddNote):kill:3,log-subscription:hang:500`: at the third AddNote that is in the log the process is
 * killed; the first batch comes half a second late. `:*` is each passing; without a number it is the first. An absolute path is
 * a file with the same words, read now and again at each SIGUSR2, so that a process may be made to fail while it runs; what hangs goes
 * on then.
 * @throws BadConfig for what is no failpoint, and in production for any
 */
export function armFailpoints({ FAILPOINTS: words = '', NODE_ENV }: Readonly<Record<string, string | undefined>>): void {
  if (words.trim() === '') return disarmFailpoints();
  if (NODE_ENV === 'production') throw new BadConfig('FAILPOINTS is for tests. Leave it out in production.');
  const isFile = words.startsWith('/');
  const arm = () => {
    const all = isFile ? readFileSync(words, 'utf8') : words;
    armed = all.split(',').flatMap((one) => (one.trim() === '' ? [] : armedBy(one.trim())));
    arming.abort();
    arming = new AbortController();
  };
  arm();
  failpoint = async (name, of) => {
    const action = reached(name, of);
    if (action) await act(action, name);
  };
  if (isFile) process.on('SIGUSR2', arm);
}

export function disarmFailpoints(): void {
  armed = [];
  failpoint = undefined;
}

/** What is to happen at this passing, which is counted. For what cannot simply wait, end or throw there. */
export function reached(name: FailpointName, of?: string): Action | undefined {
  return armed
    .filter((one) => one.name === name && (one.of === undefined || one.of === of))
    .filter((one) => ++one.passed === (one.at ?? one.passed))[0];
}

export const isArmed = (name: FailpointName): boolean => armed.some((one) => one.name === name);

/** The other kinds are done by the code that was passed. @throws FailpointReached */
export async function act({ kind, milliseconds }: Action, name: FailpointName): Promise<void> {
  if (kind === 'kill') {
    process.kill(process.pid, 'SIGKILL');
    await wait(60_000); // Nothing of this process goes on.
  }
  if (kind === 'hang') await wait(milliseconds, undefined, { signal: arming.signal }).catch(() => undefined);
  if (kind === 'throw') throw new FailpointReached(`Stopped on purpose: ${failpoints[name]}`);
}

function armedBy(words: string): Armed {
  const [, name = '', of, kind = '', rest = ''] = /^([\w-]+)(?:\(([\w-]+)\))?:([\w-]+)((?::[-\d*]+)*)$/.exec(words) ?? [];
  const wrong = (what: string) => new BadConfig(`FAILPOINTS: ${what} in ${JSON.stringify(words)}`);
  if (!isKeyOf(failpoints, name)) throw wrong(`there is no such place (${Object.keys(failpoints).join(', ')})`);
  if (!isKeyOf(kinds, kind)) throw wrong(`nothing like that can happen (${Object.keys(kinds).join(', ')})`);
  const { at: only = name, isTimed = false } = kinds[kind] as { readonly at?: FailpointName; readonly isTimed?: true };
  if (only !== name) throw wrong(`${kind} is only possible at ${only}`);
  const numbers = rest.split(':').slice(1);
  const milliseconds = isTimed ? Number(numbers.shift()) : 0;
  const [at = '1', ...more] = numbers;
  if (!Number.isInteger(milliseconds) || !/^([1-9]\d*|\*)$/.test(at) || more.length > 0) throw wrong('the numbers cannot be read');
  return { name, of, kind, milliseconds, at: at === '*' ? undefined : Number(at), passed: 0 };
}

const isKeyOf = <Table extends object>(table: Table, key: PropertyKey): key is keyof Table => Object.hasOwn(table, key);
