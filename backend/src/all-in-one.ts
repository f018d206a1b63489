import { BadConfig, type Config, readConfig } from '#platform/config.js';
import { armFailpoints } from '#platform/failpoints.js';
import { KeysMissing } from '#platform/key-store/key-store.js';
import { Unavailable } from '#platform/unavailable.js';
import { type Fieldtrace, compose } from './composition.js';

const print = (line: string) => process.stdout.write(`${line}\n`);

/** What stops a start and can be put right by whoever started it: in words, without a stack. */
const foreseen = [BadConfig, Unavailable, KeysMissing];

/** How long a stop may take before the process ends anyway: nothing acknowledged is lost by it. */
const longestStop = 10_000;

async function run(): Promise<void> {
  const config = readConfig(process.env);
  armFailpoints(process.env);
  const fieldtrace = await compose(config, { onProgress: progress() });
  await listen(fieldtrace, config);
  stopOn(['SIGTERM', 'SIGINT'], fieldtrace);
  const { port } = fieldtrace.app.getHttpServer().address() as { port: number };
  const address = config.publicUrl ?? `http://${config.host === '127.0.0.1' || config.host === '0.0.0.0' ? 'localhost' : config.host}:${port}`;
  print(`Fieldtrace is ready: ${address}`);
  if (fieldtrace.parts.devInbox) print(`Sign-in codes appear in the dev inbox: ${address}/dev/inbox`);
}

async function listen({ app, stop }: Fieldtrace, { port, host }: Config): Promise<void> {
  try {
    await app.listen(port, host);
  } catch (error) {
    await stop();
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') throw new BadConfig(`Port ${port} is in use. Stop what uses it, or choose another one: PORT=${port + 1} npm start`);
    if (code === 'EACCES') throw new BadConfig(`Port ${port} may not be used by this user. Choose another one with PORT.`);
    if (code === 'EADDRNOTAVAIL') throw new BadConfig(`HOST ${host} is no address of this machine.`);
    throw error;
  }
}

/** A line a second at most, and none where there is little to fold. */
function progress(): (folded: number) => void {
  let told = Date.now();
  return (folded) => {
    if (Date.now() - told < 1_000) return;
    told = Date.now();
    print(`Filling the views: ${folded.toLocaleString('en-IN')} events`);
  };
}

function stopOn(signals: readonly NodeJS.Signals[], { stop }: Fieldtrace): void {
  let stopping = false;
  const end = () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), longestStop).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    );
  };
  for (const signal of signals) process.on(signal, end);
}

function fail(error: unknown): void {
  const words = foreseen.some((kind) => error instanceof kind) ? (error as Error).message : ((error as Error).stack ?? String(error));
  process.stderr.write(`${words}\n`);
  process.exit(1);
}

run().catch(fail);
