import { BadConfig, type Config, readConfig } from '#platform/common/config/config.js';
import { Unavailable } from '#platform/common/unavailable.js';
import { SqliteFile } from '#platform/storage/embedded/sqlite-file.js';
import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type App } from '../app.js';
import { compose, composeBackend } from '../composition.js';
import { type DemoLine, demoForm } from './demo.controller.js';
import { Demo, DemoExists, type WrittenDemo } from './fill.js';

const print = (line: string) => process.stdout.write(`${line}\n`);

type DemoRequest = { readonly leads: number; readonly seed: number; readonly dataDir: string };

/**
 * `npm run demo -- --leads 10000 --seed 2`: fills the data itself, or asks the server that uses
 * them.
 */
async function run(): Promise<void> {
  const config = readConfig(process.env);
  if (config.production) throw new BadConfig('There are no demo data with NODE_ENV=production.');
  const request = readRequest(config);
  const backend = await openAlone(config);
  if (!backend) return fillByServer(config, request);
  const written = await fillAlone(backend, request);
  const { people, steps } = written;
  await catchUpAndFinish(config, written);
  printLine({ people, steps });
}

function readRequest({ dataDir }: Config): DemoRequest {
  const { leads, seed } = parseOptions();
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const parsed = demoForm.safeParse({
    leads: Number(leads),
    seed: Number(seed),
    dataDir: realpathSync(dataDir),
  });
  return parsed.success ? parsed.data : failWithUsage();
}

function parseOptions() {
  try {
    return parseArgs({
      options: {
        leads: { type: 'string', default: '1200' },
        seed: { type: 'string', default: '1' },
      },
    }).values;
  } catch {
    return failWithUsage();
  }
}

const failWithUsage = (): never => {
  throw new BadConfig(
    'Use it as: npm run demo -- --leads 1200 --seed 1 (up to 100000 leads, seeds from 1 to 999)',
  );
};

/**
 * Opens the data; undefined if another process uses them. Reactors answer only events after their
 * first start, so they are started and stopped before. Views and reactors handle the demo after all
 * writes, because few large batches are cheaper.
 */
async function openAlone(config: Config): Promise<App | undefined> {
  // New data need no disk syncs: after a power cut they are deleted and filled again. Closing the
  // files syncs.
  if (!existsSync(join(config.dataDir, 'log.sqlite'))) SqliteFile.synchronous = 'NORMAL';
  try {
    const firstRun = await compose(config, { projects: false });
    await firstRun.stop();
    return await composeBackend(config);
  } catch (error) {
    if (error instanceof Unavailable) return undefined;
    throw error;
  }
}

async function fillAlone({ app, stop }: App, { leads, seed }: DemoRequest): Promise<WrittenDemo> {
  try {
    return await app
      .get(Demo)
      .write({ leads, seed, onProgress: (done, of, day) => printLine({ done, of, day }) });
  } finally {
    await stop();
  }
}

async function catchUpAndFinish(config: Config, written: WrittenDemo): Promise<void> {
  try {
    const { app, caughtUp, stop } = await compose(config);
    try {
      await caughtUp;
      await app.get(Demo).finish(written);
    } finally {
      await stop();
    }
  } catch (error) {
    // Another server has opened the data meanwhile, and follows the log itself.
    if (!(error instanceof Unavailable)) throw error;
  }
}

async function fillByServer({ host, port, dataDir }: Config, request: DemoRequest): Promise<void> {
  const address = `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`;
  print(`Another process has ${dataDir}: asking the server at ${address}`);
  const response = await fetch(`${address}/dev/demo`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(request),
  }).catch(() => {
    throw new BadConfig(`No server answers at ${address}. If it listens elsewhere, set PORT.`);
  });
  if (!response.body) throw new BadConfig(`The server at ${address} has no demo.`);
  let incompleteLine = '';
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    const lines = (incompleteLine + chunk).split('\n');
    incompleteLine = lines.pop() ?? '';
    for (const line of lines) printLine(JSON.parse(line) as DemoLine);
  }
  if (!response.ok)
    throw new BadConfig(
      `The server at ${address} said: ${(JSON.parse(incompleteLine) as { problem?: string; detail?: string }).problem ?? incompleteLine}`,
    );
}

function printLine(line: DemoLine): void {
  if ('problem' in line) throw new BadConfig(line.problem);
  if ('done' in line)
    return void print(
      `${line.day}: ${line.done.toLocaleString('en-IN')} of ${line.of.toLocaleString('en-IN')} steps`,
    );
  print(
    `Sharma Solar is filled, in ${line.steps.toLocaleString('en-IN')} steps. Sign in with a number; its code appears in the dev inbox.`,
  );
  for (const { name, role, phone } of line.people)
    print(`${name.padEnd(16)} ${role.padEnd(6)} ${phone}`);
}

run().then(
  () => process.exit(0),
  (error: unknown) => {
    const isExpectedError = error instanceof BadConfig || error instanceof DemoExists;
    process.stderr.write(
      `${isExpectedError ? error.message : ((error as Error).stack ?? String(error))}\n`,
    );
    process.exit(1);
  },
);
