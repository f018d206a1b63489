import { randomUUID } from 'node:crypto';
import { type Socket, connect } from 'node:net';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';

type RequestOptions = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};
export type TimedAnswer = {
  readonly status: number;
  readonly text: string;
  readonly milliseconds: number;
  /** Head of the answer as received. */
  readonly head: string;
};
type PendingRequest = {
  readonly since: number;
  readonly resolve: (answer: TimedAnswer) => void;
  readonly reject: (error: Error) => void;
};

const endOfHead = Buffer.from('\r\n\r\n');
const STATUS_OFFSET = 'HTTP/1.1 '.length;

/**
 * Kept-alive connection that sends one request after the other over a bare socket. The load shares
 * two cores with the product, so it has to cost little. Reads only answers with a `Content-Length`,
 * as this server sends them.
 */
export class Connection {
  private socket: Socket | undefined;
  private waiting: PendingRequest | undefined;
  private received: Buffer = Buffer.alloc(0);
  private readonly host: string;
  private readonly port: number;
  private readonly sharedHeaders: string;

  constructor(address: string, cookie = '') {
    const { hostname, port, host } = new URL(address);
    [this.host, this.port] = [hostname, Number(port)];
    this.sharedHeaders = `Host: ${host}\r\n${cookie && `Cookie: ${cookie}\r\n`}`;
  }

  ask(
    path: string,
    { method = 'GET', headers = {}, body }: RequestOptions = {},
  ): Promise<TimedAnswer> {
    if (this.waiting) throw new Error('One request after the other');
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const length = body === undefined ? '' : `Content-Length: ${Buffer.byteLength(body)}\r\n`;
    return new Promise((resolve, reject) => {
      this.waiting = { since: performance.now(), resolve, reject };
      this.open().write(
        `${method} ${path} HTTP/1.1\r\n${this.sharedHeaders}${lines.join('')}${length}\r\n${body ?? ''}`,
      );
    });
  }

  sendCommand(name: string, key: string, data: object): Promise<TimedAnswer> {
    return this.post(`/api/commands/${name}`, data, { 'Idempotency-Key': key });
  }

  post(
    path: string,
    data: object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<TimedAnswer> {
    return this.ask(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(data),
    });
  }

  close(): void {
    this.socket?.destroy();
    this.socket = undefined;
  }

  private open(): Socket {
    if (this.socket) return this.socket;
    const socket = (this.socket = connect({ host: this.host, port: this.port, noDelay: true }));
    socket.on('data', (bytes) => this.receive(bytes));
    socket.on('error', (error) => this.dropSocket(error));
    socket.on('close', () => this.dropSocket(new Error('The connection was closed')));
    return socket;
  }

  private dropSocket(error: Error): void {
    this.socket = undefined;
    this.received = Buffer.alloc(0);
    const { waiting } = this;
    this.waiting = undefined;
    waiting?.reject(error);
  }

  private receive(bytes: Buffer): void {
    this.received = this.received.length === 0 ? bytes : Buffer.concat([this.received, bytes]);
    const end = this.received.indexOf(endOfHead);
    if (end < 0) return;
    const head = this.received.toString('latin1', 0, end);
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    if (length === undefined)
      return this.dropSocket(new Error(`An answer without its length: ${head}`));
    const from = end + endOfHead.length;
    if (this.received.length < from + Number(length)) return;
    const text = this.received.toString('utf8', from, from + Number(length));
    this.received = Buffer.alloc(0);
    const { since, resolve } = this.waiting!;
    this.waiting = undefined;
    resolve({
      status: Number(head.slice(STATUS_OFFSET, STATUS_OFFSET + 3)),
      text,
      head,
      milliseconds: performance.now() - since,
    });
    // `Connection: close`: the server answers nothing more on this socket.
    if (/\r\nconnection: close/i.test(head)) this.close();
  }
}

/**
 * Sends a command, and repeats it each second while the server sheds load (503).
 * @throws Error for any other status
 */
export async function sendUntilAccepted(
  connection: Connection,
  name: string,
  data: object,
): Promise<void> {
  const key = randomUUID();
  for (;;) {
    const { status, text } = await connection.sendCommand(name, key, data);
    if (status === 200) return;
    if (status !== 503) throw new Error(`${name} was answered ${status}: ${text}`);
    await pause(1_000);
  }
}

/**
 * Runs pieces of work on the connections, each taking the next piece when it is done.
 * @returns duration of all work in seconds
 */
export async function runInParallel<Work>(
  works: readonly Work[],
  connections: readonly Connection[],
  each: (work: Work, connection: Connection) => Promise<void>,
): Promise<number> {
  const since = performance.now();
  let next = 0;
  await Promise.all(
    connections.map(async (connection) => {
      while (next < works.length) await each(works[next++]!, connection);
    }),
  );
  return (performance.now() - since) / 1_000;
}
