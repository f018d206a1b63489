import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import 'reflect-metadata';
import type { Config } from '../common/config/config.js';
import type { Platform } from './platform.module.js';
import { type Running, createOrClose, listenOrStop, stopThenClose } from './run-process.js';

@Module({})
class RootModule {}

type RunningModules = Running & { readonly app: NestFastifyApplication };

/** Starts the modules of a process that answers no requests of people. */
export async function runModules(
  platform: Platform,
  imports: readonly (DynamicModule | Type)[],
): Promise<RunningModules> {
  const root = { module: RootModule, imports: [platform, ...imports] };
  const adapter = new FastifyAdapter({
    forceCloseConnections: true,
    requestTimeout: 15_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 5_000 },
  });
  const options = { logger: false, abortOnError: false } as const;
  const app = await createOrClose(platform, async () => {
    const created = await NestFactory.create<NestFastifyApplication>(root, adapter, options);
    return created.init();
  });
  return { app, stop: () => stopThenClose(platform, () => app.close()) };
}

/** Opens the endpoints of `HealthModule` in a process that `runModules` started. */
export async function listenForHealth(
  { app, stop }: RunningModules,
  { port, host }: Config,
): Promise<Running> {
  await listenOrStop({ stop }, () => app.listen({ port, host }), { port, host });
  return { stop };
}
