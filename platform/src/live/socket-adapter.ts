import type { Server } from 'socket.io';

/** What carries to the sockets of other processes what one process has to do to them; `undefined` where there is one process. */
export type SocketAdapter = NonNullable<Parameters<Server['adapter']>[0]>;
