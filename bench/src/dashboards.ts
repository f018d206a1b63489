import { performance } from 'node:perf_hooks';
import { type Socket, io } from 'socket.io-client';

type Message = { readonly changes: readonly { readonly view: string; readonly id: string }[] };
/** `remaining`: dashboards that have not received the change. */
type PendingChange = { remaining: number; readonly onReceived: (at: number) => void };

/** Connects a socket without automatic reconnection. */
export async function connectSocket(url: string, cookie: string): Promise<Socket> {
  const socket = io(url, {
    transports: ['websocket'],
    extraHeaders: { cookie },
    reconnection: false,
    forceNew: true,
  });
  await new Promise<void>((resolve, reject) =>
    socket.on('connect', resolve).on('connect_error', reject),
  );
  return socket;
}

/** Open dashboards: sockets that receive changes, all in this process. */
export class Dashboards {
  private readonly pendingChanges = new Map<string, PendingChange>();

  private constructor(
    private readonly sockets: readonly Socket[],
    private readonly view: string,
  ) {
    for (const socket of sockets) socket.on('changes', (message: Message) => this.receive(message));
  }

  static async open(
    url: string,
    count: number,
    { view, cookie, rooms }: { view: string; cookie: string; rooms: readonly string[] },
  ) {
    const sockets = await Promise.all(
      Array.from({ length: count }, async () => {
        const socket = await connectSocket(url, cookie);
        await socket.timeout(10_000).emitWithAck('resume', { rooms });
        return socket;
      }),
    );
    return new Dashboards(sockets, view);
  }

  /**
   * Waits until the last dashboard has received a change of the document. Must be called before the
   * command is sent.
   * @returns time at which it has received the change, by `performance.now()`
   */
  waitForLast(id: string): Promise<number> {
    return new Promise((onReceived) =>
      this.pendingChanges.set(id, { remaining: this.sockets.length, onReceived }),
    );
  }

  /**
   * Sends `resume` on every socket, again after each answer, until the signal aborts.
   * @returns number of answers
   */
  async resumeUntil(signal: AbortSignal, message: object): Promise<number> {
    let answerCount = 0;
    await Promise.all(
      this.sockets.map(async (socket) => {
        while (!signal.aborted && socket.connected) {
          await socket
            .timeout(5_000)
            .emitWithAck('resume', message)
            .then(() => answerCount++)
            .catch(() => undefined);
        }
      }),
    );
    return answerCount;
  }

  close(): void {
    for (const socket of this.sockets) socket.close();
  }

  private receive({ changes }: Message): void {
    for (const { view, id } of changes) {
      if (view !== this.view) continue;
      const pendingChange = this.pendingChanges.get(id);
      if (!pendingChange || --pendingChange.remaining > 0) continue;
      this.pendingChanges.delete(id);
      pendingChange.onReceived(performance.now());
    }
  }
}
