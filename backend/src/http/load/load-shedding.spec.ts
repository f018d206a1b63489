import { Unavailable } from '#platform/common/unavailable.js';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import fastify, { type FastifyInstance } from 'fastify';
import { LoadShedder, refuseWithoutLog, shedLoad } from './load-shedding.js';
import { answerProblem } from '../problems/problem.filter.js';
import { inOrder } from '../request-steps.js';

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
    expect(shedder.rejectedCount).toBe(2);
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
  let hasRoom: boolean;
  let refusalOfLog: Unavailable | undefined;

  beforeEach(async () => {
    server = fastify();
    server.setErrorHandler(answerProblem);
    hasRoom = false;
    refusalOfLog = undefined;
    const log = { refusal: () => refusalOfLog };
    server.addHook('onRequest', inOrder([shedLoad(shedder), refuseWithoutLog(log)]));
    shedder.hasRoom = () => hasRoom;
    server.post('/api/commands/:name', async () => 'done');
    for (const path of ['/api/leads', '/api/auth/me', '/api/docs/:file', '/healthz'])
      server.get(path, async () => 'done');
    address = await server.listen({ port: 0, host: '127.0.0.1' });
  });
  afterEach(() => server.close());

  test('whoever is turned away hears why, and when to come again', async () => {
    const refused = await fetch(`${address}/api/leads`);
    expect([refused.status, refused.headers.get('content-type')]).toEqual([
      503,
      'application/problem+json; charset=utf-8',
    ]);
    expect(await refused.json()).toMatchObject({ code: 'overloaded', status: 503 });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  });

  test('while the log takes no more calls, commands alone are refused and hear why', async () => {
    hasRoom = true;
    refusalOfLog = new Unavailable('The log cannot be written: its server does not answer');
    const refused = await fetch(`${address}/api/commands/AddNote`, { method: 'POST' });
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({
      code: 'unavailable',
      detail: 'The log cannot be written: its server does not answer',
    });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(3);
    expect((await fetch(`${address}/api/leads`)).status).toBe(200);
  });

  test.each(['/api/auth/me', '/api/docs/start.js', '/healthz'])(
    '%s is answered whatever else there is to do',
    async (path) => expect((await fetch(address + path)).status).toBe(200),
  );
});
