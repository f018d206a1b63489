/**
 * Versions of Node on which Fieldtrace is tested, besides the one that runs the tests. Packages of
 * npm's registry contain them, so no version manager is needed.
 */
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { run, print } from '../backend/scripts/tooling.mjs';

/** Newest version of each supported major version, and the last one of Node 20. */
const nodeVersions = ['20.20.2', '22.23.3', '24.21.0'];

const cacheFolder = (version) =>
  join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), `node-${version}`);
/** Name of the npm package with this platform's Node: https://www.npmjs.com/package/node */
const packageName = () =>
  [
    process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node',
    process.platform,
    process.arch,
  ].join('-');
const binaryPath = (version) =>
  join(cacheFolder(version), 'node_modules', packageName(), 'bin', 'node');
const majorOf = (version) => version.split('.')[0];

/** Versions of other major versions than that of this process. */
export const otherNodeVersions = () =>
  nodeVersions.filter((version) => majorOf(version) !== majorOf(process.versions.node));

/**
 * Path of this version of Node, fetched once for this user.
 * @throws Error with the reason if there is none
 */
export async function findOrInstallNode(version) {
  if (existsSync(binaryPath(version))) return binaryPath(version);
  print(`  Fetching Node ${version} (once) …`);
  mkdirSync(join(cacheFolder(version), '..'), { recursive: true });
  // Written beside the final path and then renamed, so that it is complete, even if two processes
  // fetch it.
  const downloadFolder = mkdtempSync(`${cacheFolder(version)}-fetching-`);
  try {
    const args = [
      'install',
      '--prefix',
      downloadFolder,
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
      `${packageName()}@${version}`,
    ];
    const { code, output } = await run('npm', args, { quiet: true });
    if (code !== 0) throw new Error(`Node ${version} could not be fetched:\n${output.trimEnd()}`);
    if (!existsSync(binaryPath(version))) renameSync(downloadFolder, cacheFolder(version));
  } finally {
    rmSync(downloadFolder, { recursive: true, force: true });
  }
  return binaryPath(version);
}
