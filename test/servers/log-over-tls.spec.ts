import { EventLogOnEventStore } from '#platform/event-log/event-log-on-eventstore.js';
import { eventLogContract } from '#platform/event-log/event-log.contract.js';
import { folders } from '#platform/testing/folders.js';
import { AccessDeniedError, EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventStoreStandIn } from './event-store-stand-in/event-store-stand-in.js';

/**
 * EventStoreDB with TLS (a certificate by a private authority), a password, and a user with the
 * minimal rights that `docs/operations.md` names.
 */

const folder = folders();
const certificates = mkdtempSync(join(tmpdir(), 'certificates-'));
const pathOf = (name: string) => join(certificates, name);
const openssl = (...args: readonly string[]) => execFileSync('openssl', args, { stdio: 'pipe' });
const standIns = new Map<EventLogOnEventStore, EventStoreStandIn>();
const logs: EventLogOnEventStore[] = [];

beforeAll(() => {
  const newKey = ['-newkey', 'rsa:2048', '-nodes'];
  for (const authority of ['ca', 'another'])
    openssl(
      'req',
      '-x509',
      ...newKey,
      '-keyout',
      pathOf(`${authority}.key`),
      '-out',
      pathOf(`${authority}.crt`),
      '-days',
      '1',
      '-subj',
      '/CN=authority',
    );
  openssl(
    'req',
    ...newKey,
    '-keyout',
    pathOf('node.key'),
    '-out',
    pathOf('node.csr'),
    '-subj',
    '/CN=eventstoredb-node',
  );
  writeFileSync(pathOf('names'), 'subjectAltName=IP:127.0.0.1,DNS:events');
  const signArguments = [
    '-CA',
    pathOf('ca.crt'),
    '-CAkey',
    pathOf('ca.key'),
    '-CAcreateserial',
    '-days',
    '1',
    '-extfile',
    pathOf('names'),
  ];
  openssl('x509', '-req', '-in', pathOf('node.csr'), '-out', pathOf('node.crt'), ...signArguments);
});
afterAll(async () => {
  await Promise.all([
    ...logs.map((log) => log.close()),
    ...[...new Set(standIns.values())].map((standIn) => standIn.stop()),
  ]);
  rmSync(certificates, { recursive: true });
});

const startStandIn = () =>
  EventStoreStandIn.start(join(folder(), 'log.jsonl'), {
    protection: {
      certificate: readFileSync(pathOf('node.crt')),
      key: readFileSync(pathOf('node.key')),
      user: 'fieldtrace',
      password: 'secret',
    },
  });

const urlOf = ({ port }: EventStoreStandIn, { password = 'secret', authority = 'ca' } = {}) =>
  `esdb://fieldtrace:${password}@127.0.0.1:${port}?tls=true&tlsCAFile=${pathOf(`${authority}.crt`)}`;

function logOn(
  standIn: EventStoreStandIn,
  wrongSettings: { readonly password?: string; readonly authority?: string } = {},
): EventLogOnEventStore {
  const log = EventLogOnEventStore.open(urlOf(standIn, wrongSettings));
  standIns.set(log, standIn);
  logs.push(log);
  return log;
}

describe('over TLS, with a password and minimal rights', () => {
  eventLogContract(
    async () => logOn(await startStandIn()),
    async (log) => {
      const standIn = standIns.get(log as EventLogOnEventStore)!;
      await log.close();
      return logOn(standIn);
    },
  );
});

test.each([
  ['a wrong password', { password: 'guessed' }, 'its server denies access'],
  [
    'a certificate of another authority',
    { authority: 'another' },
    'the certificate of its server is not trusted',
  ],
])(
  'with %s nothing is read, and the reason is reported',
  async (_, wrongSettings, expectedReason) => {
    const standIn = await startStandIn();
    await logOn(standIn).readIdentity();
    await expect(logOn(standIn, wrongSettings).readLastPosition()).rejects.toThrow(expectedReason);
  },
);

test.each([
  [
    'reads a system stream',
    async (client: EventStoreDBClient) =>
      void (await client.readStream('$users')[Symbol.asyncIterator]().next()),
  ],
  ['appends to a system stream', (client: EventStoreDBClient) => appendTo(client, '$settings')],
  [
    'changes the access rules of a stream',
    (client: EventStoreDBClient) => appendTo(client, '$$lamp-1'),
  ],
  ['deletes a stream', (client: EventStoreDBClient) => client.deleteStream('lamp-1')],
])('a client that %s is refused', async (_, misuse) => {
  const standIn = await startStandIn();
  const client = EventStoreDBClient.connectionString(urlOf(standIn));
  await expect(misuse(client)).rejects.toThrow(AccessDeniedError);
  await client.dispose();
  await standIn.stop();
});

const credentials = { username: 'fieldtrace', password: 'secret' };
const appendTo = (client: EventStoreDBClient, stream: string) =>
  client.appendToStream(stream, jsonEvent({ type: 'Noted', data: {} }), { credentials });
