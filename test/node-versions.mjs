/**
 * The versions of Node that Fieldtrace is tested on beside the one that runs the tests. Each
 * stands, as it is, in a package of npm's registry, so that no version manager is needed.
 */
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { run, say } from '../backend/scripts/tooling.mjs';

/**
 * The newest of each line that is supported; of 20, which only still starts, the newest that there
 * was.
 */
const nodeVersions = ['20.20.2', '22.23.3', '24.21.0'];

const cache = (version) =>
  join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), `node-${version}`);
/** Name of the npm package with this platform's Node: https://www.npmjs.com/package/node */
const packageName = () =>
  [
    process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node',
    process.platform,
    process.arch,
  ].join('-');
const binary = (version) => join(cache(version), 'node_modules', packageName(), 'bin', 'node');
const major = (version) => version.split('.')[0];

/** The versions of other lines than that of this process. */
export const otherNodeVersions = () =>
  nodeVersions.filter((version) => major(version) !== major(process.versions.node));

/** Path of that Node, fetched once for this user. @throws Error that says why there is none */
export async function neededNode(version) {
  if (existsSync(binary(version))) return binary(version);
  say(`  Fetching Node ${version} (once) …`);
  mkdirSync(join(cache(version), '..'), { recursive: true });
  // Beside where it will stand, so that it comes there whole, also when two fetch it at once.
  const work = mkdtempSync(`${cache(version)}-fetching-`);
  try {
    const args = [
      'install',
      '--prefix',
      work,
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
      `${packageName()}@${version}`,
    ];
    const { code, output } = await run('npm', args, { quiet: true });
    if (code !== 0) throw new Error(`Node ${version} could not be fetched:\n${output.trimEnd()}`);
    if (!existsSync(binary(version))) renameSync(work, cache(version));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return binary(version);
}
