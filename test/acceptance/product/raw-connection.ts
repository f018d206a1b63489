import { once } from 'node:events';
import { type Socket, connect } from 'node:net';

/** Connection that sends bytes directly, and may leave the answer unread. */
export class RawConnection {
  private text = '';
  private isClosed = false;

  /** Local port, by which both ends identify the connection. */
  port = 0;

  private constructor(readonly socket: Socket) {
    socket.on('error', () => {});
    socket.on('connect', () => (this.port = socket.localPort ?? 0));
    socket.on('close', () => (this.isClosed = true));
  }

  /** @param reads whether answers are read from the beginning on */
  static async open(port: number, firstBytes = '', { reads = true } = {}): Promise<RawConnection> {
    const socket = connect(port, '127.0.0.1');
    const connection = new RawConnection(socket);
    if (reads) connection.read();
    else socket.pause();
    await once(socket, 'connect');
    if (firstBytes !== '') socket.write(firstBytes);
    return connection;
  }

  /** Starts reading. Without reading, a close is not noticed. */
  read(): void {
    this.socket.on('data', (chunk: Buffer) => (this.text += chunk.toString('latin1'))).resume();
  }

  send(text: string): void {
    if (!this.isClosed) this.socket.write(text);
  }

  get received(): string {
    return this.text;
  }

  /**
   * Waits until the server closes the connection.
   * @throws Error if it is still open after `withinMs` milliseconds
   */
  async untilClosed(withinMs: number): Promise<void> {
    const endOrTimeout =
      this.isClosed || once(this.socket, 'close', { signal: AbortSignal.timeout(withinMs) });
    await Promise.resolve(endOrTimeout).catch(() => {
      throw new Error(
        `The server has not ended a connection within ${withinMs} ms; it said ${JSON.stringify(this.text.slice(0, 200))}`,
      );
    });
  }

  drop(): void {
    this.socket.destroy();
  }
}

export type RawAnswer = {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
};

/** Sends one request with its path unchanged, because HTTP clients normalise some paths. */
export async function sendRawRequest(
  port: number,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body = '',
): Promise<RawAnswer> {
  const lines = Object.entries({ Host: 'localhost', Connection: 'close', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const connection = await RawConnection.open(
    port,
    `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`,
  );
  await connection.untilClosed(20_000);
  const [head = '', ...bodyParts] = connection.received.split('\r\n\r\n');
  const [statusLine = '', ...headerLines] = head.split('\r\n');
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: new Map(
      headerLines.map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
    ),
    body: bodyParts.join('\r\n\r\n'),
  };
}
