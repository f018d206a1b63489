import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';

type Sent = { readonly method?: string; readonly headers?: Readonly<Record<string, string>>; readonly body?: string };
export type Timed = { readonly status: number; readonly text: string; readonly milliseconds: number };

/** One kept-alive connection, one request after the other: nothing between the server and the clock but node's own client. */
export class Connection {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(
    private readonly address: string,
    private readonly cookie = '',
  ) {}

  ask(path: string, { method = 'GET', headers = {}, body }: Sent = {}): Promise<Timed> {
    const since = performance.now();
    return new Promise((done, failed) => {
      const asking = request(this.address + path, { agent: this.agent, method, headers: { Cookie: this.cookie, ...headers } }, (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        answer.on('end', () => done({ status: answer.statusCode!, text, milliseconds: performance.now() - since }));
      });
      asking.on('error', failed);
      asking.end(body);
    });
  }

  command(name: string, key: string, data: object): Promise<Timed> {
    const body = JSON.stringify(data);
    return this.ask(`/api/commands/${name}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)), 'Idempotency-Key': key },
      body,
    });
  }

  close(): void {
    this.agent.destroy();
  }
}

/** So many connections, each doing its next piece of work as soon as the last is done. Answers how long all of it took, in seconds. */
export async function inParallel<Work>(
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
