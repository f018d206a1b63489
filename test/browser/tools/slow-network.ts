import { createServer, type Server, type Socket, connect } from 'node:net';
import { once } from 'node:events';

/**
 * Slow connection to the product that can be cut, for documents, scripts, sockets and the service
 * worker.
 */
export class SlowNetwork {
  private readonly sockets = new Set<Socket>();
  private isCut = false;
  /** Time until which the line is busy, in milliseconds since the start of the process. */
  private busyUntil = 0;

  private constructor(
    private readonly server: Server,
    private readonly targetPort: number,
    private readonly speed: { readonly bytesPerSecond: number; readonly latencyMs: number },
  ) {
    server.on('connection', (socket) => this.forward(socket));
  }

  /** Default: the bandwidth of Chromium's "Slow 3G", with a 3G round trip. */
  static async open(
    port: number,
    speed = { bytesPerSecond: 50_000, latencyMs: 300 },
  ): Promise<SlowNetwork> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new SlowNetwork(server, port, speed);
  }

  get url(): string {
    const address = this.server.address();
    return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  }

  cut(): void {
    this.isCut = true;
    for (const socket of this.sockets) socket.destroy();
  }

  restore(): void {
    this.isCut = false;
  }

  async close(): Promise<void> {
    this.cut();
    this.server.close();
    await once(this.server, 'close');
  }

  private forward(clientSide: Socket): void {
    if (this.isCut) return void clientSide.destroy();
    const serverSide = connect(this.targetPort, '127.0.0.1');
    for (const socket of [clientSide, serverSide]) {
      this.sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.sockets.delete(socket);
        clientSide.destroy();
        serverSide.destroy();
      });
    }
    clientSide.on(
      'data',
      (data: Buffer) =>
        void setTimeout(
          () => serverSide.writable && serverSide.write(data),
          this.speed.latencyMs / 2,
        ),
    );
    serverSide.on('data', (data: Buffer) => {
      const now = performance.now();
      this.busyUntil =
        Math.max(this.busyUntil, now) + (data.length / this.speed.bytesPerSecond) * 1_000;
      serverSide.pause();
      const sentAt = this.busyUntil;
      setTimeout(() => serverSide.resume(), sentAt - now);
      setTimeout(
        () => clientSide.writable && clientSide.write(data),
        sentAt - now + this.speed.latencyMs / 2,
      );
    });
    serverSide.on('end', () => {
      const busyMs = Math.max(0, this.busyUntil - performance.now());
      // The last data arrive half a latency after the line is free; the end follows them.
      setTimeout(() => clientSide.end(), busyMs + this.speed.latencyMs);
    });
  }
}
