import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newWorld } from '../acceptance/parts.js';
import { Product } from '../acceptance/product.js';

/** The product as a company runs it: several processes of each kind, on servers that all of them share. */
export class Company {
  private constructor(
    readonly backends: readonly [Product, Product],
    readonly projections: readonly [Product, Product],
    readonly workers: readonly [Product, Product],
    private readonly dataDir: string,
  ) {}

  static async start(env: Readonly<Record<string, string>> = {}): Promise<Company> {
    const dataDir = mkdtempSync(join(tmpdir(), 'fieldtrace-company-'));
    const world = { ...(await newWorld()), ...env };
    const two = async (kind: 'backend' | 'projections' | 'workers') => {
      const start = () => Product.start({ program: `${kind}/src/main`, dataDir, env: world });
      return Promise.all([start(), start()]);
    };
    const projections = await two('projections');
    const [backends, workers] = await Promise.all([two('backend'), two('workers')]);
    return new Company(backends, projections, workers, dataDir);
  }

  get all(): readonly Product[] {
    return [...this.backends, ...this.projections, ...this.workers];
  }

  /** Which projection host folds, and which stands by. */
  async hosts(): Promise<{ readonly active: Product; readonly standingBy: Product }> {
    const roles = await Promise.all(this.projections.map(roleOf));
    const [active, standingBy] = ['active', 'standing by'].map((role) => this.projections[roles.indexOf(role)]);
    if (!active || !standingBy) throw new Error(`The hosts are ${roles.join(' and ')}`);
    return { active, standingBy };
  }

  async dispose(): Promise<void> {
    await Promise.all(this.all.map((process) => process.end('SIGKILL')));
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}

/** Undefined where it does not answer. */
export async function roleOf({ url }: Product): Promise<string | undefined> {
  const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(1_000) }).catch(() => undefined);
  return ((await answer?.json().catch(() => undefined)) as { views?: { role?: string } } | undefined)?.views?.role;
}
