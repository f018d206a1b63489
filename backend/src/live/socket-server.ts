import type { SocketAdapter } from '#platform/live/socket-adapter.js';
import type { INestApplicationContext } from '@nestjs/common';
import { IoAdapter } from '@nestjs/platform-socket.io';
import type { Server, ServerOptions } from 'socket.io';

/** Sockets of this backend; with an adapter it also reaches those of the other backends. */
export class SocketServer extends IoAdapter {
  constructor(
    app: INestApplicationContext,
    private readonly across: SocketAdapter | undefined,
  ) {
    super(app);
  }

  override createIOServer(port: number, options?: ServerOptions): Server {
    const server = super.createIOServer(port, options) as Server;
    if (this.across) server.adapter(this.across);
    return server;
  }
}
