import { Unavailable } from './unavailable.js';

/** Places where tests make a process fail: docs/faults.md says what is so at each of them. */
export type FailpointName =
  | `${'before' | 'after'}-append`
  | `after-${'claim' | 'documents' | 'dequeue' | 'send'}`
  | 'before-take-over'
  | `${'before' | 'after'}-follow-up`
  | 'between-follow-ups';

/**
 * Faults that a test injects before the process starts (platform/src/testing/failpoints.ts). The
 * product injects none.
 */
export type FaultInjection = {
  /**
   * Resolves, unless it kills the process or hangs, with what is to be said of a failure, if there
   * is to be one.
   */
  reached(name: FailpointName, of?: string): Promise<string | undefined>;
  log<Log extends object>(log: Log, failure: new (words: string) => Error): Log;
  /** In milliseconds. */
  clockAhead(): number;
};

export const injectedAs = Symbol.for('fieldtrace.fault-injection');
export const injection = (): FaultInjection | undefined =>
  (globalThis as { [injectedAs]?: FaultInjection })[injectedAs];

/**
 * @param of what it is about, such as a command's name. @throws Unavailable where a test has it so
 */
export async function failpoint(name: FailpointName, of?: string): Promise<void> {
  const failure = await injection()?.reached(name, of);
  if (failure !== undefined) throw new Unavailable(failure);
}

/** The log itself, or one of a test's making that fails as the port allows a log to. */
export const withFaults = <Log extends object>(log: Log): Log =>
  injection()?.log(log, Unavailable) ?? log;
