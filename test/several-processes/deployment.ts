import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allocateServers } from '../acceptance/product/servers-of-run.js';
import { Product } from '../acceptance/product/product.js';
import { until } from '../acceptance/product/until.js';
import type { ServerAddresses } from '../servers/programs/server-pool.js';

type Kind = 'backend' | 'projections' | 'workers';
type Sizes = { readonly [Name in Kind]?: number };

/** The product in production form: several processes of each kind on shared servers. */
export class Deployment {
  readonly backend: Product[] = [];
  readonly projections: Product[] = [];
  readonly workers: Product[] = [];

  private constructor(
    readonly servers: ServerAddresses,
    private readonly dataDir: string,
    private readonly env: Readonly<Record<string, string>>,
  ) {}

  /** Starts two of each kind by default. */
  static async start(
    { backend = 2, projections = 2, workers = 2 }: Sizes = {},
    servers?: ServerAddresses,
    env: Readonly<Record<string, string>> = {},
  ): Promise<Deployment> {
    const deployment = new Deployment(
      servers ?? (await allocateServers()),
      mkdtempSync(join(tmpdir(), 'fieldtrace-deployment-')),
      env,
    );
    // Views first, because a backend without views is not ready.
    try {
      for (const [kind, count] of Object.entries({ projections, backend, workers }))
        await Promise.all(
          Array.from({ length: count }, () => deployment.startAnother(kind as Kind)),
        );
      return deployment;
    } catch (error) {
      await deployment.dispose();
      throw error;
    }
  }

  async startAnother(
    kind: Kind,
    env: Readonly<Record<string, string>> = {},
    checkout?: string,
  ): Promise<Product> {
    const process = await this.add(kind, env, checkout);
    await process.start();
    return process;
  }

  /** Adds a process without starting it. */
  async add(
    kind: Kind,
    env: Readonly<Record<string, string>> = {},
    checkout?: string,
  ): Promise<Product> {
    const { dataDir, servers } = this;
    // Codes are read from the file that all processes share.
    const process = await Product.create({
      program: `${kind}/src/main`,
      dataDir,
      checkout,
      env: { ...servers, ...this.env, ...env },
    });
    this[kind].push(process);
    return process;
  }

  /** Waits up to 40 s until one projection host projects and the other stands by. */
  findHosts(): Promise<{ readonly active: Product; readonly standingBy: Product }> {
    let roles: readonly (string | undefined)[] = [];
    const readHosts = async () => {
      roles = await Promise.all(this.projections.map(readRole));
      const [active, standingBy] = ['active', 'standing by'].map(
        (role) => this.projections[roles.indexOf(role)],
      );
      return active && standingBy && { active, standingBy };
    };
    return until(readHosts, {
      withinMs: 40_000,
      what: () => `one host to fold and one to stand by; they are ${roles.join(' and ')}`,
    });
  }

  async dispose(): Promise<void> {
    await Promise.all(
      [...this.backend, ...this.projections, ...this.workers].map((process) =>
        process.end('SIGKILL'),
      ),
    );
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}

/** Role of a projection host; undefined if it does not answer. */
export async function readRole({ url }: Product): Promise<string | undefined> {
  const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(1_000) }).catch(
    () => undefined,
  );
  return (
    (await answer?.json().catch(() => undefined)) as { views?: { role?: string } } | undefined
  )?.views?.role;
}
