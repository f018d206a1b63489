import { BadConfig, type Config, misspeltVariables } from '../common/config/config.js';
import { KeysMissing } from '../sealing/key-store/key-store.js';
import { Unavailable } from '../common/unavailable.js';
import { LogCutShort } from './open-parts.js';
import type { Platform } from './platform.module.js';

export type Running = { stop(): Promise<void> };

/** Errors that an operator can correct: printed without a stack. */
const EXPECTED_ERRORS = [BadConfig, Unavailable, KeysMissing, LogCutShort];

/** Time after which a stopping process exits anyway; no acknowledged command is lost by it. */
const STOP_TIMEOUT_MS = 4_500;

export const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Runs a process: starts it, stops it in order on a signal, and prints errors. */
export function runProcess(start: () => Promise<Running>): void {
  for (const [written, meant] of misspeltVariables(process.env))
    print(`${written} is no variable of Fieldtrace and is ignored. Is ${meant} meant?`);
  start().then(stopOnSignals, fail);
}

/** Creates an application on the platform. Closes the platform if that fails. */
export async function createOrClose<App>(
  platform: Platform,
  make: () => Promise<App>,
): Promise<App> {
  try {
    return await make();
  } catch (error) {
    await platform.close();
    throw error;
  }
}

/**
 * Stops an application, then the platform, even if stopping fails. (Nest closes the platform only
 * after a successful stop.)
 */
export const stopThenClose = (platform: Platform, stop: () => Promise<void>): Promise<void> =>
  stop().finally(() => platform.close());

/**
 * Listens on an address, or stops the application.
 * @throws BadConfig that says why the address cannot be used
 */
export async function listenOrStop(
  running: Running,
  listen: () => Promise<unknown>,
  { port, host }: Pick<Config, 'port' | 'host'>,
): Promise<void> {
  try {
    await listen();
  } catch (error) {
    await running.stop();
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new BadConfig(
        `Port ${port} is in use. Stop what uses it, or choose another one: PORT=${port + 1} npm start`,
      );
    if (code === 'EACCES')
      throw new BadConfig(
        `Port ${port} may not be used by this user. Choose another one with PORT.`,
      );
    if (code === 'EADDRNOTAVAIL')
      throw new BadConfig(`HOST ${host} is no address of this machine.`);
    throw error;
  }
}

export const localUrl = (host: string, port: number): string =>
  `http://${host === '127.0.0.1' || host === '0.0.0.0' ? 'localhost' : host}:${port}`;

/** Creates a progress printer: at most one line per second, none for short work. */
export function createProgress(label: string): (events: number) => void {
  let printedAt = Date.now();
  return (events) => {
    if (Date.now() - printedAt < 1_000) return;
    printedAt = Date.now();
    print(`${label}: ${events.toLocaleString('en-IN')} events`);
  };
}

function stopOnSignals({ stop }: Running): void {
  let isStopping = false;
  const stopOnce = () => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stopOnce);
}

function fail(error: unknown): void {
  const message = EXPECTED_ERRORS.some((kind) => error instanceof kind)
    ? (error as Error).message
    : ((error as Error).stack ?? String(error));
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
