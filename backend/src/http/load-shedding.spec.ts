import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import fastify, { type FastifyInstance } from 'fastify';
import { type Socket, connect } from 'node:net';
import { PassThrough } from 'node:stream';
import type { Caller } from '../auth/caller.js';
import { FairSemaphore } from './fair-semaphore.js';
import { LoadShedder, addLoadShedding, addWorkCount } from './load-shedding.js';
import { answerProblem } from './problem.filter.js';

let now: number;
let turnEnds: () => void;
let shedder: LoadShedder;

beforeEach(() => {
  now = 0;
  turnEnds = () => {};
  shedder = new LoadShedder(
    () => now,
    (work) => (turnEnds = work),
  );
});

const passes = (milliseconds: number) => (now += milliseconds);
const enterMany = (count: number) => Array.from({ length: count }, () => shedder.enter('command'));

describe('while one turn of the loop takes requests', () => {
  test('those that come early are let in', () => expect(enterMany(300)).not.toContain(false));

  test('one that has waited too long is told to come later, whatever it is', () => {
    enterMany(64);
    passes(21);
    expect([shedder.enter('question'), shedder.enter('command')]).toEqual([false, false]);
    expect(shedder.shed).toBe(2);
  });

  test('the next turn begins anew', () => {
    enterMany(64);
    passes(21);
    turnEnds();
    expect(shedder.enter('question')).toBe(true);
  });

  test('a few are never too many, however slow the machine', () => {
    enterMany(63);
    passes(5_000);
    expect(shedder.enter('command')).toBe(true);
  });
});

describe('while what commands wait for is slow', () => {
  test('as many are under way as are answered in time', () => {
    enterMany(70);
    for (let answered = 0; answered < 1_000; answered++) {
      turnEnds();
      passes(0.5);
      shedder.leave('command');
      shedder.enter('command');
    }
    // Two thousand a second: a hundred in a twentieth of it.
    expect(enterMany(40).indexOf(false)).toBe(31);
  });

  test('a few are let in however slow it is', () => {
    enterMany(10);
    turnEnds();
    passes(10_000);
    expect(shedder.enter('command')).toBe(true);
  });

  test('when nothing is answered no more are let in, but questions are', () => {
    enterMany(100);
    turnEnds();
    passes(300);
    expect([shedder.enter('command'), shedder.enter('question')]).toEqual([false, true]);
  });

  test('after a pause nothing is known of the pace', () => {
    enterMany(100);
    turnEnds();
    passes(10_000);
    shedder.enter('command');
    for (let left = 0; left < 100; left++) shedder.leave('command');
    turnEnds();
    expect(enterMany(100)).not.toContain(false);
  });
});

test('who is asked for first is not counted yet', () => {
  for (let asked = 0; asked < 100; asked++) shedder.hasRoom('command');
  passes(5_000);
  expect(shedder.hasRoom('command')).toBe(true);
});

describe('over HTTP', () => {
  let server: FastifyInstance;
  let address: string;
  let shedder: LoadShedder;
  let underWay: number;
  /** Functions that answer the commands, in order of arrival. */
  let answers: (() => void)[];
  /** Ids of who sent the commands that are worked on or were answered. */
  let begun: (string | undefined)[];

  beforeEach(async () => {
    [underWay, answers, begun] = [0, [], []];
    shedder = new LoadShedder();
    const { enter, leave } = shedder;
    shedder.enter = (kind) => (underWay++, enter.call(shedder, kind));
    shedder.leave = (kind) => (underWay--, leave.call(shedder, kind));
    server = fastify();
    server.setErrorHandler(answerProblem);
    server.decorateRequest('caller', undefined);
    server.addHook('onRequest', async (request) => {
      const { sender: accountId } = request.headers;
      if (accountId) request.caller = { session: { accountId } } as unknown as Caller;
    });
    addLoadShedding(server, shedder);
    const turns = new FairSemaphore({ ofOne: 2, waiting: 3 });
    addWorkCount(server, { shedder, turns, senderOf: ({ caller }) => caller?.session.accountId });
    for (const path of ['/api/leads', '/api/auth/me', '/api/docs/:file', '/healthz'])
      server.get(path, async () => 'done');
    server.get('/api/bills/export', (_, reply) => {
      const rows = new PassThrough();
      answers.push(() => rows.end());
      rows.write('one row');
      void reply.header('content-disposition', 'attachment').send(rows);
    });
    server.get(
      '/api/geocode',
      () => new Promise<string>((resolve) => answers.push(() => resolve('done'))),
    );
    server.post('/api/commands/:name', ({ caller }) => {
      begun.push(caller?.session.accountId);
      return new Promise<string>((resolve) => answers.push(() => resolve('done')));
    });
    address = await server.listen({ port: 0, host: '127.0.0.1' });
  });
  afterEach(() => server.close());

  test('whoever is turned away hears why, and when to come again', async () => {
    shedder.hasRoom = () => false;
    const refused = await fetch(`${address}/api/leads`);
    expect([refused.status, refused.headers.get('content-type')]).toEqual([
      503,
      'application/problem+json; charset=utf-8',
    ]);
    expect(await refused.json()).toMatchObject({ code: 'overloaded', status: 503 });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  });

  test.each(['/api/auth/me', '/api/docs/start.js', '/healthz'])(
    '%s is answered whatever else there is to do',
    async (path) => {
      shedder.hasRoom = () => false;
      expect((await fetch(address + path)).status).toBe(200);
    },
  );

  test('who has been answered makes room', async () => {
    await (await fetch(`${address}/api/leads`)).text();
    expect(underWay).toBe(0);
  });

  test('while addresses are waited for outside, their sender’s lists are answered', async () => {
    const get = (path: string) => fetch(address + path, { headers: { sender: 'asha' } });
    const addresses = Array.from({ length: 6 }, () => get('/api/geocode'));
    await until(() => answers.length === 6);
    expect((await get('/api/leads')).status).toBe(200);
    for (const answer of answers) answer();
    expect((await Promise.all(addresses)).map(({ status }) => status)).toEqual([
      200, 200, 200, 200, 200, 200,
    ]);
  });

  test('what is made while it is sent keeps its sender’s turn until all of it has gone, and no room of others', async () => {
    const get = (path: string, sender: string) => fetch(address + path, { headers: { sender } });
    const exports = Array.from({ length: 3 }, async () =>
      (await get('/api/bills/export', 'asha')).text(),
    );
    await until(() => answers.length === 2);
    expect((await get('/api/leads', 'ravi')).status).toBe(200);
    expect([answers.length, underWay]).toEqual([2, 0]);
    answers[0]!();
    await until(() => answers.length === 3);
    for (const answer of answers) answer();
    expect(await Promise.all(exports)).toEqual(['one row', 'one row', 'one row']);
  });

  const command = async (body: string): Promise<Socket> => {
    const socket = connect(Number(new URL(address).port), '127.0.0.1');
    socket.write(
      `POST /api/commands/AddNote HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n${body}`,
    );
    return socket;
  };

  const connections = () =>
    new Promise<number>((resolve, reject) =>
      server.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    );

  test('who has sent half a request takes no room, who has sent all of it does, also when they are gone, until it is done', async () => {
    const half = await command('{');
    const whole = await command('{}');
    await until(() => underWay > 0);
    expect(underWay).toBe(1);
    whole.destroy();
    half.destroy();
    await until(async () => (await connections()) === 0);
    expect(underWay).toBe(1);
    answers[0]!();
    await until(() => underWay === 0);
  });

  test('one member’s commands wait for each other, and for nobody else’s; more than may wait are told to come later', async () => {
    const send = (sender: string) =>
      fetch(`${address}/api/commands/AddNote`, { method: 'POST', headers: { sender } });
    const ofAsha = Array.from({ length: 6 }, () => send('asha'));
    const refused = await Promise.race(ofAsha);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    const ofRavi = send('ravi');
    await until(() => begun.includes('ravi'));
    expect([begun, underWay]).toEqual([['asha', 'asha', 'ravi'], 3]);
    while (underWay > 0) {
      answers.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await Promise.all([...ofAsha, ofRavi])).map(({ status }) => status).sort()).toEqual([
      200, 200, 200, 200, 200, 200, 429,
    ]);
  });
});

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setImmediate(resolve));
}
