import {
  Global,
  Injectable,
  Module,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { expect, jest, test } from '@jest/globals';
import { NestFactory } from '@nestjs/core';
import { setTimeout as pause } from 'node:timers/promises';
import { domain } from '#domain/aggregates.js';
import { readConfig } from '#platform/common/config/config.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { PlatformModule } from '#platform/process/platform.module.js';
import { runModules } from '#platform/process/run-modules.js';
import { folders } from '#platform/testing/folders.js';
import { compose } from './composition.js';

const createFolder = folders();
const openPlatformIn = (dataFolder: string) =>
  PlatformModule.open(readConfig({ DATA_DIR: dataFolder }), {
    parts: ['log', 'keys', 'secrets'],
    domain,
  });

@Injectable()
class CannotBeMade {
  constructor() {
    throw new Error('cannot be made');
  }
}
@Injectable()
class CannotStart implements OnModuleInit {
  async onModuleInit() {
    throw new Error('cannot start');
  }
}
@Module({ providers: [CannotBeMade] })
class ModuleThatCannotBeMade {}
@Module({ providers: [CannotStart] })
class ModuleThatCannotStart {}

test.each([
  ['cannot be made', ModuleThatCannotBeMade],
  ['cannot start', ModuleThatCannotStart],
])('parts that were opened before a module that %s are closed', async (fault, failing) => {
  const dataFolder = createFolder();
  await expect(runModules(await openPlatformIn(dataFolder), [failing])).rejects.toThrow(fault);
  const { app, stop } = await runModules(await openPlatformIn(dataFolder), []);
  expect(await app.get<EventLog>(EventLog).readAll('', 1)).toEqual([]);
  await stop();
  await (await runModules(await openPlatformIn(dataFolder), [])).stop();
});

const readAtStop: unknown[] = [];
@Injectable()
class StillReads implements OnApplicationShutdown {
  constructor(private readonly log: EventLog) {}

  async onApplicationShutdown() {
    await pause(20);
    readAtStop.push(await this.log.readAll('', 1));
  }
}
@Module({ providers: [StillReads] })
class ModuleThatStillReads {}
@Global()
@Module({ providers: [StillReads] })
class GlobalModuleThatStillReads {}

test('parts are closed after every module has stopped', async () => {
  const { stop } = await runModules(await openPlatformIn(createFolder()), [
    ModuleThatStillReads,
    GlobalModuleThatStillReads,
  ]);
  await stop();
  expect(readAtStop).toEqual([[], []]);
});

test('parts that were opened before an app that cannot be created are closed', async () => {
  const config = readConfig({ DATA_DIR: createFolder(), PORT: '0' });
  const create = jest
    .spyOn(NestFactory, 'create')
    .mockRejectedValueOnce(new Error('cannot be made'));
  await expect(compose(config, { print: () => {} })).rejects.toThrow('cannot be made');
  create.mockRestore();
  const { caughtUp, stop } = await compose(config, { print: () => {} });
  await caughtUp;
  await stop();
});
