import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { type FailpointName, type FaultInjection, INJECTION_KEY } from '../common/failpoint.js';
import type {
  Append,
  AppendResult,
  EventLog,
  Position,
  RecordedEvent,
} from '../event-log/event-log.js';

/** Failpoints by name, each with the state of the process at that moment. */
export const failpoints = {
  'before-append': 'a command was decided, and nothing of it is in the log',
  'after-append': 'all of a command is in the log, and no answer was sent',
  'after-claim': 'a number is claimed, and no record holds it yet',
  'after-documents': 'documents and checkpoint are written, and no socket was notified',
  'before-take-over': 'rebuilt views are complete, and nobody reads them yet',
  'before-follow-up': 'a reactor has read an event, and sent none of its effects',
  'between-follow-ups': 'some effects of an event were sent, and others not',
  'after-follow-up':
    'all effects of an event were sent, and the reactor’s checkpoint is not stored yet',
  'after-dequeue': 'a job was taken from the queue, and not begun',
  'after-send': 'a job is done, and not acknowledged to the queue',
  'log-append': 'the log is about to append',
  'log-subscription': 'the log hands over a batch to a subscriber',
  clock: 'the time is read',
} as const satisfies Record<FailpointName | 'log-append' | 'log-subscription' | 'clock', string>;
export type Failpoint = keyof typeof failpoints;

/** Kinds of fault. `at` limits a kind to one failpoint; a timed one takes milliseconds. */
const kinds = {
  kill: {},
  throw: {},
  hang: { isTimed: true },
  'timeout-after-commit': { at: 'log-append' },
  end: { at: 'log-subscription' },
  twice: { at: 'log-subscription' },
  jump: { at: 'clock', isTimed: true },
} as const satisfies Record<string, { readonly at?: Failpoint; readonly isTimed?: true }>;
type Kind = keyof typeof kinds;

type Action = { readonly kind: Kind; readonly milliseconds: number };
type Armed = Action & {
  readonly name: Failpoint;
  /** Only calls about this subject, such as a command's name. */
  readonly subject: string | undefined;
  /** Number of the call that fails; undefined for every call. */
  readonly failingCall: number | undefined;
  calls: number;
};

/** Start of the message of every injected failure. */
export const INJECTED_FAILURE_PREFIX = 'Stopped on purpose: ';

let armed: readonly Armed[] = [];
/** Aborts the hanging calls when other failpoints are armed. */
let arming = new AbortController();

/**
 * Arms failpoints in this process, such as
 * `after-append(AddNote):kill:3,log-subscription:hang:500`. The first kills the process at the
 * third AddNote in the log; the second delays the first batch by half a second. `:*` means every
 * call; the default is the first. An absolute path names a file with such a list, which is read now
 * and again at each SIGUSR2; hanging calls then continue.
 * @throws Error for an invalid list
 */
export function armFailpoints(setting: string): void {
  const isFile = setting.startsWith('/');
  const arm = () => {
    const list = isFile ? readFileSync(setting, 'utf8') : setting;
    const texts = list.split(',').map((text) => text.trim());
    armed = texts.filter((text) => text !== '').map(parseFailpoint);
    arming.abort();
    arming = new AbortController();
  };
  arm();
  Object.assign(globalThis, { [INJECTION_KEY]: injected });
  if (isFile) process.on('SIGUSR2', arm);
}

export function disarmFailpoints(): void {
  armed = [];
  Object.assign(globalThis, { [INJECTION_KEY]: undefined });
}

const injected: FaultInjection = {
  async hit(name, subject) {
    const action = takeDueAction(name, subject);
    return action && killOrHang(action, name);
  },
  log: (log, failure) => createFaultyLog(log as unknown as EventLog, failure) as never,
  clockAheadMs: () => takeDueAction('clock')?.milliseconds ?? 0,
};

/** Counts a call and returns the action that is due. */
function takeDueAction(name: Failpoint, subject?: string): Action | undefined {
  const matching = armed.filter(
    (each) => each.name === name && (each.subject === undefined || each.subject === subject),
  );
  for (const each of matching) each.calls++;
  return matching.find(({ calls, failingCall = calls }) => calls === failingCall);
}

/**
 * Kills or hangs the process. For the kind `throw` it returns the message of the failure. Callers
 * handle the other kinds.
 */
async function killOrHang(
  { kind, milliseconds }: Action,
  name: Failpoint,
): Promise<string | undefined> {
  if (kind === 'kill') {
    process.kill(process.pid, 'SIGKILL');
    await wait(60_000); // The process is dead by then.
  }
  if (kind === 'hang')
    await wait(milliseconds, undefined, { signal: arming.signal }).catch(() => undefined);
  return kind === 'throw' ? `${INJECTED_FAILURE_PREFIX}${failpoints[name]}` : undefined;
}

/**
 * Log that loses answers, ends subscriptions silently, and delivers batches late or twice. The port
 * allows all of this, but an embedded log never does it by itself.
 */
function createFaultyLog(log: EventLog, Failure: new (message: string) => Error): EventLog {
  // Inherits all other methods from the log.
  return Object.assign(Object.create(log) as EventLog, { appendAll, subscribe });

  async function passFailpoint(name: Failpoint): Promise<Action | undefined> {
    const action = takeDueAction(name);
    const message = action && (await killOrHang(action, name));
    if (message !== undefined) throw new Failure(message);
    return action;
  }

  async function appendAll(appends: readonly Append[]): Promise<AppendResult> {
    const action = await passFailpoint('log-append');
    const claimsFirst = appends.length > 1 && armed.some(({ name }) => name === 'after-claim');
    const result = await (claimsFirst ? appendInTwoSteps(appends) : log.appendAll(appends));
    if (action?.kind === 'timeout-after-commit')
      throw new Failure(`${INJECTED_FAILURE_PREFIX}the log did not answer in time`);
    return result;
  }

  /** Appends in two steps, like a log without transactions over several streams. */
  async function appendInTwoSteps(appends: readonly Append[]): Promise<AppendResult> {
    await log.appendAll(appends.slice(0, -1));
    await passFailpoint('after-claim');
    return log.appendAll(appends.slice(-1));
  }

  /**
   * After a silent end, subscribes again behind the last delivered batch, as an adapter does when
   * its server ends a subscription.
   */
  async function* subscribe(
    after: Position,
    signal: AbortSignal,
  ): AsyncIterable<readonly RecordedEvent[]> {
    for (let from = after; !signal.aborted;) {
      for await (const batch of log.subscribe(from, signal)) {
        const action = await passFailpoint('log-subscription');
        if (action?.kind === 'end') break;
        yield batch;
        if (action?.kind === 'twice') yield batch;
        from = batch.at(-1)!.position;
      }
    }
  }
}

function parseFailpoint(text: string): Armed {
  const [, name = '', subject, kind = '', suffix = ''] =
    /^([\w-]+)(?:\(([\w-]+)\))?:([\w-]+)((?::[-\d*]+)*)$/.exec(text) ?? [];
  const invalid = (what: string) => new Error(`FAILPOINTS: ${what} in ${JSON.stringify(text)}`);
  if (!isKeyOf(failpoints, name))
    throw invalid(`there is no such place (${Object.keys(failpoints).join(', ')})`);
  if (!isKeyOf(kinds, kind))
    throw invalid(`there is no such fault (${Object.keys(kinds).join(', ')})`);
  const { at: onlyPlace = name, isTimed = false } = kinds[kind] as {
    readonly at?: Failpoint;
    readonly isTimed?: true;
  };
  if (onlyPlace !== name) throw invalid(`${kind} is only possible at ${onlyPlace}`);
  const numbers = suffix.split(':').slice(1);
  const milliseconds = isTimed ? Number(numbers.shift()) : 0;
  const [call = '1', ...more] = numbers;
  if (!Number.isInteger(milliseconds) || !/^([1-9]\d*|\*)$/.test(call) || more.length > 0)
    throw invalid('the numbers cannot be read');
  const failingCall = call === '*' ? undefined : Number(call);
  return { name, subject, kind, milliseconds, failingCall, calls: 0 };
}

const isKeyOf = <Table extends object>(table: Table, key: PropertyKey): key is keyof Table =>
  Object.hasOwn(table, key);
