import { BadConfig, type Config, misspeltVariables } from '../common/config/config.js';
import { KeysMissing } from '../sealing/key-store/key-store.js';
import { Unavailable } from '../common/unavailable.js';
import { LogCutShort } from './open-parts.js';
import type { Platform } from './platform.module.js';
import {
  type DynamicModule,
  type INestApplicationContext,
  Module,
  type Type,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import 'reflect-metadata';

export type Running = { stop(): Promise<void> };

/** Errors that an operator can put right: printed without a stack. */
const foreseen = [BadConfig, Unavailable, KeysMissing, LogCutShort];

/**
 * How long a stop may take before the process ends anyway, in milliseconds: nothing acknowledged is
 * lost by it.
 */
const longestStop = 4_500;

export const print = (line: string): void => void process.stdout.write(`${line}\n`);

/**
 * Starts what this process is for, and stops it in order when it is asked to end. Errors are
 * printed.
 */
export function runProcess(start: () => Promise<Running>): void {
  for (const [written, meant] of misspeltVariables(process.env))
    print(`${written} is no variable of Fieldtrace and is ignored. Is ${meant} meant?`);
  start().then(stopOnSignals, fail);
}

@Module({})
class RootModule {}

/** The modules of a process without endpoints for people. */
export async function runModules(
  platform: Platform,
  imports: readonly (DynamicModule | Type)[],
): Promise<Running & { readonly app: INestApplicationContext }> {
  const root = { module: RootModule, imports: [platform, ...imports] };
  const app = await closedUnlessMade(platform, () =>
    NestFactory.createApplicationContext(root, { logger: false, abortOnError: false }),
  );
  return { app, stop: () => closedAfter(platform, () => app.close()) };
}

/** Closes what the platform has opened where a module on it cannot be made. */
export async function closedUnlessMade<App>(
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
 * Stops what runs on a platform. Nest closes that last, unless something before it fails: then it
 * is closed all the same.
 */
export const closedAfter = (platform: Platform, stop: () => Promise<void>): Promise<void> =>
  stop().finally(() => platform.close());

/** Stops what runs where its address cannot be listened on. @throws BadConfig that says why */
export async function listening(
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

/** Local address of a server that listens on this host and port. */
export const addressOf = (host: string, port: number): string =>
  `http://${host === '127.0.0.1' || host === '0.0.0.0' ? 'localhost' : host}:${port}`;

/** A line a second at most, and none where there is little to do. */
export function progressOf(what: string): (events: number) => void {
  let printedAt = Date.now();
  return (events) => {
    if (Date.now() - printedAt < 1_000) return;
    printedAt = Date.now();
    print(`${what}: ${events.toLocaleString('en-IN')} events`);
  };
}

function stopOnSignals({ stop }: Running): void {
  let stopping = false;
  const end = () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), longestStop).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, end);
}

function fail(error: unknown): void {
  const words = foreseen.some((kind) => error instanceof kind)
    ? (error as Error).message
    : ((error as Error).stack ?? String(error));
  process.stderr.write(`${words}\n`);
  process.exit(1);
}
