import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { team } from '../../test/acceptance/person.js';
import { endsWithUs } from '../../test/acceptance/ends-with-us.js';
import { Product } from '../../test/acceptance/product.js';
import { cookieOf } from '../../test/faults/asking.js';
import { type Stage, stages } from './budget-stages.js';
import type { Connection } from './connection.js';
import { lead } from './filling.js';
import { closedLoop } from './load.js';
import { median } from './rounds.js';
import { type Row, row } from './table.js';

const connections = 64;
const seconds = 2;

type Server = { readonly stage: Stage; readonly url: string; readonly process: ChildProcess; readonly folder: string };

/** What a create costs stage by stage: the product that ends at each, all of them in turn, and the difference between neighbours. */
export async function budget({ rounds }: { readonly rounds: number }): Promise<readonly Row[]> {
  const product = await Product.start();
  const { admin } = await team(product);
  const cookie = cookieOf(admin);
  await product.end();
  const servers: Server[] = [];
  try {
    for (const stage of stages) servers.push(await started(stage, product.dataDir));
    let number = 0;
    const create = (connection: Connection) => connection.command('CreateLead', randomUUID(), { leadId: randomUUID(), ...lead(number++) });
    const measured = new Map<Stage, number[]>(stages.map((stage) => [stage, []]));
    for (let round = 0; round <= rounds; round++)
      for (const { stage, url } of servers) {
        const { perSecond } = await closedLoop({ url, cookie, connections, seconds, ask: create });
        if (round > 0) measured.get(stage)!.push(1e6 / perSecond);
      }
    return stages.map((stage, index) => {
      const times = measured.get(stage)!;
      const before = index === 0 ? times.map(() => 0) : measured.get(stages[index - 1]!)!;
      const added = times.map((time, round) => time - before[round]!);
      return row('budget', `${index === 0 ? '' : '+ '}${stage}`, median(added), 'µs', {
        spread: [Math.min(...added), Math.max(...added)],
        beside: `${Math.round(median(times))} µs in all, ${Math.round(1e6 / median(times))} a second at ${connections} connections`,
      });
    });
  } finally {
    for (const { process, folder } of servers) {
      process.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    }
    await product.dispose();
  }
}

/** On a copy of the same people. */
async function started(stage: Stage, dataDir: string): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), 'fieldtrace-budget-'));
  cpSync(dataDir, folder, { recursive: true });
  const child = spawn(process.execPath, [join(import.meta.dirname, 'budget-server.js'), stage], {
    env: { ...process.env, NODE_ENV: 'test', NODE_OPTIONS: '', DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  endsWithUs(child);
  const [said] = (await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`${stage} ended with ${String(code)}`))),
  ])) as [Buffer];
  return { stage, url: said.toString().trim(), process: child, folder };
}
