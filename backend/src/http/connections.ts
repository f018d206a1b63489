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
import { type ProblemCode, problem } from './problem.js';

/** All in milliseconds. docs/operations.md ("Limits of connections") lists them. */
const limits = {
  /** From the first byte of a request, or from the connection on, to the end of its headers. */
  headers: 10_000,
  /** From the headers of a request to the end of its body. */
  body: 15_000,
  /** Instead of `body`, for a signed-in member's upload while bytes keep coming. */
  upload: 45 * 60_000,
  /** Without a request: before the first one, and between two. */
  idle: 20_000,
  /**
   * Idle time that clients are told. Shorter than `idle`, so that no request is sent on a
   * connection about to end.
   */
  announcedIdle: 10_000,
  /** In which an upload has to bring `leastUploaded` bytes. */
  uploadWindow: 20_000,
  /**
   * In which the client has to read something of an answer. A stall is seen after one to two of
   * these.
   */
  unread: 12_000,
  /** To read all of an answer. */
  answer: 45 * 60_000,
  /** How long an answer is kept back from who asks too often. */
  keptBack: 1_000,
  /** Between two looks at all connections. */
  look: 3_000,
} as const;
const leastUploaded = 16 * 1024;

/**
 * So many connections may wait to be accepted, as far as the system lets them
 * (`net.core.somaxconn`). Behind fewer, the kernel drops a newcomer's first packet while another
 * client opens hundreds at once, and it comes again after 1, 3 and 7 s.
 */
export const backlog = 4_096;

/** A request from its headers to the end of its answer and of its body. */
type Exchange = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly since: number;
  /** Bytes that the connection had received when the upload's window began. */
  uploaded?: { at: number; bytes: number };
  /** Its answer is known, and kept back. */
  isKeptBack?: boolean;
};
/** Counts a connection of an address, or so many. Rejects where it has had too many. */
export type ConnectionLimit = (address: string | undefined, times: number) => Promise<void>;
/**
 * Connections that a pipelined request counts as. Its sender does not wait for answers, so all that
 * was sent is read.
 */
const misuse = 20;
type Connection = {
  exchange: Exchange | undefined;
  isNextWaiting: boolean;
  idleSince: number;
  isUpgraded: boolean;
};

/**
 * The HTTP server and its connections. It ends each one that holds something and does not move:
 * that sends no request, half of a request, or does not read its answer; and each one that sends a
 * request before the last one is being answered, or two before it is, which no browser does,
 * because those requests and answers would pile up. One request may come while the last answer is
 * on its way: whoever has read as many bytes as it announced sends the next one, perhaps before we
 * know that a file has no more. It waits for that. Sockets (after an upgrade) have limits of their
 * own.
 */
export class Connections {
  readonly server: Server;
  private readonly open = new Map<Socket, Connection>();
  private readonly looks: NodeJS.Timeout;
  private isClosing = false;

  constructor(
    handle: RequestListener,
    private readonly limit: ConnectionLimit = () => Promise.resolve(),
  ) {
    const serve: RequestListener = (request, response) => {
      const connection = this.open.get(request.socket);
      if (!connection || request.socket.destroyed) return;
      const last = connection.exchange;
      if (last && !last.response.closed) {
        if (!last.request.complete || !last.response.headersSent || connection.isNextWaiting)
          return this.misused(request.socket);
        connection.isNextWaiting = true;
        last.response.once('close', () => {
          connection.isNextWaiting = false;
          serve(request, response);
        });
        return;
      }
      this.begin(connection, request, response);
      // All that came at once is parsed first: of a connection that has sent another request
      // meanwhile nothing is done.
      process.nextTick(() => {
        if (!request.socket.destroyed) handle(request, response);
      });
    };
    this.server = createServer(
      {
        headersTimeout: limits.headers,
        requestTimeout: limits.upload,
        keepAliveTimeout: limits.idle,
        connectionsCheckingInterval: limits.look,
      },
      serve,
    );
    this.server.on('connection', (socket) => this.add(socket));
    this.server.on('upgrade', (_, socket) => this.upgraded(socket as Socket));
    // An expectation that we do not know is none: the request is answered like every other.
    this.server.on('checkExpectation', serve);
    this.server.setTimeout(limits.unread, (socket) => this.stalled(socket));
    this.looks = setInterval(() => this.look(), limits.look).unref();
    this.server.on('close', () => clearInterval(this.looks));
  }

  /** An upload of a signed-in member has more time than other bodies, as long as it moves. */
  expectUpload({ socket }: IncomingMessage): void {
    const exchange = this.open.get(socket)?.exchange;
    if (!exchange) return;
    exchange.uploaded = { at: performance.now(), bytes: socket.bytesRead };
    socket.setTimeout(limits.uploadWindow);
  }

  /**
   * Answers after a pause. Who asks again as soon as it is answered is slowed down by it, at the
   * price of a timer.
   */
  answerLater({ socket }: IncomingMessage, answer: () => void): void {
    const exchange = this.open.get(socket)?.exchange;
    if (!exchange) return answer();
    exchange.isKeptBack = true;
    setTimeout(() => {
      exchange.isKeptBack = false;
      if (!socket.destroyed) answer();
    }, limits.keptBack).unref();
  }

  /**
   * Takes no more connections, ends what is idle or half-sent, lets requests that have come whole
   * be answered within so many milliseconds, and ends everything else.
   */
  async close(within: number): Promise<void> {
    this.isClosing = true;
    this.server.close();
    for (const [socket, { exchange, isUpgraded }] of this.open) {
      if (isUpgraded) continue;
      if (!exchange?.request.complete) socket.destroy();
      else if (!exchange.response.headersSent) exchange.response.setHeader('connection', 'close');
    }
    const latest = performance.now() + within;
    while (this.isAnswering() && performance.now() < latest) await delay(10);
    for (const socket of this.open.keys()) socket.destroy();
  }

  private isAnswering(): boolean {
    for (const { exchange } of this.open.values())
      if (exchange && !exchange.isKeptBack) return true;
    return false;
  }

  private add(socket: Socket): void {
    this.limit(socket.remoteAddress, 1).catch(() => socket.destroy());
    this.open.set(socket, {
      exchange: undefined,
      isNextWaiting: false,
      idleSince: performance.now(),
      isUpgraded: false,
    });
    socket.once('close', () => this.open.delete(socket));
  }

  private upgraded(socket: Socket): void {
    const connection = this.open.get(socket);
    if (connection) connection.isUpgraded = true;
  }

  private misused(socket: Socket): void {
    this.limit(socket.remoteAddress, misuse).catch(() => undefined);
    socket.destroy();
  }

  private begin(connection: Connection, request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const exchange = { request, response, since: performance.now() };
    connection.exchange = exchange;
    if (this.isClosing) response.setHeader('connection', 'close');
    else response.setHeader('keep-alive', `timeout=${limits.announcedIdle / 1_000}`);
    response.once('close', () => this.answered(socket, connection, exchange));
  }

  private answered(socket: Socket, connection: Connection, { request, response }: Exchange): void {
    const now = performance.now();
    connection.idleSince = now;
    // The rest of a refused body has the time of an ordinary one, whatever the route allowed
    // before.
    connection.exchange = request.complete ? undefined : { request, response, since: now };
    if (this.isClosing) socket.destroySoon();
    else if (!request.complete && !socket.destroyed) discard(request);
  }

  private look(): void {
    const now = performance.now();
    for (const [socket, connection] of this.open) {
      if (connection.isUpgraded) continue;
      const { exchange, idleSince } = connection;
      if (!exchange) {
        if (now - idleSince > limits.idle) socket.destroy();
      } else if (!exchange.request.complete) {
        if (isBodyOverdue(exchange, now)) this.end(socket, 'too-slow');
      } else if (exchange.response.closed) {
        connection.exchange = undefined;
      } else if (socket.writableLength > 0 && now - exchange.since > limits.answer)
        socket.resetAndDestroy();
    }
  }

  /** Nothing has come and nothing has gone for a while: is it the other side that does not move? */
  private stalled(socket: Socket): void {
    const exchange = this.open.get(socket)?.exchange;
    if (!exchange) socket.destroy();
    else if (socket.writableLength > 0) socket.resetAndDestroy();
    else if (
      !exchange.request.complete &&
      (exchange.response.closed || exchange.request.readableLength === 0)
    )
      this.end(socket, 'too-slow');
    // The exchange waits for the server.
    else socket.setTimeout(socket.timeout ?? limits.unread);
  }

  private end(socket: Socket, code: ProblemCode): void {
    if (this.open.get(socket)?.exchange?.response.headersSent) socket.destroy();
    else refuseConnection(socket, code);
  }
}

/**
 * Reads and drops the rest of a body. A reader that stopped half way, such as a web stream or a
 * pipe, would pause the socket for ever, and a paused socket never learns that the client has gone.
 */
function discard(request: IncomingMessage): void {
  request.unpipe();
  request.removeAllListeners('data').removeAllListeners('readable').resume();
}

function isBodyOverdue(exchange: Exchange, now: number): boolean {
  const { request, since, uploaded } = exchange;
  if (!uploaded) return now - since > limits.body;
  if (now - uploaded.at < limits.uploadWindow) return false;
  const { bytesRead } = request.socket;
  // Bytes that have arrived and were not read yet wait for the server.
  if (bytesRead - uploaded.bytes < leastUploaded && request.readableLength === 0) return true;
  exchange.uploaded = { at: now, bytes: bytesRead };
  return false;
}

const codes: Readonly<Record<string, ProblemCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'too-slow',
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'too-large',
};

/** Answers bytes that are no request, without the framework, and closes the connection. */
export function refuseUnreadable({ code = '' }: NodeJS.ErrnoException, socket: Socket): void {
  if (code === 'ECONNRESET' || socket.destroyed) socket.destroy();
  else refuseConnection(socket, codes[code] ?? 'bad-request');
}

function refuseConnection(socket: Socket, code: ProblemCode): void {
  const { status, body } = problem(code);
  const text = JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/problem+json; charset=utf-8',
    'Cache-Control: no-store',
    'Connection: close',
    `Content-Length: ${Buffer.byteLength(text)}`,
  ];
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${text}`);
  socket.destroySoon();
}
