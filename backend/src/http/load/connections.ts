import {
  type IncomingMessage,
  type RequestListener,
  STATUS_CODES,
  type Server,
  type ServerResponse,
  createServer,
} from 'node:http';
import type { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { type ProblemCode, problem } from '../problems/problem.js';

/** Limits in milliseconds, listed in docs/operations.md ("Limits of connections"). */
const LIMITS_MS = {
  /** From a request's first byte, or from the connection, to the end of the headers. */
  headers: 10_000,
  /** From the headers of a request to the end of its body. */
  body: 15_000,
  /** Replaces `body` for a signed-in member's upload while bytes arrive. */
  upload: 45 * 60_000,
  /** Time without a request, at the start or between two. */
  idle: 20_000,
  /**
   * Idle time announced to clients; shorter than `idle`, so that they send nothing on a closing
   * connection.
   */
  announcedIdle: 10_000,
  /** Window in which an upload must bring `MIN_UPLOADED_BYTES`. */
  uploadWindow: 20_000,
  /**
   * Time in which the client must read something of an answer. A stall is noticed after one or two
   * such times.
   */
  unread: 12_000,
  /** Time to read a whole answer. */
  answer: 45 * 60_000,
  /** Delay of an answer to a client that asks too often. */
  delayedAnswer: 1_000,
  /** Interval of checks of all connections. */
  check: 3_000,
} as const;
const MIN_UPLOADED_BYTES = 16 * 1024;

/**
 * Connections that may wait for acceptance, limited by `net.core.somaxconn`. With fewer, the kernel
 * drops a newcomer's first packet while another client opens hundreds, and the retry comes after 1,
 * 3 and 7 s.
 */
export const LISTEN_BACKLOG = 4_096;

/** Request with its answer, until both have ended. */
type Exchange = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly since: number;
  /** Bytes that the connection had received at the start of the upload window. */
  uploaded?: { at: number; bytes: number };
  /** The answer is ready and delayed. */
  isDelayed?: boolean;
};
/** Counts connections of an address. Rejects above the limit. */
export type ConnectionLimit = (address: string | undefined, times: number) => Promise<void>;
/**
 * Number of connections that one pipelined request counts as. All requests of a client that
 * pipelines have to be parsed.
 */
const PIPELINING_PENALTY = 20;
type Connection = {
  exchange: Exchange | undefined;
  isNextWaiting: boolean;
  idleSince: number;
  isUpgraded: boolean;
};

/**
 * HTTP server that closes idle, slow (slowloris), pipelining and non-reading connections. A request
 * that arrives while the last answer is being sent waits, because a client may see the end of an
 * answer before the server does. Upgraded sockets have their own limits.
 */
export class Connections {
  readonly server: Server;
  private readonly open = new Map<Socket, Connection>();
  private readonly checkTimer: NodeJS.Timeout;
  private isClosing = false;

  constructor(
    handle: RequestListener,
    private readonly countConnection: ConnectionLimit = () => Promise.resolve(),
  ) {
    const serve: RequestListener = (request, response) => {
      const connection = this.open.get(request.socket);
      if (!connection || request.socket.destroyed) return;
      const last = connection.exchange;
      if (last && !last.response.closed) {
        if (!last.request.complete || !last.response.headersSent || connection.isNextWaiting)
          return this.punishPipelining(request.socket);
        connection.isNextWaiting = true;
        last.response.once('close', () => {
          connection.isNextWaiting = false;
          serve(request, response);
        });
        return;
      }
      this.startExchange(connection, request, response);
      // Answers only after the rest of the packet is parsed, so that a connection that pipelines
      // gets no answer.
      process.nextTick(() => {
        if (!request.socket.destroyed) handle(request, response);
      });
    };
    this.server = createServer(
      {
        headersTimeout: LIMITS_MS.headers,
        requestTimeout: LIMITS_MS.upload,
        keepAliveTimeout: LIMITS_MS.idle,
        connectionsCheckingInterval: LIMITS_MS.check,
      },
      serve,
    );
    this.server.on('connection', (socket) => this.add(socket));
    this.server.on('upgrade', (_, socket) => this.markUpgraded(socket as Socket));
    // An unknown `Expect` header is ignored.
    this.server.on('checkExpectation', serve);
    this.server.setTimeout(LIMITS_MS.unread, (socket) => this.handleStall(socket));
    this.checkTimer = setInterval(() => this.checkConnections(), LIMITS_MS.check).unref();
    this.server.on('close', () => clearInterval(this.checkTimer));
  }

  /** Gives an upload of a signed-in member more time than other bodies, while bytes arrive. */
  expectUpload({ socket }: IncomingMessage): void {
    const exchange = this.open.get(socket)?.exchange;
    if (!exchange) return;
    exchange.uploaded = { at: performance.now(), bytes: socket.bytesRead };
    socket.setTimeout(LIMITS_MS.uploadWindow);
  }

  /** Answers after a delay, which slows clients that retry at once. */
  answerLater({ socket }: IncomingMessage, answer: () => void): void {
    const exchange = this.open.get(socket)?.exchange;
    if (!exchange) return answer();
    exchange.isDelayed = true;
    setTimeout(() => {
      exchange.isDelayed = false;
      if (!socket.destroyed) answer();
    }, LIMITS_MS.delayedAnswer).unref();
  }

  /**
   * Stops listening, closes idle and half-sent connections, waits for running answers, then closes
   * the rest.
   */
  async close(timeoutMs: number): Promise<void> {
    this.isClosing = true;
    this.server.close();
    for (const [socket, { exchange, isUpgraded }] of this.open) {
      if (isUpgraded) continue;
      if (!exchange?.request.complete) socket.destroy();
      else if (!exchange.response.headersSent) exchange.response.setHeader('connection', 'close');
    }
    const giveUpAt = performance.now() + timeoutMs;
    while (this.isAnswering() && performance.now() < giveUpAt) await delay(10);
    for (const socket of this.open.keys()) socket.destroy();
  }

  private isAnswering(): boolean {
    for (const { exchange } of this.open.values()) if (exchange && !exchange.isDelayed) return true;
    return false;
  }

  private add(socket: Socket): void {
    this.countConnection(socket.remoteAddress, 1).catch(() => socket.destroy());
    this.open.set(socket, {
      exchange: undefined,
      isNextWaiting: false,
      idleSince: performance.now(),
      isUpgraded: false,
    });
    socket.once('close', () => this.open.delete(socket));
  }

  private markUpgraded(socket: Socket): void {
    const connection = this.open.get(socket);
    if (connection) connection.isUpgraded = true;
  }

  private punishPipelining(socket: Socket): void {
    this.countConnection(socket.remoteAddress, PIPELINING_PENALTY).catch(() => undefined);
    socket.destroy();
  }

  private startExchange(
    connection: Connection,
    request: IncomingMessage,
    response: ServerResponse,
  ): void {
    const { socket } = request;
    const exchange = { request, response, since: performance.now() };
    connection.exchange = exchange;
    if (this.isClosing) response.setHeader('connection', 'close');
    else response.setHeader('keep-alive', `timeout=${LIMITS_MS.announcedIdle / 1_000}`);
    response.once('close', () => this.endExchange(socket, connection, exchange));
  }

  private endExchange(
    socket: Socket,
    connection: Connection,
    { request, response }: Exchange,
  ): void {
    const now = performance.now();
    connection.idleSince = now;
    // The rest of a refused body has the time of an ordinary body.
    connection.exchange = request.complete ? undefined : { request, response, since: now };
    if (this.isClosing) socket.destroySoon();
    else if (!request.complete && !socket.destroyed) drain(request);
  }

  private checkConnections(): void {
    const now = performance.now();
    for (const [socket, connection] of this.open) {
      if (connection.isUpgraded) continue;
      const { exchange, idleSince } = connection;
      if (!exchange) {
        if (now - idleSince > LIMITS_MS.idle) socket.destroy();
      } else if (!exchange.request.complete) {
        if (checkBodyOverdue(exchange, now)) this.refuse(socket, 'too-slow');
      } else if (exchange.response.closed) {
        connection.exchange = undefined;
      } else if (socket.writableLength > 0 && now - exchange.since > LIMITS_MS.answer)
        socket.resetAndDestroy();
    }
  }

  /** Handles a socket without traffic: closes it if the client is the one that stalls. */
  private handleStall(socket: Socket): void {
    const exchange = this.open.get(socket)?.exchange;
    if (!exchange) socket.destroy();
    else if (socket.writableLength > 0) socket.resetAndDestroy();
    else if (isWaitingForClient(exchange)) this.refuse(socket, 'too-slow');
    else socket.setTimeout(socket.timeout ?? LIMITS_MS.unread);
  }

  private refuse(socket: Socket, code: ProblemCode): void {
    if (this.open.get(socket)?.exchange?.response.headersSent) socket.destroy();
    else refuseConnection(socket, code);
  }
}

/**
 * Drains the rest of a body. A reader that stopped half-way would leave the socket paused, and a
 * paused socket never notices that the client has gone.
 */
function drain(request: IncomingMessage): void {
  request.unpipe();
  request.removeAllListeners('data').removeAllListeners('readable').resume();
}

/** Whether bytes of the body are missing, rather than received and not read by the server yet. */
const isWaitingForClient = ({ request, response }: Exchange): boolean =>
  !request.complete && (response.closed || request.readableLength === 0);

/** Whether a body is overdue. Starts the next window of an upload that keeps up. */
function checkBodyOverdue(exchange: Exchange, now: number): boolean {
  const { request, since, uploaded } = exchange;
  if (!uploaded) return now - since > LIMITS_MS.body;
  if (now - uploaded.at < LIMITS_MS.uploadWindow) return false;
  const { bytesRead } = request.socket;
  // Bytes that arrived unread wait for the server, not for the client.
  if (bytesRead - uploaded.bytes < MIN_UPLOADED_BYTES && request.readableLength === 0) return true;
  exchange.uploaded = { at: now, bytes: bytesRead };
  return false;
}

const PROBLEM_BY_ERROR: Readonly<Record<string, ProblemCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'too-slow',
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'too-large',
};

/** Answers bytes that are not HTTP, without the framework, and closes the connection. */
export function refuseUnreadable({ code = '' }: NodeJS.ErrnoException, socket: Socket): void {
  if (code === 'ECONNRESET' || socket.destroyed) socket.destroy();
  else refuseConnection(socket, PROBLEM_BY_ERROR[code] ?? 'bad-request');
}

function refuseConnection(socket: Socket, code: ProblemCode): void {
  const { status, body } = problem(code);
  const text = JSON.stringify(body);
  const responseHead = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/problem+json; charset=utf-8',
    'Cache-Control: no-store',
    'Connection: close',
    `Content-Length: ${Buffer.byteLength(text)}`,
  ];
  if (socket.writable) socket.write(`${responseHead.join('\r\n')}\r\n\r\n${text}`);
  socket.destroySoon();
}
