import { quotas } from '#domain/limits.js';
import { Config } from '#platform/common/config/config.js';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Unavailable } from '#platform/common/unavailable.js';
import {
  type CallHandler,
  Controller,
  type ExecutionContext,
  Get,
  HttpCode,
  Module,
  type NestInterceptor,
  Post,
  Req,
  StreamableFile,
} from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR, NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import { type Socket, connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { throwError, timeout } from 'rxjs';
import { LoadShedder } from '../http/load/load-shedding.js';
import { ProblemFilter } from '../http/problems/problem.filter.js';
import type { Caller } from './caller.js';
import { WorkSlotsInterceptor } from './work-slots.interceptor.js';

let app: NestFastifyApplication;
let address: string;
let running: number;
/** Functions that answer the waiting commands, in order of arrival. */
let answers: (() => void)[];
/** Ids of the senders whose commands have started. */
let startedSenders: (string | undefined)[];

const waitForAnswer = () => new Promise<string>((resolve) => answers.push(() => resolve('done')));

@Controller('api')
class WorkController {
  @Get('leads')
  leads() {
    return 'done';
  }

  @Get('bills/export')
  export() {
    const rows = new PassThrough();
    answers.push(() => rows.end());
    rows.write('one row');
    return new StreamableFile(rows, { disposition: 'attachment' });
  }

  @Get('geocode')
  geocode() {
    return waitForAnswer();
  }

  @Post('commands/:name')
  @HttpCode(200)
  command(@Req() { caller }: FastifyRequest) {
    startedSenders.push(caller?.session.accountId);
    return waitForAnswer();
  }
}

/** Gives up on a request with the header `short-time-limit`, as the time limit does. */
class ShortTimeLimit implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler) {
    const { headers } = context.switchToHttp().getRequest<FastifyRequest>();
    if (headers['short-time-limit'] === undefined) return next.handle();
    return next.handle().pipe(timeout({ first: 20, with: () => throwError(tooLong) }));
  }
}
const tooLong = () => new Unavailable('The answer took too long');

@Module({
  controllers: [WorkController],
  providers: [
    { provide: Config, useValue: { limits: { REQUESTS_PER_MEMBER_AT_ONCE: 2 } } },
    LoadShedder,
    { provide: APP_INTERCEPTOR, useClass: ShortTimeLimit },
    { provide: APP_INTERCEPTOR, useClass: WorkSlotsInterceptor },
    { provide: APP_FILTER, useClass: ProblemFilter },
  ],
})
class WorkModule {}

beforeEach(async () => {
  [running, answers, startedSenders] = [0, [], []];
  app = await NestFactory.create<NestFastifyApplication>(WorkModule, new FastifyAdapter(), {
    logger: false,
    abortOnError: false,
  });
  const shedder = app.get(LoadShedder);
  const { enter, leave } = shedder;
  shedder.enter = (kind) => (running++, enter.call(shedder, kind));
  shedder.leave = (kind) => (running--, leave.call(shedder, kind));
  const server = app.getHttpAdapter().getInstance();
  server.addHook('onRequest', async (request) => {
    const { sender: accountId } = request.headers;
    if (accountId) request.caller = { session: { accountId } } as unknown as Caller;
  });
  await app.listen(0, '127.0.0.1');
  address = await app.getUrl();
});
afterEach(() => app.close());

test('an answered request releases its slot', async () => {
  await (await fetch(`${address}/api/leads`)).text();
  expect(running).toBe(0);
});

test('slow address lookups do not block the same sender’s lists', async () => {
  const get = (path: string) => fetch(address + path, { headers: { sender: 'asha' } });
  const addresses = Array.from({ length: 6 }, () => get('/api/geocode'));
  await until(() => answers.length === 6);
  expect((await get('/api/leads')).status).toBe(200);
  for (const answer of answers) answer();
  expect((await Promise.all(addresses)).map(({ status }) => status)).toEqual([
    200, 200, 200, 200, 200, 200,
  ]);
});

test('a streamed answer keeps its sender’s slot until it is sent, without blocking others', async () => {
  const get = (path: string, sender: string) => fetch(address + path, { headers: { sender } });
  const exports = Array.from({ length: 3 }, async () =>
    (await get('/api/bills/export', 'asha')).text(),
  );
  await until(() => answers.length === 2);
  expect((await get('/api/leads', 'ravi')).status).toBe(200);
  expect([answers.length, running]).toEqual([2, 0]);
  answers[0]!();
  await until(() => answers.length === 3);
  for (const answer of answers) answer();
  expect(await Promise.all(exports)).toEqual(['one row', 'one row', 'one row']);
});

const sendCommand = async (body: string): Promise<Socket> => {
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  socket.write(
    `POST /api/commands/AddNote HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n${body}`,
  );
  return socket;
};

const countConnections = () =>
  new Promise<number>((resolve, reject) =>
    app.getHttpServer().getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );

test('a request takes a slot when its body is complete, and keeps it until done, even if the client has disconnected', async () => {
  const half = await sendCommand('{');
  const whole = await sendCommand('{}');
  await until(() => running > 0);
  expect(running).toBe(1);
  whole.destroy();
  half.destroy();
  await until(async () => (await countConnections()) === 0);
  expect(running).toBe(1);
  answers[0]!();
  await until(() => running === 0);
});

test('one member’s commands wait only for each other, and are refused beyond the queue’s limit', async () => {
  const send = (sender: string) =>
    fetch(`${address}/api/commands/AddNote`, { method: 'POST', headers: { sender } });
  const ashasRequests = Array.from({ length: quotas.requestsWaiting + 3 }, () => send('asha'));
  const refused = await Promise.race(ashasRequests);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
  const ravisRequest = send('ravi');
  await until(() => startedSenders.includes('ravi'));
  expect([startedSenders, running]).toEqual([['asha', 'asha', 'ravi'], 3]);
  while (running > 0) {
    answers.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  const statuses = (await Promise.all([...ashasRequests, ravisRequest])).map(
    ({ status }) => status,
  );
  expect(statuses.filter((status) => status !== 200)).toEqual([429]);
});

test('a request that was given up while it waited takes no slot afterwards', async () => {
  const send = (headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${address}/api/commands/AddNote`, {
      method: 'POST',
      headers: { sender: 'asha', ...headers },
    });
  const working = [send(), send()];
  await until(() => startedSenders.length === 2);
  expect((await send({ 'short-time-limit': 'yes' })).status).toBe(503);
  for (const answer of answers.splice(0)) answer();
  await Promise.all(working);
  const next = [send(), send()];
  await until(() => answers.length === 2);
  for (const answer of answers) answer();
  expect((await Promise.all(next)).map(({ status }) => status)).toEqual([200, 200]);
  expect([startedSenders.length, running]).toEqual([4, 0]);
});

async function until(isMet: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isMet())) await new Promise((resolve) => setImmediate(resolve));
}
