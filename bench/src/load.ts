import { performance } from 'node:perf_hooks';
import { Connection, type Timed } from './connection.js';
import { percentile } from './table.js';

/** What a load came to. Times in milliseconds. */
export type Measured = { readonly perSecond: number; readonly p50: number; readonly p99: number };

export type Load = {
  readonly url: string;
  readonly cookie?: string;
  readonly connections: number;
  readonly seconds: number;
  readonly ask: (connection: Connection) => Promise<Timed>;
};

/** Each connection asks again as soon as it is answered. @throws Error for an answer that is not 200: what is refused is no work done */
export async function closedLoop({ url, cookie, connections, seconds, ask }: Load): Promise<Measured> {
  const times: number[] = [];
  const end = performance.now() + seconds * 1_000;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const connection = new Connection(url, cookie);
      while (performance.now() < end) {
        const { status, text, milliseconds } = await ask(connection);
        if (status !== 200) throw new Error(`Answered ${status}: ${text}`);
        times.push(milliseconds);
      }
      connection.close();
    }),
  );
  return { perSecond: times.length / seconds, p50: percentile(times, 50), p99: percentile(times, 99) };
}

/**
 * So many a second, whatever comes back: who is slow does not slow down who asks next. Each is timed from when it was due,
 * so that waiting for a connection counts.
 */
export async function openLoop({
  perSecond,
  seconds,
  send,
}: {
  readonly perSecond: number;
  readonly seconds: number;
  readonly send: (due: number) => Promise<void>;
}): Promise<void> {
  const began = performance.now();
  const failed: unknown[] = [];
  const under: Promise<void>[] = [];
  for (let sent = 0; sent < perSecond * seconds;) {
    const due = Math.min(perSecond * seconds, Math.floor(((performance.now() - began) / 1_000) * perSecond) + 1);
    for (; sent < due; sent++) under.push(send(began + (sent / perSecond) * 1_000).catch((error: unknown) => void failed.push(error)));
    await new Promise((later) => setTimeout(later, 1));
  }
  await Promise.all(under);
  if (failed.length > 0) throw failed[0];
}

/** Connections for an open loop: taken when one is free, made when none is until there are so many; then who comes waits, and that counts. */
export class ConnectionPool {
  private readonly free: Connection[] = [];
  private readonly all: Connection[] = [];
  private readonly waiting: ((connection: Connection) => void)[] = [];

  constructor(
    private readonly url: string,
    private readonly cookie = '',
    private readonly most = Infinity,
  ) {}

  /** All of them open before anything is measured. */
  static async open(url: string, count: number, cookie = ''): Promise<ConnectionPool> {
    const pool = new ConnectionPool(url, cookie, count);
    const made = Array.from({ length: count }, () => pool.made());
    // Not all at once: a server takes one new connection in each turn of its loop.
    for (let next = 0; next < count; next += 16) await Promise.all(made.slice(next, next + 16).map((connection) => connection.ask('/healthz')));
    pool.free.push(...made);
    return pool;
  }

  async with<Result>(use: (connection: Connection) => Promise<Result>): Promise<Result> {
    const connection = await this.one();
    try {
      return await use(connection);
    } finally {
      const next = this.waiting.shift();
      if (next) next(connection);
      else this.free.push(connection);
    }
  }

  close(): void {
    for (const connection of this.all) connection.close();
  }

  private one(): Connection | Promise<Connection> {
    const free = this.free.pop();
    if (free) return free;
    return this.all.length < this.most ? this.made() : new Promise((resolve) => this.waiting.push(resolve));
  }

  private made(): Connection {
    const connection = new Connection(this.url, this.cookie);
    this.all.push(connection);
    return connection;
  }
}
