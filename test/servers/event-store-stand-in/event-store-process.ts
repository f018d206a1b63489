import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { freeze, thaw } from '../../acceptance/product/freeze-process.js';
import { findFreePort } from '../../acceptance/product/product.js';
import type { Node } from './cluster.js';
import type { StandInOptions, CallCounts } from './event-store-stand-in.js';
import type { Faults } from './faults.js';

type State = {
  readonly events: number;
  readonly subscriptions: number;
  readonly calls: number;
  readonly waitedMs: number;
  readonly callCounts: CallCounts;
  readonly isLeading: boolean;
  readonly faults: Faults;
};
type Options = Pick<StandInOptions, 'callMs' | 'cluster'> & Partial<Node>;

const main = fileURLToPath(new URL('./main.ts', import.meta.url)).replace('/dist/', '/');
const root = join(main, '../../../..');
const hook = pathToFileURL(join(root, 'platform/src/testing/register-typescript.mjs')).href;

/**
 * Stand-in in a process of its own, so that it can be killed. A restart keeps the port and all
 * answered appends.
 */
export class EventStoreProcess {
  private constructor(
    private readonly path: string,
    private readonly options: Options,
    private child: ChildProcess,
    private address: Node & { readonly url: string },
  ) {}

  /** @param path file of the log, created if it is missing */
  static async start(path: string, options: Options = {}): Promise<EventStoreProcess> {
    // Fixed ports below the ephemeral range, so that they stay free while the process is killed.
    const ports = { port: await findFreePort(), controlPort: await findFreePort() };
    const { child, address } = await startChild(path, { ...ports, ...options });
    return new EventStoreProcess(path, options, child, address);
  }

  get url(): string {
    return this.address.url;
  }

  get port(): number {
    return this.address.port;
  }

  get pid(): number {
    return this.child.pid!;
  }

  /** Kills the process at once. */
  async kill(signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exited = once(this.child, 'exit');
    this.child.kill(signal);
    await exited;
  }

  /** Stops the process: connections are accepted and not answered until it is thawed. */
  freeze(): Promise<void> {
    return freeze(this.pid);
  }

  thaw(): void {
    thaw(this.pid);
  }

  async restart(): Promise<void> {
    await this.kill();
    const { port, controlPort } = this.address;
    const { child, address } = await startChild(this.path, { ...this.options, port, controlPort });
    [this.child, this.address] = [child, address];
  }

  async setFaults(faults: Partial<Faults>): Promise<void> {
    await this.callControl('/faults', faults);
  }

  async endSubscriptions(): Promise<void> {
    await this.callControl('/end-subscriptions');
  }

  async mute(): Promise<void> {
    await this.callControl('/mute');
  }

  /** Cuts the node off from the others of its cluster, in both directions. */
  async cut(isCut: boolean): Promise<void> {
    await this.callControl('/cut', isCut);
  }

  async readState(): Promise<State> {
    return this.callControl('/state');
  }

  private async callControl(path: string, body: unknown = {}): Promise<State> {
    const answer = await fetch(`http://127.0.0.1:${this.address.controlPort}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(5_000),
    });
    return (await answer.json()) as State;
  }
}

async function startChild(path: string, { controlPort = 0, ...options }: Options) {
  const child = fork(main, [path, String(controlPort), JSON.stringify(options)], {
    cwd: root,
    execArgv: ['--conditions=source', '--import', hook, '--no-warnings'],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  const failure = once(child, 'exit').then(([code]) =>
    Promise.reject(new Error(`The stand-in ended with ${code} before it listened`)),
  );
  const [line] = await Promise.race([
    once(createInterface({ input: child.stdout! }), 'line'),
    failure,
  ]);
  failure.catch(() => {});
  return { child, address: JSON.parse(line as string) as Node & { url: string } };
}
