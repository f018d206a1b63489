import { randomUUID } from 'node:crypto';
import { io } from 'socket.io-client';
import { v7 as newId } from 'uuid';
import { type Person, newPhone, cookieOf } from './person.js';
import type { Product } from './product.js';
import { RawConnection } from './raw-connection.js';
import { until } from './until.js';

/** Time within which a process has to end after SIGTERM. */
export const SHUTDOWN_TIMEOUT_MS = 5_000;

/** People who capture leads sequentially, repeating each with its key until it is answered. */
export class CaptureTraffic {
  readonly acknowledged: { readonly person: Person; readonly leadId: string }[] = [];
  private isOver = false;
  private readonly work: Promise<unknown>;

  constructor(people: readonly Person[], { each = 4 } = {}) {
    this.work = Promise.all(
      people.flatMap((person) => Array.from({ length: each }, () => this.capture(person))),
    );
  }

  /** Starts no more leads and waits for running ones, at most 60 s. */
  async end(): Promise<void> {
    this.isOver = true;
    await this.work;
  }

  private async capture(person: Person): Promise<void> {
    while (!this.isOver) {
      const data = {
        leadId: newId(),
        firstName: 'Rajesh',
        lastName: 'Patil',
        phone: newPhone(),
        city: 'Pune',
        type: 'Builder',
      };
      const key = randomUUID();
      const trySend = () =>
        person.send('CreateLead', data, { key }).then(
          () => true,
          () => false,
        );
      await until(trySend, {
        withinMs: 60_000,
        everyMs: 50,
        what: () => 'a lead to be acknowledged',
      });
      this.acknowledged.push({ person, leadId: data.leadId });
    }
  }
}

/**
 * Connections that could delay a backend's end: half-sent requests, idle connections, unread
 * answers, open sockets.
 */
export async function holdConnections(
  { port, url }: Product,
  person: Person,
): Promise<{ drop(): void }> {
  const head = 'Host: localhost\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{';
  const cookie = cookieOf(person);
  const firstBytes = [
    '',
    'GET /api/site HTTP/1.1\r\nHost: l',
    'GET /api/site HTTP/1.1\r\nHost: localhost\r\n\r\n',
    `POST /api/auth/sign-in HTTP/1.1\r\n${head}`,
    `POST /api/commands/CreateLead HTTP/1.1\r\nCookie: ${cookie}\r\n${head}`,
  ];
  const connections = await Promise.all(
    firstBytes.flatMap((first) =>
      Array.from({ length: 20 }, () => RawConnection.open(port, first, { reads: false })),
    ),
  );
  const sockets = Array.from({ length: 10 }, () =>
    io(url, {
      transports: ['websocket'],
      extraHeaders: { cookie },
      reconnection: false,
      forceNew: true,
    }),
  );
  await Promise.all(
    sockets.map((socket) => new Promise<void>((resolve) => socket.once('connect', resolve))),
  );
  return {
    drop() {
      for (const connection of connections) connection.drop();
      for (const socket of sockets) socket.close();
    },
  };
}

/** Ends the product by SIGTERM, and measures how long that takes. */
export async function timeShutdown(
  product: Product,
): Promise<{ readonly code: number | null; readonly durationMs: number }> {
  const began = performance.now();
  const code = await product.end('SIGTERM');
  return { code, durationMs: performance.now() - began };
}
