import { Unavailable } from './unavailable.js';

/** Places at which tests make a process fail; docs/faults.md describes each. */
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
  /** May kill or hang the process, or return the message of a failure to throw. */
  hit(name: FailpointName, subject?: string): Promise<string | undefined>;
  log<Log extends object>(log: Log, failure: new (message: string) => Error): Log;
  clockAheadMs(): number;
};

export const INJECTION_KEY = Symbol.for('fieldtrace.fault-injection');
export const injection = (): FaultInjection | undefined =>
  (globalThis as { [INJECTION_KEY]?: FaultInjection })[INJECTION_KEY];

/**
 * @param subject thing that the call handles, such as a command's name
 * @throws Unavailable if a test injects a failure
 */
export async function failpoint(name: FailpointName, subject?: string): Promise<void> {
  const failure = await injection()?.hit(name, subject);
  if (failure !== undefined) throw new Unavailable(failure);
}

/** Returns the log, or in tests a wrapper that fails in the ways that the port allows. */
export const withFaults = <Log extends object>(log: Log): Log =>
  injection()?.log(log, Unavailable) ?? log;
