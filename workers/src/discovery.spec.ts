import { type Handlers, JobQueue } from '#platform/jobs/job-queue/job-queue.js';
import { Module, type Provider } from '@nestjs/common';
import { DiscoveryModule, NestFactory } from '@nestjs/core';
import { expect, test } from '@jest/globals';
import { jobHandlers } from './job-handlers.js';
import { Jobs } from './jobs.js';
import { Reactors } from './reactors.js';

const handled: string[] = [];
const handlers: Provider[] = Object.entries(jobHandlers).map(([name, provide]) => ({
  provide,
  useValue: {
    handle: async ({ data }: { data: { to: string } }) => void handled.push(`${name} ${data.to}`),
  },
}));
@Module({})
class RootModule {}

/** Runs each handler on one job. */
async function runHandlers(providers: Provider[]): Promise<void> {
  const work = async (handlersByName: Handlers) => {
    for (const [name, handle] of Object.entries(handlersByName))
      await handle({ id: '1', name, data: { to: name }, attempt: 1 });
  };
  const root = {
    module: RootModule,
    imports: [DiscoveryModule],
    providers: [...providers, Jobs, { provide: JobQueue, useValue: { work } }],
  };
  const app = await NestFactory.createApplicationContext(root, {
    logger: false,
    abortOnError: false,
  });
  await app.get(Jobs).run(jobHandlers, new AbortController().signal);
}

test('each job goes to its handler', async () => {
  await runHandlers(handlers);
  expect(handled).toEqual(Object.keys(jobHandlers).map((name) => `${name} ${name}`));
});

test('a job whose handler is not provided stops the start', async () => {
  await expect(runHandlers(handlers.slice(1))).rejects.toThrow('SendCode');
});

test('two reactors with one name stop the start, because they would share a checkpoint', () => {
  const discovery = {
    getProviders: () => [{ instance: { name: 'greeter' } }, { instance: { name: 'greeter' } }],
  };
  const unused = {} as never;
  const reactors = new Reactors(
    discovery as never,
    unused,
    unused,
    unused,
    unused,
    unused,
    unused,
    unused,
    unused,
  );
  expect(() => reactors.run(new AbortController().signal)).toThrow(
    'Two reactors are called greeter',
  );
});
