import {
  createServer,
  request as sendRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { connect, type Socket } from 'node:net';
import { once } from 'node:events';

/**
 * Fate of an API request. `lost`: cut before it reaches the server. `unanswered`: handled by the
 * server, but its answer is dropped. `half`: the answer breaks off in its middle. `unheard`:
 * accepted and never forwarded.
 */
export type RequestFate = 'works' | 'lost' | 'unanswered' | 'half' | 'unheard';

/**
 * Connection to the product with a chosen fate for each API request. The app's files are always
 * served.
 */
export class FaultyNetwork {
  /** Chooses the fate of a request, by its address and its command id. */
  chooseFate: (path: string, commandId: string) => RequestFate = () => 'works';
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    private readonly targetPort: number,
  ) {
    server.on('request', (request: IncomingMessage, response: ServerResponse) =>
      this.forward(request, response),
    );
    server.on('upgrade', (request: IncomingMessage, clientSide: Socket, head: Buffer) =>
      this.upgrade(request, clientSide, head),
    );
    server.on('connection', (socket: Socket) => this.trackSocket(socket));
  }

  static async connectTo(port: number): Promise<FaultyNetwork> {
    const server = createServer({ keepAliveTimeout: 60_000 }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new FaultyNetwork(server, port);
  }

  get url(): string {
    const address = this.server.address();
    return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  private trackSocket(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => this.sockets.delete(socket));
  }

  private forward(request: IncomingMessage, answer: ServerResponse): void {
    const path = request.url ?? '/';
    const id = String(request.headers['idempotency-key'] ?? '');
    const fate = path.startsWith('/api/') ? this.chooseFate(path, id) : 'works';
    if (fate === 'lost') return void request.socket.destroy();
    if (fate === 'unheard') return void request.resume();
    const { method, headers } = request;
    const serverRequest = sendRequest(
      { host: '127.0.0.1', port: this.targetPort, method, path, headers },
      (response) => {
        if (fate === 'unanswered') return void response.resume();
        answer.writeHead(response.statusCode ?? 502, response.headers);
        if (fate === 'works') return void response.pipe(answer);
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => {
          const body = Buffer.concat(parts);
          answer.write(body.subarray(0, Math.ceil(body.length / 2)), () =>
            request.socket.destroy(),
          );
        });
      },
    );
    serverRequest.on('error', () => request.socket.destroy());
    // The server completes a started request even if the client is gone.
    request.pipe(serverRequest);
  }

  private upgrade(
    { method, url, rawHeaders }: IncomingMessage,
    clientSide: Socket,
    head: Buffer,
  ): void {
    const serverSide = connect(this.targetPort, '127.0.0.1', () => {
      const lines = rawHeaders.flatMap((name, index) =>
        index % 2 === 0 ? `${name}: ${rawHeaders[index + 1]}` : [],
      );
      serverSide.write(`${[`${method} ${url} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`);
      serverSide.write(head);
      serverSide.pipe(clientSide);
      clientSide.pipe(serverSide);
    });
    this.trackSocket(serverSide);
    clientSide.on('close', () => serverSide.destroy());
    serverSide.on('close', () => clientSide.destroy());
  }
}
