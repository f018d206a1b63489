import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { quantities } from '#domain/kernel/values/quantities.js';
import { PushBrowser } from '#platform/testing/push-browser.js';
import {
  type Person,
  Refused,
  newPhone,
  createTeam,
  cookieOf,
} from '../../../../test/acceptance/product/person.js';
import { Product } from '../../../../test/acceptance/product/product.js';
import { withLimits } from '../../../../test/acceptance/product/without-limits.js';
import type { Attack, AttackResult } from './attacker.js';
import { Dashboards } from '../../dashboards.js';
import { ConnectionPool, runOpenLoop } from '../../load.js';
import { readResidentBytes, measureSmallestMemory } from '../../process-usage.js';
import { sampleLead } from '../../sample-lead.js';
import { type Row, percentile, row } from '../../table.js';

type Options = {
  readonly seconds: number;
  readonly connections: number;
  readonly only: string;
  readonly print: (line: string) => void;
};
/** Commands of the attacked team: p99 in milliseconds, and the numbers of refused and done ones. */
type Victim = { readonly p99: number; readonly refused: number; readonly done: number };
type AttackKind = Pick<Attack, 'requests' | 'afterSending'> & {
  readonly name: string;
  /**
   * Whether connections stay open without requests that cost work. The victim's p99 is then
   * compared with its quiet p99, else with a limit in milliseconds.
   */
  readonly isHeld: boolean;
  readonly connections?: number;
};

/**
 * The victim and the attacker's organization share an office's network; strangers have another one.
 */
const OFFICE_ADDRESS = '127.0.0.1';
const STRANGERS_ADDRESS = '127.0.0.66';
/** Seconds after which the product has closed a connection that sends nothing more. */
const MAX_HOLD_SECONDS = 31;
/** Seconds before memory is compared, so that the process has allocated its usual memory. */
const WARM_UP_SECONDS = 15;
/** Rate below the limit, for each of two members. */
const VICTIM_COMMANDS_PER_SECOND = 16;
const MEMBER_CONNECTIONS = 32;
/** Ratio of the memory a minute after an attack to that before. */
const MAX_MEMORY_GROWTH = 1.2;
/** Bills of the attacker's organization, each with an alert to its admin. */
const BILLS_OF_MEMBER = 500;
/** Unreachable push service, so that nothing leaves this machine. */
const PUSH_SERVICES = 'http://127.0.0.1:9';

/**
 * Attacks by strangers and members, one kind after the other, while a team in another organization
 * works.
 */
export async function benchAttacks({
  seconds,
  connections,
  only,
  print,
}: Options): Promise<readonly Row[]> {
  const product = await Product.start({ env: { ...withLimits, PUSH_SERVICES } });
  try {
    const victims = await createTeam(product, 'Asha');
    const pools = [victims.admin, victims.reps[0]].map(
      (person) => new ConnectionPool(product.url, cookieOf(person)),
    );
    const measureFor = (duration: number) => measureVictim(pools, duration);
    await measureFor(WARM_UP_SECONDS);
    const quiet = await measureFor(seconds);
    print(`quiet: p99 ${quiet.p99.toFixed(1)} ms of ${quiet.done}`);
    const rows: Row[] = [];
    const report = (...newRows: readonly Row[]) => {
      rows.push(...newRows);
      for (const { what, value, unit, ok, note } of newRows)
        print(`  ${ok ? 'ok' : 'MISSED'} ${what}: ${value} ${unit}${note ? ` (${note})` : ''}`);
    };
    const isWanted = ({ name }: Pick<AttackKind, 'name'>) => name.includes(only);
    for (const kind of attacksOfStrangers().filter(isWanted)) {
      print(`${kind.name} …`);
      const before = await measureSmallestMemory(product);
      const attack = await startAttack(product, {
        ...kind,
        from: STRANGERS_ADDRESS,
        connections: kind.connections ?? connections,
      });
      const victim = await measureFor(seconds);
      const bytesAtEnd = readResidentBytes(product);
      const attacked = await attack.end();
      const after = await waitForMemory(product, before * MAX_MEMORY_GROWTH);
      report(
        ...strangerRows(kind, {
          quiet,
          victim,
          attacked,
          memory: { before, bytesAtEnd, after },
          isLong: seconds > MAX_HOLD_SECONDS,
        }),
      );
    }
    const { admin, reps, organizationId } = await createTeam(product, 'Ravi');
    await submitBills(reps[0]);
    const memberAttacks = attacksOfMember(cookieOf(admin), await createLargestLead(admin));
    for (const kind of memberAttacks.filter(isWanted)) {
      print(`${kind.name} …`);
      const attack = await startAttack(product, {
        ...kind,
        from: OFFICE_ADDRESS,
        connections: MEMBER_CONNECTIONS,
      });
      const victim = await measureFor(seconds);
      const attacked = await attack.end();
      report(...memberRows(kind.name, victim, attacked));
    }
    if (isWanted({ name: 'resumes' })) {
      print('resumes …');
      report(
        ...(await resumeRepeatedly(product, cookieOf(admin), organizationId, () =>
          measureFor(seconds),
        )),
      );
    }
    for (const pool of pools) pool.close();
    return rows;
  } finally {
    await product.dispose();
  }
}

/**
 * Two members' commands at a steady pace in an open loop: slow answers do not delay later requests.
 */
async function measureVictim(pools: readonly ConnectionPool[], seconds: number): Promise<Victim> {
  const times: number[] = [];
  let refusedCount = 0;
  let nextLeadNumber = Math.floor(Math.random() * 100_000_000);
  await runOpenLoop({
    perSecond: pools.length * VICTIM_COMMANDS_PER_SECOND,
    seconds,
    send: async (dueAt) => {
      const data = { leadId: randomUUID(), ...sampleLead(nextLeadNumber++), phone: newPhone() };
      const headers = { 'Idempotency-Key': randomUUID() };
      const { status } = await pools[nextLeadNumber % pools.length]!.run((connection) =>
        connection.post('/api/commands/CreateLead', data, headers),
      );
      if (status === 200) times.push(performance.now() - dueAt);
      else refusedCount++;
    },
  });
  return { p99: percentile(times, 99), refused: refusedCount, done: times.length };
}

const httpRequest = (
  line: string,
  headers: Readonly<Record<string, string>> = {},
  body = '',
): string =>
  [
    `${line} HTTP/1.1`,
    'Host: localhost',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    body,
  ].join('\r\n');
const jsonRequest = (
  path: string,
  data: object,
  headers: Readonly<Record<string, string>> = {},
): string => {
  const body = JSON.stringify(data);
  return httpRequest(
    `POST ${path}`,
    { 'Content-Type': 'application/json', 'Content-Length': String(body.length), ...headers },
    body,
  );
};
const halfRequest = (path: string): string =>
  httpRequest(
    `POST ${path}`,
    {
      'Content-Type': 'application/json',
      'Content-Length': '200000',
      'Idempotency-Key': randomUUID(),
    },
    '{"leadId":',
  );

function attacksOfStrangers(): AttackKind[] {
  const largestAssetLine = `GET /${findLargestAsset()}`;
  const phone = () => `+9198${Math.floor(10_000_000 + Math.random() * 89_999_999)}`;
  const repeat = <Made>(make: () => Made) => Array.from({ length: 200 }, make);
  return [
    {
      name: 'half-sent commands',
      isHeld: true,
      afterSending: 'hold',
      requests: [halfRequest('/api/commands/CreateLead')],
    },
    {
      name: 'half-sent sign-ins',
      isHeld: true,
      afterSending: 'hold',
      requests: [halfRequest('/api/auth/sign-in')],
    },
    {
      name: 'half-sent heads',
      isHeld: true,
      afterSending: 'hold',
      requests: ['POST /api/auth/sign-in HTTP/1.1\r\nHost: localhost\r\nContent-'],
    },
    { name: 'nothing sent', isHeld: true, afterSending: 'hold', requests: [''] },
    {
      name: 'flood of made-up positions',
      isHeld: false,
      afterSending: 'repeat',
      requests: repeat(() => httpRequest('GET /api/site', { 'X-After-Position': 'zzzz' })),
    },
    {
      name: 'the largest file, never read',
      isHeld: true,
      afterSending: 'never-read',
      requests: [httpRequest(largestAssetLine)],
    },
    {
      name: 'pipelined and never read',
      isHeld: true,
      afterSending: 'never-read',
      requests: [httpRequest('GET /api/openapi.json').repeat(50)],
    },
    {
      name: 'flood of /api/site',
      isHeld: false,
      afterSending: 'repeat',
      requests: [httpRequest('GET /api/site')],
    },
    {
      name: 'flood of the web app',
      isHeld: false,
      afterSending: 'repeat',
      requests: [httpRequest('GET /'), httpRequest(largestAssetLine)],
    },
    {
      name: 'flood without a session',
      isHeld: false,
      afterSending: 'repeat',
      requests: [
        httpRequest('GET /api/leads'),
        httpRequest('GET /api/nothing'),
        jsonRequest('/api/commands/CreateLead', {}),
      ],
    },
    {
      name: 'flood of sign-ins',
      isHeld: false,
      afterSending: 'repeat',
      requests: repeat(() => jsonRequest('/api/auth/sign-in', { phone: phone() })),
    },
    {
      name: 'flood of sign-ups',
      isHeld: false,
      afterSending: 'repeat',
      requests: repeat(() =>
        jsonRequest('/api/auth/sign-up', {
          accountId: randomUUID(),
          name: 'A stranger',
          phone: phone(),
        }),
      ),
    },
    {
      name: 'flood of codes',
      isHeld: false,
      afterSending: 'repeat',
      requests: repeat(() =>
        jsonRequest('/api/auth/verify', { challengeId: randomUUID(), code: '123456' }),
      ),
    },
    {
      name: 'flood of public pages, pictures and links',
      isHeld: false,
      afterSending: 'repeat',
      requests: repeat(() => [
        '/products/ID/share',
        '/packages/ID/share',
        '/pictures/ID/320',
        '/files/ID',
      ])
        .flat()
        .map((path) => httpRequest(`GET ${path.replace('ID', randomUUID())}`)),
    },
    {
      name: 'connections without end',
      isHeld: false,
      afterSending: 'reopen',
      requests: [httpRequest('GET /api/site')],
    },
    {
      name: 'sockets without a session',
      isHeld: false,
      afterSending: 'hold',
      connections: 2_000,
      requests: [handshakeRequest],
    },
  ];
}

const handshakeRequest = httpRequest('GET /socket.io/?EIO=4&transport=websocket', {
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  'Sec-WebSocket-Version': '13',
  'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
});

/** Fastest requests of a member from the victim's own network. */
function attacksOfMember(cookie: string, leadId: string): AttackKind[] {
  const session = { Cookie: cookie };
  const { keys } = new PushBrowser();
  const commandRequest = (name: string, data: object) =>
    jsonRequest(`/api/commands/${name}`, data, { ...session, 'Idempotency-Key': randomUUID() });
  const repeat = (make: (number: number) => string) =>
    Array.from({ length: 5_000 }, (_, number) => make(number));
  return [
    {
      name: 'a member’s commands',
      isHeld: false,
      afterSending: 'repeat',
      requests: repeat((number) =>
        commandRequest('CreateLead', {
          leadId: randomUUID(),
          ...sampleLead(number),
          phone: newPhone(),
        }),
      ),
    },
    {
      name: 'a member’s notes on one record, as long as may be',
      isHeld: false,
      afterSending: 'repeat',
      requests: repeat(() =>
        commandRequest('AddNote', { leadId, noteId: randomUUID(), note: longestText }),
      ),
    },
    {
      name: 'a member’s new names for a lead at its limits',
      isHeld: false,
      afterSending: 'repeat',
      requests: repeat((number) =>
        commandRequest('EditLead', { leadId, firstName: `Name ${number}` }),
      ),
    },
    {
      name: 'a member’s searches',
      isHeld: false,
      afterSending: 'repeat',
      requests: repeat((number) => httpRequest(`GET /api/leads?q=site%20${number}`, session)),
    },
    {
      name: 'a member’s changes of profile',
      isHeld: false,
      afterSending: 'repeat',
      requests: repeat((number) => commandRequest('ChangeProfile', { name: `Meera ${number}` })),
    },
    {
      name: 'a member’s exports',
      isHeld: false,
      afterSending: 'repeat',
      requests: [httpRequest('GET /api/bills.csv', session)],
    },
    {
      name: 'a member’s searches of notifications',
      isHeld: false,
      afterSending: 'repeat',
      requests: repeat((number) => httpRequest(`GET /api/alerts?q=nobody%20${number}`, session)),
    },
    {
      name: 'a member’s push subscriptions',
      isHeld: false,
      afterSending: 'repeat',
      requests: repeat((number) =>
        jsonRequest(
          '/api/push/subscribe',
          { endpoint: `${PUSH_SERVICES}/${number}`, keys, types: ['lead'] },
          session,
        ),
      ),
    },
    {
      name: 'a member’s uploads',
      isHeld: false,
      afterSending: 'repeat',
      requests: repeat(() => uploadRequest(session)),
    },
  ];
}

function uploadRequest(session: Readonly<Record<string, string>>): string {
  const body = [
    '--x',
    'Content-Disposition: form-data; name="file"; filename="a.pdf"',
    'Content-Type: application/pdf',
    '',
    `%PDF-1.4\n${'x'.repeat(100_000)}\n%%EOF`,
    '--x--',
    '',
  ].join('\r\n');
  return httpRequest(
    'POST /api/files',
    {
      ...session,
      'Idempotency-Key': randomUUID(),
      'Content-Type': 'multipart/form-data; boundary=x',
      'Content-Length': String(body.length),
    },
    body,
  );
}

/** A lead with the maximum number of visits, each with the longest notes. */
async function createLargestLead(admin: Person): Promise<string> {
  const leadId = randomUUID();
  await admin.send('CreateLead', { leadId, ...sampleLead(1), phone: newPhone() });
  const [startedAt, endedAt] = [
    new Date(Date.now() - 7_200_000).toISOString(),
    new Date(Date.now() - 3_600_000).toISOString(),
  ];
  for (let number = 0; number < quantities.visitsOfLead; number++)
    await retryWhileLimited(() =>
      admin.send('RecordVisit', {
        leadId,
        visitId: randomUUID(),
        startedAt,
        endedAt,
        pausedSeconds: 0,
        notes: longestText,
      }),
    );
  return leadId;
}

async function submitBills(rep: Person): Promise<void> {
  const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  for (let number = 0; number < BILLS_OF_MEMBER; number++)
    await retryWhileLimited(() =>
      rep.send('SubmitBill', {
        billId: randomUUID(),
        type: 'Fuel',
        amountPaise: 1_000 + number,
        spentOn: day,
        note: longestText,
      }),
    );
}

/** Repeats a request twice a second while it is over a rate limit. */
async function retryWhileLimited(send: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      return void (await send());
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 429) throw error;
      await pause(500);
    }
  }
}

const longestText = 'x'.repeat(2_000);

/** Resident memory in bytes: before the attack, at its end, and once it has dropped again. */
type MemoryOfAttack = {
  readonly before: number;
  readonly bytesAtEnd: number;
  readonly after: Awaited<ReturnType<typeof waitForMemory>>;
};

function strangerRows(
  { name, isHeld, afterSending }: AttackKind,
  {
    quiet,
    victim,
    attacked,
    memory: { before, bytesAtEnd, after },
    isLong,
  }: {
    readonly quiet: Victim;
    readonly victim: Victim;
    readonly attacked: AttackResult;
    readonly memory: MemoryOfAttack;
    /** Whether the attack was longer than the product holds a connection. */
    readonly isLong: boolean;
  },
): Row[] {
  const rowOf = (
    what: string,
    value: number,
    unit: string,
    limit: { readonly atMost: number; readonly note?: string },
  ) => row('attacks', `${name}: ${what}`, value, unit, limit);
  const note = [
    `${victim.done} done; connections ${attacked.opened}, answers ${JSON.stringify(attacked.answers)}`,
    `${formatMegabytes(before)} MB before, ${formatMegabytes(bytesAtEnd)} at its end, ${formatMegabytes(after.bytes)} after ${after.seconds} s`,
  ].join('; ');
  return [
    rowOf('commands of others refused', victim.refused, '', { atMost: 0, note }),
    isHeld
      ? rowOf('p99 of others to their own', victim.p99 / quiet.p99, '×', {
          atMost: 3,
          note: `${victim.p99.toFixed(1)} ms`,
        })
      : rowOf('p99 of others', victim.p99, 'ms', { atMost: 250 }),
    rowOf('memory a minute after, to before', after.bytes / before, '×', {
      atMost: MAX_MEMORY_GROWTH,
    }),
    rowOf('answers of 429 or 503 without Retry-After', attacked.withoutRetryAfter, '', {
      atMost: 0,
    }),
    ...(afterSending === 'hold' && isLong
      ? [
          rowOf('a connection stood for', attacked.longestHeldMs / 1_000, 's', {
            atMost: MAX_HOLD_SECONDS + 1,
          }),
        ]
      : []),
  ];
}

const memberRows = (
  name: string,
  victim: Victim,
  { answers, withoutRetryAfter }: AttackResult,
): Row[] => [
  row('attacks', `${name}: p99 of others`, victim.p99, 'ms', {
    atMost: 100,
    note: `answers ${JSON.stringify(answers)}`,
  }),
  row('attacks', `${name}: commands of others refused`, victim.refused, '', { atMost: 0 }),
  row('attacks', `${name}: excess answered 429`, answers['429'] ?? 0, '', { atLeast: 1 }),
  row('attacks', `${name}: 429 without Retry-After`, withoutRetryAfter, '', { atMost: 0 }),
];

/** Resumes one member’s sockets from position 0, again after each answer. */
async function resumeRepeatedly(
  product: Product,
  cookie: string,
  organizationId: string,
  measureMeanwhile: () => Promise<Victim>,
): Promise<Row[]> {
  const dashboards = await Dashboards.open(product.url, 8, {
    view: 'lead-list',
    cookie,
    rooms: [`organization:${organizationId}`],
  });
  const end = new AbortController();
  const resuming = dashboards.resumeUntil(end.signal, {
    after: '0',
    rooms: [`organization:${organizationId}`],
  });
  const victim = await measureMeanwhile();
  end.abort();
  const answerCount = await resuming;
  dashboards.close();
  return [
    row('attacks', 'a member’s resumes: p99 of others', victim.p99, 'ms', {
      atMost: 100,
      note: `${answerCount} answered`,
    }),
    row('attacks', 'a member’s resumes: commands of others refused', victim.refused, '', {
      atMost: 0,
    }),
  ];
}

async function startAttack({ port }: Product, kind: Omit<Attack, 'port'>) {
  const { from, requests, afterSending, connections } = kind;
  const worker = new Worker(new URL('./attacker.js', import.meta.url), {
    workerData: { port, from, connections, requests, afterSending } satisfies Attack,
  });
  await once(worker, 'online');
  return {
    async end(): Promise<AttackResult> {
      worker.postMessage('end');
      const [attacked] = (await once(worker, 'message')) as [AttackResult];
      await worker.terminate();
      return attacked;
    },
  };
}

/** Memory of the process once it has dropped to a size, or after a minute. */
async function waitForMemory(
  product: Product,
  maxBytes: number,
): Promise<{ readonly bytes: number; readonly seconds: number }> {
  const since = performance.now();
  const elapsedSeconds = () => Math.round((performance.now() - since) / 1_000);
  while (readResidentBytes(product) > maxBytes && elapsedSeconds() < 60) await pause(500);
  return { bytes: readResidentBytes(product), seconds: elapsedSeconds() };
}

/** Path of the largest script or style sheet in the built web app. */
function findLargestAsset(): string {
  const folder = 'dist/frontend/assets';
  const [largest] = readdirSync(folder)
    .filter((name) => /\.(js|css)$/.test(name))
    .sort((one, other) => statSync(`${folder}/${other}`).size - statSync(`${folder}/${one}`).size);
  return `assets/${largest}`;
}

const formatMegabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(0);
