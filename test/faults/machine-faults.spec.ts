import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, statfsSync, appendFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signUp, createTeam } from '../acceptance/product/person.js';
import { Product } from '../acceptance/product/product.js';
import { until } from '../acceptance/product/until.js';
import { newLeadData, sendCommand } from './send-command.js';
import { readAllLeads } from './all-pages.js';
import { findBrokenChains, readEventsIn, findNotStoredOnce } from './log-checks.js';
import { type SentCommand, sendUntilAnswered } from './send-until-answered.js';

let product: Product;
let people: Awaited<ReturnType<typeof createTeam>>;
beforeAll(async () => {
  product = await Product.start();
  people = await createTeam(product, 'Anil');
});
afterAll(() => product?.dispose());

/** Message of a refused start. */
const readRefusal = (starting: Promise<unknown>): Promise<string> =>
  starting.then(
    () => 'it started',
    (error: Error) => error.message,
  );
const stackLine = /^\s+at /m;

test('a second process on the same data is refused with a message, and the first continues', async () => {
  const refusalText = await readRefusal(Product.start({ dataDir: product.dataDir }));
  expect(refusalText).toMatch(/ended with [1-9]/);
  expect(refusalText).toMatch(/another (process|Fieldtrace)/i);
  expect(refusalText).not.toMatch(stackLine);
  await people.admin.send('CreateLead', newLeadData());
});

test('a used port is named in the error', async () => {
  const otherProduct = await Product.start();
  await otherProduct.end();
  const portUser = createServer((_, answer) => answer.writeHead(503).end()).listen(
    otherProduct.port,
    '127.0.0.1',
  );
  await once(portUser, 'listening');
  const refusalText = await readRefusal(otherProduct.start());
  portUser.closeAllConnections();
  portUser.close();
  expect(refusalText).toMatch(/ended with [1-9]/);
  expect(refusalText).toContain(String(otherProduct.port));
  expect(refusalText).toMatch(/in use/i);
  expect(refusalText).not.toMatch(stackLine);
  await otherProduct.dispose();
});

test('sessions and the dev inbox survive a restart and a kill', async () => {
  const rep = people.reps[0]!;
  const code = await product.readNewestCode(rep.phone);
  expect(code).toMatch(/^\d{6}$/);
  await product.restart();
  expect((await rep.readMe()).role).toBe('sales');
  await product.restart('SIGKILL');
  expect((await rep.readMe()).account.phone).toBe(rep.phone);
  expect(await product.readNewestCode(rep.phone)).toBe(code);
});

/** Space on the full disk that the product itself uses up: too little for long notes. */
const BYTES_LEFT_FREE = 700_000;

/** File system that is small enough to fill. Undefined if this machine does not allow one. */
function mountSmallDisk(megabytes: number): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'fieldtrace-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], {
      stdio: 'ignore',
    });
    return folder;
  } catch {
    rmSync(folder, { recursive: true });
    return undefined;
  }
}

test('a full disk stops writes with a message, loses nothing acknowledged, and works again with free space', async () => {
  const disk = mountSmallDisk(48);
  if (!disk) {
    process.stdout.write(
      'full disk: not tried with the whole product, because no small disk can be mounted here (its log is tried alone, see event-log-on-sqlite.spec)\n',
    );
    return;
  }
  const dataDir = join(disk, 'data');
  const productOnDisk = await Product.start({ dataDir });
  try {
    const { admin } = await createTeam(productOnDisk);
    const sent: SentCommand[] = [await sendUntilAnswered(admin, 'CreateLead', newLeadData())];
    const freeBytes = (): number => statfsSync(disk).bavail * statfsSync(disk).bsize;
    const ballast = join(disk, 'ballast');
    // Filled gradually, because a concurrent checkpoint of the database uses some space.
    while (freeBytes() > BYTES_LEFT_FREE) appendFileSync(ballast, Buffer.alloc(100_000));

    let refusal: Awaited<ReturnType<typeof sendCommand>> | undefined;
    for (let tries = 0; tries < 2_000 && !refusal; tries++) {
      const key = randomUUID();
      const data = newLeadData({ note: 'x'.repeat(1_900) });
      const answer = await sendCommand(admin, 'CreateLead', data, { key });
      if (answer.status === 200)
        sent.push({ key, command: 'CreateLead', data, person: admin, answer, tries: 1 });
      else refusal = answer;
    }
    expect(refusal).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(refusal!.body.detail).toMatch(/disk is full/);
    // Views cannot be written and may be stale, which is valid.
    expect(await admin.request('GET', '/api/me')).toMatchObject({
      status: 200,
      body: { role: 'admin' },
    });
    // Readiness is cached for a moment.
    const readReadiness = async () =>
      (await (await fetch(`${productOnDisk.url}/readyz`)).json()) as {
        status: string;
        down?: { disk?: string };
      };
    const refusalOfFullDisk = await until(
      async () => ((await readReadiness()).down?.disk ? readReadiness() : undefined),
      { what: () => 'readiness to name the disk' },
    );
    expect(refusalOfFullDisk).toMatchObject({
      status: 'not ready',
      down: { disk: 'the disk of the data folder is full' },
    });

    rmSync(ballast);
    await until(async () => (await readReadiness()).status === 'ready', {
      what: () => 'readiness when there is space again',
    });
    sent.push(await sendUntilAnswered(admin, 'CreateLead', newLeadData()));
    const lastAnswer = sent.at(-1)!.answer;
    expect(lastAnswer.status).toBe(200);
    const sentLeadIds = sent.map(({ data }) => String(data['leadId'])).sort();
    expect(
      (await readAllLeads(admin, lastAnswer.body.position)).map(({ leadId }) => leadId).sort(),
    ).toEqual(sentLeadIds);

    await productOnDisk.end('SIGKILL');
    const events = await readEventsIn(dataDir);
    expect(findNotStoredOnce(events, sent)).toEqual([]);
    expect(findBrokenChains(events)).toEqual([]);
    await productOnDisk.start();
    expect((await readAllLeads(admin)).map(({ leadId }) => leadId).sort()).toEqual(sentLeadIds);
    await signUp(productOnDisk, 'Asha');
  } finally {
    await productOnDisk.dispose();
    // Detaches the disk without waiting until it is unused, because the SQLite library closes a
    // file only when its statements are garbage collected.
    execFileSync('umount', ['-l', disk]);
    rmSync(disk, { recursive: true, force: true });
  }
});
