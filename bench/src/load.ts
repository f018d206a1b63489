import { performance } from 'node:perf_hooks';
import { Connection, type TimedAnswer } from './connection.js';

type Load = {
  readonly url: string;
  readonly cookie?: string;
  readonly connections: number;
  readonly seconds: number;
  readonly ask: (connection: Connection) => Promise<TimedAnswer>;
};

/**
 * Each connection sends again after each answer.
 * @throws Error for an answer other than 200
 */
export async function runClosedLoop({
  url,
  cookie,
  connections,
  seconds,
  ask,
}: Load): Promise<{ readonly perSecond: number }> {
  let answerCount = 0;
  const end = performance.now() + seconds * 1_000;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const connection = new Connection(url, cookie);
      while (performance.now() < end) {
        const { status, text } = await ask(connection);
        if (status !== 200) throw new Error(`Answered ${status}: ${text}`);
        answerCount++;
      }
      connection.close();
    }),
  );
  return { perSecond: answerCount / seconds };
}

/**
 * Sends requests at a steady rate, however slow the answers are. `dueAt` is the planned time, so
 * that waiting for a connection counts.
 */
export async function runOpenLoop({
  perSecond,
  seconds,
  send,
}: {
  readonly perSecond: number;
  readonly seconds: number;
  readonly send: (dueAt: number) => Promise<void>;
}): Promise<void> {
  const began = performance.now();
  const failures: unknown[] = [];
  const pendingRequests: Promise<void>[] = [];
  const total = perSecond * seconds;
  let sent = 0;
  while (sent < total) {
    const elapsedSeconds = (performance.now() - began) / 1_000;
    const due = Math.min(total, Math.floor(elapsedSeconds * perSecond) + 1);
    while (sent < due) {
      const dueAt = began + (sent / perSecond) * 1_000;
      pendingRequests.push(send(dueAt).catch((error: unknown) => void failures.push(error)));
      sent++;
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await Promise.all(pendingRequests);
  if (failures.length > 0) throw failures[0];
}

/** Connections that a pool opens at the same time. */
const OPENED_AT_ONCE = 16;

/** Connections of an open loop. A request takes a free one or a new one; beyond `max` it waits. */
export class ConnectionPool {
  private readonly free: Connection[] = [];
  private readonly all: Connection[] = [];
  private readonly waiting: ((connection: Connection) => void)[] = [];

  constructor(
    private readonly url: string,
    private readonly cookie = '',
    private readonly max = Infinity,
  ) {}

  /** Opens all connections before the measurement. */
  static async open(url: string, count: number, cookie = ''): Promise<ConnectionPool> {
    const pool = new ConnectionPool(url, cookie, count);
    const connections = Array.from({ length: count }, () => pool.connect());
    // Gradually, because the server accepts one connection per turn of its loop.
    for (let first = 0; first < count; first += OPENED_AT_ONCE)
      await Promise.all(
        connections
          .slice(first, first + OPENED_AT_ONCE)
          .map((connection) => connection.ask('/healthz')),
      );
    pool.free.push(...connections);
    return pool;
  }

  async run<Result>(use: (connection: Connection) => Promise<Result>): Promise<Result> {
    const connection = await this.acquire();
    try {
      return await use(connection);
    } finally {
      const handOver = this.waiting.shift();
      if (handOver) handOver(connection);
      else this.free.push(connection);
    }
  }

  close(): void {
    for (const connection of this.all) connection.close();
  }

  private acquire(): Connection | Promise<Connection> {
    const freeConnection = this.free.pop();
    if (freeConnection) return freeConnection;
    return this.all.length < this.max
      ? this.connect()
      : new Promise((resolve) => this.waiting.push(resolve));
  }

  private connect(): Connection {
    const connection = new Connection(this.url, this.cookie);
    this.all.push(connection);
    return connection;
  }
}
