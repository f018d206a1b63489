import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { EventStoreStandIn } from './event-store-stand-in.js';

/**
 * Control endpoints of a stand-in in another process: POST /faults (some of `Faults`), POST
 * /end-subscriptions, POST /mute, POST /cut (`true` or `false`), GET /state. The other nodes of a
 * cluster request GET /alive.
 */
export async function startControl(
  standIn: EventStoreStandIn,
  port = 0,
): Promise<{ readonly port: number; readonly server: Server }> {
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      if (request.url === '/faults') Object.assign(standIn.faults, JSON.parse(body));
      else if (request.url === '/end-subscriptions') standIn.endSubscriptions();
      else if (request.url === '/mute') standIn.mute();
      else if (request.url === '/cut') standIn.cut(JSON.parse(body) as boolean);
      else if (request.url === '/alive' && standIn.isCut) return void request.socket.destroy();
      const { subscriptions, calls, waitedMs, callCounts, faults, store, isLeading } = standIn;
      const state = {
        events: store.length,
        term: store.term,
        isLeading,
        subscriptions,
        calls,
        waitedMs,
        callCounts,
        faults,
      };
      response.setHeader('content-type', 'application/json').end(JSON.stringify(state));
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, server };
}
