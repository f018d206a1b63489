import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';

/** Passes connections to the backends in turn, skipping those that refuse. */
export class LoadBalancer {
  private readonly openSockets = new Set<Socket>();
  /** Number of connections per backend. */
  readonly connections: number[];
  private turn = 0;

  private constructor(
    private readonly server: Server,
    private readonly ports: readonly number[],
  ) {
    this.connections = ports.map(() => 0);
    server.on('connection', (client) => this.forward(client, this.turn++, ports.length));
  }

  static async start(ports: readonly number[]): Promise<LoadBalancer> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new LoadBalancer(server, ports);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    for (const socket of this.openSockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  private forward(client: Socket, turn: number, tries: number): void {
    const index = turn % this.ports.length;
    const backend = connect(this.ports[index]!, '127.0.0.1');
    for (const socket of [client, backend]) {
      this.openSockets.add(socket);
      socket.once('close', () => this.openSockets.delete(socket));
    }
    const closeBoth = () => {
      client.destroy();
      backend.destroy();
    };
    const tryNextBackend = () =>
      tries > 1 ? this.forward(client, turn + 1, tries - 1) : client.destroy();
    backend.once('error', tryNextBackend);
    if (tries === this.ports.length) client.on('error', closeBoth);
    backend.once('connect', () => {
      this.connections[index]!++;
      backend.off('error', tryNextBackend).on('error', closeBoth).once('close', closeBoth);
      client.once('close', closeBoth);
      client.pipe(backend).pipe(client);
    });
  }
}
