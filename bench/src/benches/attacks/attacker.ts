import { type Socket, connect } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

/**
 * Attack of one kind over bare sockets in its own thread, so that the load generator does not limit
 * it.
 */
export type Attack = {
  readonly port: number;
  readonly connections: number;
  /** Source address on this machine. */
  readonly from: string;
  /** HTTP requests that a connection sends in turn. */
  readonly requests: readonly string[];
  /**
   * `hold`: send once and keep the connection. `repeat`: send the next as soon as the last is
   * answered. `never-read`: send and do not read. `reopen`: send and open another one at once.
   */
  readonly afterSending: 'hold' | 'repeat' | 'never-read' | 'reopen';
};

/** Figures since the start of the attack. */
export type AttackResult = {
  readonly opened: number;
  readonly answers: Readonly<Record<string, number>>;
  /** Answers of 429 or 503 without `Retry-After`. */
  readonly withoutRetryAfter: number;
  /** Longest life of a connection in milliseconds; open ones count until now. */
  readonly longestHeldMs: number;
};

const REOPEN_AFTER_MS = 200;

/** Runs until the thread is stopped, then posts its result. */
function attack({ port, connections, from, requests, afterSending }: Attack): void {
  const openedAtBySocket = new Map<Socket, number>();
  const answers: Record<string, number> = {};
  let [nextRequest, openedCount, withoutRetryAfter, longestHeldMs, isStopped] = [0, 0, 0, 0, false];

  const openConnection = (): void => {
    if (isStopped) return;
    const socket = connect({ host: '127.0.0.1', port, localAddress: from, noDelay: true });
    openedCount++;
    openedAtBySocket.set(socket, performance.now());
    let unread = '';
    const send = () => socket.write(requests[nextRequest++ % requests.length]!);
    socket.on('connect', () => {
      send();
      if (afterSending === 'never-read') socket.pause();
      if (afterSending === 'reopen') socket.resetAndDestroy();
    });
    if (afterSending !== 'never-read')
      socket.on('data', (bytes) => {
        unread += bytes.toString('latin1');
        const end = unread.indexOf('\r\n\r\n');
        if (end < 0) return;
        const head = unread.slice(0, end);
        const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
        const isChunked = /\r\ntransfer-encoding: chunked/i.test(head);
        if (isChunked ? !unread.endsWith('\r\n0\r\n\r\n') : unread.length < end + 4 + length)
          return;
        unread = '';
        const status = head.slice(9, 12);
        answers[status] = (answers[status] ?? 0) + 1;
        if ((status === '429' || status === '503') && !/\r\nretry-after: \d/i.test(head))
          withoutRetryAfter++;
        if (/\r\nconnection: close/i.test(head)) socket.destroy();
        else if (afterSending === 'repeat') send();
      });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      longestHeldMs = Math.max(longestHeldMs, performance.now() - openedAtBySocket.get(socket)!);
      openedAtBySocket.delete(socket);
      if (afterSending === 'reopen') setImmediate(openConnection);
      else setTimeout(openConnection, REOPEN_AFTER_MS);
    });
  };
  for (let count = 0; count < connections; count++) openConnection();

  parentPort!.on('message', () => {
    isStopped = true;
    const now = performance.now();
    for (const [socket, since] of openedAtBySocket) {
      longestHeldMs = Math.max(longestHeldMs, now - since);
      socket.removeAllListeners('close');
      socket.destroy();
    }
    parentPort!.postMessage({
      opened: openedCount,
      answers,
      withoutRetryAfter,
      longestHeldMs,
    } satisfies AttackResult);
    parentPort!.close();
  });
}

attack(workerData as Attack);
