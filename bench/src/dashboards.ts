import { performance } from 'node:perf_hooks';
import { type Socket, io } from 'socket.io-client';

type Told = { readonly changes: readonly { readonly view: string; readonly id: string }[] };
type Wanted = { left: number; readonly heard: (at: number) => void };

/** Open dashboards: sockets that are told of what happens, all in this process, which costs the floor's and ours the same. */
export class Dashboards {
  private readonly wanted = new Map<string, Wanted>();

  private constructor(
    private readonly sockets: readonly Socket[],
    private readonly view: string,
  ) {
    for (const socket of sockets) socket.on('changes', (told: Told) => this.hear(told));
  }

  /** @param rooms what each asks for when it is connected; none where everybody is told everything */
  static async open(url: string, count: number, { view, cookie = '', rooms }: { view: string; cookie?: string; rooms?: readonly string[] }) {
    const sockets = await Promise.all(
      Array.from({ length: count }, async () => {
        const socket = io(url, { transports: ['websocket'], extraHeaders: { cookie }, reconnection: false, forceNew: true });
        await new Promise<void>((resolve, reject) => socket.on('connect', resolve).on('connect_error', reject));
        if (rooms) await socket.timeout(10_000).emitWithAck('resume', { rooms });
        return socket;
      }),
    );
    return new Dashboards(sockets, view);
  }

  /** When the last of them was told of it, by the clock of `performance`. Asked before it is sent. */
  lastToldOf(id: string): Promise<number> {
    return new Promise((heard) => this.wanted.set(id, { left: this.sockets.length, heard }));
  }

  close(): void {
    for (const socket of this.sockets) socket.close();
  }

  private hear({ changes }: Told): void {
    for (const { view, id } of changes) {
      if (view !== this.view) continue;
      const wanted = this.wanted.get(id);
      if (!wanted || --wanted.left > 0) continue;
      this.wanted.delete(id);
      wanted.heard(performance.now());
    }
  }
}
