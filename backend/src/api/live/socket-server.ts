import type { INestApplicationContext } from '@nestjs/common';
import { IoAdapter } from '@nestjs/platform-socket.io';
import type { Server, ServerOptions } from 'socket.io';
import type { SocketGuard } from './socket-guard.js';
import type { SocketAdapter } from './sockets-on-redis.js';

/** Time in which a connection has to authenticate. */
const CONNECT_TIMEOUT_MS = 5_000;

/** Socket server of this backend. With an adapter it also reaches the sockets of other backends. */
export class SocketServer extends IoAdapter {
  constructor(
    app: INestApplicationContext,
    private readonly clusterAdapter: SocketAdapter | undefined,
    private readonly guard: SocketGuard,
  ) {
    super(app);
  }

  override createIOServer(port: number, options?: ServerOptions): Server {
    const allowRequest: ServerOptions['allowRequest'] = (request, answer) =>
      void this.guard.admitConnection(request).then(
        (isAdmitted) => answer(isAdmitted ? undefined : 'refused', isAdmitted),
        () => answer('refused', false),
      );
    const server = super.createIOServer(port, {
      ...options,
      connectTimeout: CONNECT_TIMEOUT_MS,
      allowRequest,
    } as ServerOptions) as Server;
    if (this.clusterAdapter) server.adapter(this.clusterAdapter);
    return server;
  }
}
