import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import fastify, { type FastifyInstance } from 'fastify';
import { Admission, addAdmission } from './admission.js';

let now: number;
let turnEnds: () => void;
let admission: Admission;

beforeEach(() => {
  now = 0;
  turnEnds = () => {};
  admission = new Admission(
    () => now,
    (work) => (turnEnds = work),
  );
});

const passes = (milliseconds: number) => (now += milliseconds);
const enterMany = (count: number) => Array.from({ length: count }, () => admission.enter('command'));

describe('while one turn of the loop takes requests', () => {
  test('those that come early are let in', () => expect(enterMany(300)).not.toContain(false));

  test('one that has waited too long is told to come later, whatever it is', () => {
    enterMany(64);
    passes(21);
    expect([admission.enter('question'), admission.enter('command')]).toEqual([false, false]);
    expect(admission.shed).toBe(2);
  });

  test('the next turn begins anew', () => {
    enterMany(64);
    passes(21);
    turnEnds();
    expect(admission.enter('question')).toBe(true);
  });

  test('a few are never too many, however slow the machine', () => {
    enterMany(63);
    passes(5_000);
    expect(admission.enter('command')).toBe(true);
  });
});

describe('while what commands wait for is slow', () => {
  test('as many are under way as are answered in time', () => {
    enterMany(70);
    for (let answered = 0; answered < 1_000; answered++) {
      turnEnds();
      passes(0.5);
      admission.leave('command');
      admission.enter('command');
    }
    // Two thousand a second: a hundred in a twentieth of it.
    expect(enterMany(40).indexOf(false)).toBe(31);
  });

  test('a few are let in however slow it is', () => {
    enterMany(10);
    turnEnds();
    passes(10_000);
    expect(admission.enter('command')).toBe(true);
  });

  test('when nothing is answered no more are let in, but questions are', () => {
    enterMany(100);
    turnEnds();
    passes(300);
    expect([admission.enter('command'), admission.enter('question')]).toEqual([false, true]);
  });

  test('after a pause nothing is known of the pace', () => {
    enterMany(100);
    turnEnds();
    passes(10_000);
    admission.enter('command');
    for (let left = 0; left < 100; left++) admission.leave('command');
    turnEnds();
    expect(enterMany(100)).not.toContain(false);
  });
});

describe('at the door', () => {
  let server: FastifyInstance;
  let asked: (path: string) => Promise<Response>;

  const openWith = async (admission: Admission) => {
    server = fastify();
    addAdmission(server, admission);
    for (const path of ['/api/leads', '/api/auth/me', '/healthz']) server.get(path, async () => 'done');
    const address = await server.listen({ port: 0, host: '127.0.0.1' });
    asked = (path) => fetch(address + path);
  };
  const full = () => Object.assign(new Admission(), { enter: () => false });

  afterEach(() => server.close());

  test('whoever is turned away hears why, and when to come again', async () => {
    await openWith(full());
    const { status, headers, json } = await asked('/api/leads').then((answer) => ({
      status: answer.status,
      headers: answer.headers,
      json: answer.json(),
    }));
    expect([status, headers.get('content-type')]).toEqual([503, 'application/problem+json; charset=utf-8']);
    expect(await json).toMatchObject({ code: 'overloaded', status: 503 });
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  });

  test.each(['/api/auth/me', '/healthz'])('%s is answered whatever else there is to do', async (path) => {
    await openWith(full());
    expect((await asked(path)).status).toBe(200);
  });

  test('who has been answered makes room', async () => {
    let entered = 0;
    const admission = new Admission();
    const left = new Promise<void>((resolve) => (admission.leave = () => resolve()));
    const { enter } = admission;
    admission.enter = (kind) => (entered++, enter.call(admission, kind));
    await openWith(admission);
    await (await asked('/api/leads')).text();
    await left;
    expect(entered).toBe(1);
  });
});
