import { Unavailable } from '#platform/common/unavailable.js';
import { DamagedStream } from '#platform/event-log/event-log.js';
import { KeyLost } from '#platform/sealing/key-store/key-store.js';
import { Busy } from '#platform/write-side/request.js';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import fastify, { type FastifyInstance } from 'fastify';
import { LoadShedder, refuseWithoutLog, shedLoad } from './load-shedding.js';
import { problem } from '../problems/problem.js';
import { answerProblem } from '../problems/problem.filter.js';
import { runInOrder } from '../request-steps.js';
import { retryTimes } from './retry-times.js';

/** Limits of `load-shedding.ts`. */
const SHED_ABOVE_RUNNING = 64;
const OVER_MAX_DELAY_MS = 21;

let now: number;
let endTurn: () => void;
let shedder: LoadShedder;

beforeEach(() => {
  now = 0;
  endTurn = () => {};
  shedder = new LoadShedder(
    () => now,
    (work) => (endTurn = work),
  );
});

const passTime = (milliseconds: number) => (now += milliseconds);
const enterMany = (count: number) => Array.from({ length: count }, () => shedder.enter('command'));

describe('within one turn of the loop', () => {
  test('early requests are admitted', () => expect(enterMany(300)).not.toContain(false));

  test('a request that has waited too long is refused, whatever it is', () => {
    enterMany(SHED_ABOVE_RUNNING);
    passTime(OVER_MAX_DELAY_MS);
    expect([shedder.enter('query'), shedder.enter('command')]).toEqual([false, false]);
    expect(shedder.rejectedCount).toBe(2);
  });

  test('the next turn starts anew', () => {
    enterMany(SHED_ABOVE_RUNNING);
    passTime(OVER_MAX_DELAY_MS);
    endTurn();
    expect(shedder.enter('query')).toBe(true);
  });

  test('a few requests are always admitted, however slow the machine', () => {
    enterMany(SHED_ABOVE_RUNNING - 1);
    passTime(5_000);
    expect(shedder.enter('command')).toBe(true);
  });
});

describe('while commands are slow', () => {
  test('as many are admitted as will be answered in time', () => {
    enterMany(70);
    for (let answered = 0; answered < 1_000; answered++) {
      endTurn();
      passTime(0.5);
      shedder.leave('command');
      shedder.enter('command');
    }
    // At two thousand a second, a hundred commands need a twentieth of a second.
    expect(enterMany(40).indexOf(false)).toBe(31);
  });

  test('a few are admitted however slow the commands', () => {
    enterMany(10);
    endTurn();
    passTime(10_000);
    expect(shedder.enter('command')).toBe(true);
  });

  test('when nothing is answered, no more commands are admitted, but queries are', () => {
    enterMany(100);
    endTurn();
    passTime(300);
    expect([shedder.enter('command'), shedder.enter('query')]).toEqual([false, true]);
  });

  test('after a pause the pace is unknown', () => {
    enterMany(100);
    endTurn();
    passTime(10_000);
    shedder.enter('command');
    for (let left = 0; left < 100; left++) shedder.leave('command');
    endTurn();
    expect(enterMany(100)).not.toContain(false);
  });
});

test('asking for room does not count as a running request', () => {
  for (let count = 0; count < 100; count++) shedder.checkRoom('command');
  passTime(5_000);
  expect(shedder.checkRoom('command')).toBe(true);
});

describe('over HTTP', () => {
  let server: FastifyInstance;
  let address: string;
  let hasRoom: boolean;
  let refusalOfLog: Unavailable | undefined;
  let failure: Error | undefined;

  beforeEach(async () => {
    server = fastify();
    server.setErrorHandler(answerProblem);
    hasRoom = false;
    refusalOfLog = failure = undefined;
    const log = { findOutage: () => refusalOfLog };
    server.addHook('onRequest', runInOrder([shedLoad(shedder), refuseWithoutLog(log)]));
    shedder.checkRoom = () => hasRoom;
    server.post('/api/commands/:name', async () => {
      if (failure) throw failure;
      return 'done';
    });
    for (const path of ['/api/leads', '/api/auth/me', '/api/docs/:file', '/healthz'])
      server.get(path, async () => 'done');
    address = await server.listen({ port: 0, host: '127.0.0.1' });
  });
  afterEach(() => server.close());

  test('a refused request is answered with reason and retry time', async () => {
    const refused = await fetch(`${address}/api/leads`);
    expect([refused.status, refused.headers.get('content-type')]).toEqual([
      503,
      'application/problem+json; charset=utf-8',
    ]);
    expect(await refused.json()).toMatchObject({ code: 'overloaded', status: 503 });
    expect(refused.headers.get('retry-after')).toMatch(/^[123]$/);
  });

  test('while the log is overloaded, only commands are refused, with the reason', async () => {
    hasRoom = true;
    refusalOfLog = new Unavailable('The log cannot be written: its server does not answer');
    const refused = await fetch(`${address}/api/commands/AddNote`, { method: 'POST' });
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({
      code: 'unavailable',
      detail: 'The log cannot be written: its server does not answer',
    });
    expect(refused.headers.get('retry-after')).toMatch(/^[123]$/);
    expect((await fetch(`${address}/api/leads`)).status).toBe(200);
  });

  describe('retry times', () => {
    let takeSeconds: jest.SpiedFunction<typeof retryTimes.takeSeconds>;
    beforeEach(() => {
      takeSeconds = jest.spyOn(retryTimes, 'takeSeconds').mockReturnValue(17);
      hasRoom = true;
    });
    afterEach(() => takeSeconds.mockRestore());

    const refusals: [string, () => unknown, RegExp][] = [
      ['before their bodies are read', () => (refusalOfLog = new Unavailable('away')), /^[123]$/],
      ['after they have waited', () => (failure = new Unavailable('away')), /^5$/],
      ['for overload', () => (hasRoom = false), /^[123]$/],
      ['by their handler for overload', () => (failure = problem('overloaded')), /^$/],
    ];
    const send = async (cookie: string) => {
      const options = { method: 'POST', headers: { cookie } };
      const { status, headers } = await fetch(`${address}/api/commands/AddNote`, options);
      return [status, headers.get('retry-after') ?? ''];
    };

    test.each(refusals)('of commands refused %s are reserved for sessions', async (_, refuse) => {
      refuse();
      for (const cookie of ['fieldtrace_session=x', 'a=b; __Host-fieldtrace_session=x'])
        expect(await send(cookie)).toEqual([503, '17']);
    });

    test.each(refusals)(
      'of commands refused %s are not reserved for strangers',
      async (_, refuse, ownRetryAfter) => {
        refuse();
        expect(await send('a=b')).toEqual([503, expect.stringMatching(ownRetryAfter)]);
        expect(takeSeconds).not.toHaveBeenCalled();
      },
    );

    test.each([
      ['changed by many', new Busy(), '1'],
      ['that is damaged', new DamagedStream('lead-o_1', 'is no JSON'), '5'],
      ['without its key', new KeyLost('lead-o_1'), '5'],
    ])('are not reserved for commands on a record %s', async (_, refusal, ownRetryAfter) => {
      failure = refusal;
      expect(await send('fieldtrace_session=x')).toEqual([503, ownRetryAfter]);
      expect(takeSeconds).not.toHaveBeenCalled();
    });
  });

  test.each(['/api/auth/me', '/api/docs/start.js', '/healthz'])(
    '%s is answered under any load',
    async (path) => expect((await fetch(address + path)).status).toBe(200),
  );
});
