import { once } from 'node:events';
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';

/** Proxy that simulates a hanging network or machine: connections stay open without answers. */
export class FreezingProxy {
  private readonly pairs = new Set<readonly [Socket, Socket]>();
  private readonly server = createServer((incoming) => this.forward(incoming));
  private isHanging = false;

  private constructor(private readonly targetPort: number) {}

  static async start(targetPort: number): Promise<FreezingProxy> {
    const proxy = new FreezingProxy(targetPort);
    proxy.server.listen(0, '127.0.0.1');
    await once(proxy.server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Number of open connections. */
  get connections(): number {
    return this.pairs.size;
  }

  /** Silences present connections until `thaw`; new ones work. */
  freeze(): void {
    for (const pair of this.pairs) for (const socket of pair) socket.unpipe().pause();
  }

  /** Silences all connections, including new ones, until `thaw`. */
  hang(): void {
    this.isHanging = true;
    this.freeze();
  }

  /** Delivers held data, like a machine that continues. */
  thaw(): void {
    this.isHanging = false;
    for (const pair of this.pairs) pipeBothWays(pair);
  }

  /** Closes all present connections, by a reset or regularly. */
  cutOff(way: 'reset' | 'end'): void {
    for (const [incoming, outgoing] of this.pairs) {
      if (way === 'reset') incoming.resetAndDestroy();
      else incoming.unpipe().end();
      outgoing.unpipe().destroy();
    }
  }

  close(): void {
    for (const pair of this.pairs) for (const socket of pair) socket.destroy();
    this.server.close();
  }

  private forward(incoming: Socket): void {
    const pair = [incoming, connect(this.targetPort, '127.0.0.1')] as const;
    this.pairs.add(pair);
    for (const socket of pair) {
      socket.setNoDelay(); // Delayed acknowledgements would add 40 ms to small answers.
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        this.pairs.delete(pair);
        for (const each of pair) each.destroy();
      });
    }
    if (this.isHanging) incoming.pause();
    else pipeBothWays(pair);
  }
}

function pipeBothWays([incoming, outgoing]: readonly [Socket, Socket]): void {
  incoming.pipe(outgoing);
  outgoing.pipe(incoming);
}
