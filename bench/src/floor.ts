import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endsWithUs } from '../../test/acceptance/ends-with-us.js';

/** The floor beside which everything is measured, in a process of its own and on the same disk as the product. */
export class Floor {
  private constructor(
    private readonly process: ChildProcess,
    private readonly folder: string,
    readonly url: string,
  ) {}

  static async start(): Promise<Floor> {
    const folder = mkdtempSync(join(tmpdir(), 'fieldtrace-floor-'));
    const child = spawn(process.execPath, [join(import.meta.dirname, 'floor-server.js'), folder], {
      env: { ...process.env, NODE_ENV: 'production', NODE_OPTIONS: '' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    endsWithUs(child);
    const [said] = (await once(child.stdout, 'data')) as [Buffer];
    return new Floor(child, folder, said.toString().trim());
  }

  async dispose(): Promise<void> {
    this.process.kill('SIGKILL');
    await once(this.process, 'exit');
    rmSync(this.folder, { recursive: true, force: true });
  }
}
