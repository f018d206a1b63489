import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killOnExit } from '../acceptance/product/child-process.js';
import { findFreePort } from '../acceptance/product/product.js';
import { until } from '../acceptance/product/until.js';

const program = [
  process.env['NGINX'],
  '/usr/sbin/nginx',
  '/usr/local/sbin/nginx',
  '/opt/homebrew/bin/nginx',
].find((path) => path !== undefined && existsSync(path));

type Replacements = Readonly<Record<string, string>>;

/** nginx with the composition's configuration, in front of local backends. */
export class Nginx {
  private constructor(
    private readonly process: ChildProcess,
    private readonly folder: string,
    readonly port: number,
    /** Ports for https, and for plain http that redirects to it; undefined without certificates. */
    readonly https?: { readonly port: number; readonly plainPort: number },
  ) {}

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /**
   * @param ports ports of the backends, in order
   * @param replacements texts of the configuration that are replaced, such as a timeout
   * @param certificates folder with a certificate and its key, for https
   */
  static async start(
    ports: readonly number[],
    replacements: Replacements = {},
    certificates?: string,
  ): Promise<Nginx> {
    if (!program) throw new Error('nginx is missing: node test/run.mjs install');
    const folder = mkdtempSync(join(tmpdir(), 'fieldtrace-nginx-'));
    const port = await findFreePort();
    const https =
      certificates === undefined ? undefined : await writeHttpsConfiguration(folder, certificates);
    const configuration = readConfiguration('docker/nginx.conf', {
      '/etc/nginx/tls': join(folder, 'tls'),
      '/var/cache/nginx': folder,
      '/tmp/nginx.pid': join(folder, 'pid'),
      'listen 8080': `listen 127.0.0.1:${port}`,
      'worker_processes auto': 'worker_processes 1',
      // Lowered, because test machines allow a process fewer open files.
      'worker_rlimit_nofile 131072': 'worker_rlimit_nofile 8192',
      'worker_connections 70000': 'worker_connections 4096',
      ...Object.fromEntries(
        ports.map((backend, index) => [`backend-${index + 1}:3000`, `127.0.0.1:${backend}`]),
      ),
      ...replacements,
    });
    writeFileSync(join(folder, 'nginx.conf'), configuration);
    const userDirective = process.getuid?.() === 0 ? ' user root;' : '';
    const nginx = killOnExit(
      spawn(
        program,
        [
          '-p',
          folder,
          '-c',
          join(folder, 'nginx.conf'),
          '-e',
          'stderr',
          '-g',
          `daemon off;${userDirective}`,
        ],
        {
          stdio: ['ignore', 'ignore', 'pipe'],
        },
      ),
    );
    let output = '';
    nginx.stderr!.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await until(
      async () => {
        if (nginx.exitCode !== null)
          throw new Error(`nginx ended with ${nginx.exitCode}:\n${output}`);
        return isListening(port);
      },
      { what: () => `nginx to listen; it said:\n${output}` },
    );
    return new Nginx(nginx, folder, port, https);
  }

  async dispose(): Promise<void> {
    this.process.kill('SIGTERM');
    if (this.process.exitCode === null) await once(this.process, 'exit');
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Writes the configuration for https, and returns its ports. */
async function writeHttpsConfiguration(folder: string, certificates: string) {
  const [port, plainPort] = [await findFreePort(), await findFreePort()];
  const values: Readonly<Record<string, Replacements>> = {
    'server.conf': {
      'listen 8443 ssl': `listen 127.0.0.1:${port} ssl http2`,
      // Debian's nginx is older than this directive.
      'http2 on;': '',
      '/certificate': certificates,
    },
    'http.conf': { 'listen 8081': `listen 127.0.0.1:${plainPort}` },
  };
  mkdirSync(join(folder, 'tls'));
  for (const [name, replacements] of Object.entries(values))
    writeFileSync(join(folder, 'tls', name), readConfiguration(`docker/tls/${name}`, replacements));
  return { port, plainPort };
}

/**
 * Text of a configuration file with replacements.
 * @throws Error if the file lacks a text to replace
 */
function readConfiguration(file: string, replacements: Replacements): string {
  return Object.entries(replacements).reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
      return text.replaceAll(from, to);
    },
    readFileSync(file, 'utf8'),
  );
}

async function isListening(port: number): Promise<boolean> {
  const socket = createConnection(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
