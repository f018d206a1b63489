import { HandlesJob, type JobHandler } from '#platform/jobs/job-queue/job-handler.js';
import { type Handlers, type Job, JobQueue } from '#platform/jobs/job-queue/job-queue.js';
import { Module, type Provider } from '@nestjs/common';
import { DiscoveryModule, NestFactory } from '@nestjs/core';
import { expect, test } from '@jest/globals';
import { Jobs } from './jobs.js';
import { Reactors } from './reactors.js';

const handled: string[] = [];
@HandlesJob('greet')
class Greeting implements JobHandler {
  async handle({ id }: Job) {
    handled.push(id);
  }
}
@HandlesJob('greet')
class GreetingAgain extends Greeting {}
@Module({})
class RootModule {}

/** Runs what a module provides on a queue that has one job of each name. */
async function run(providers: Provider[]): Promise<void> {
  const work = async (handlers: Handlers) => {
    for (const [name, handle] of Object.entries(handlers)) await handle({ id: `to ${name}`, name, data: {}, attempt: 1 });
  };
  const root = { module: RootModule, imports: [DiscoveryModule], providers: [...providers, Jobs, { provide: JobQueue, useValue: { work } }] };
  const app = await NestFactory.createApplicationContext(root, { logger: false, abortOnError: false });
  await app.get(Jobs).run(new AbortController().signal);
}

test('whatever provider is marked handles the jobs of its name', async () => {
  await run([Greeting]);
  expect(handled).toEqual(['to greet']);
});

test('two that handle jobs of one name stop the start', async () => {
  await expect(run([Greeting, GreetingAgain])).rejects.toThrow('Two handle jobs of the name greet');
});

test('two reactors of one name stop the start: they would share a checkpoint', () => {
  const discovery = { getProviders: () => [{ instance: { name: 'greeter' } }, { instance: { name: 'greeter' } }] };
  const none = {} as never;
  const reactors = new Reactors(discovery as never, none, none, none, none, none, none, none, none);
  expect(() => reactors.run(new AbortController().signal)).toThrow('Two reactors are called greeter');
});
