import type { INestApplicationContext } from '@nestjs/common';
import { IoAdapter } from '@nestjs/platform-socket.io';
import type { Server, ServerOptions } from 'socket.io';
import type { SocketGuard } from './socket-guard.js';
import type { SocketAdapter } from './sockets-on-redis.js';

/** A connection that has not said who it is by then ends, in milliseconds. */
const connectTimeout = 5_000;

/** Sockets of this backend; with an adapter it also reaches those of the other backends. */
export class SocketServer extends IoAdapter {
  constructor(
    app: INestApplicationContext,
    private readonly across: SocketAdapter | undefined,
    private readonly guard: SocketGuard,
  ) {
    super(app);
  }

  override createIOServer(port: number, options?: ServerOptions): Server {
    const allowRequest: ServerOptions['allowRequest'] = (request, answer) =>
      void this.guard.mayConnect(request).then(
        (may) => answer(may ? undefined : 'refused', may),
        () => answer('refused', false),
      );
    const server = super.createIOServer(port, {
      ...options,
      connectTimeout,
      allowRequest,
    } as ServerOptions) as Server;
    if (this.across) server.adapter(this.across);
    return server;
  }
}
